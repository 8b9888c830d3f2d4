"""Conditions over the options of a game, written as text: `deck == 54 and not throw_in`.

Names, constants, comparisons, `and`, `or` and `not`; nothing else. They stand in rulebooks and in what options need.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

_ALLOWED = (
    *(ast.Expression, ast.Name, ast.Load, ast.Constant, ast.Tuple),
    *(ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not),
    *(ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.Is, ast.IsNot),
)
"""All that a condition may be made of."""


class BadCondition(ValueError):
    """A text that is no condition; the message says what is wrong with it."""


class Condition:
    """A condition that can be asked of any options."""

    def __init__(self, text: str, values: Mapping[str, tuple[Any, ...]]) -> None:
        """`values` are the names that may be used, with the values of those that have a list of them.

        Raises BadCondition.
        """
        self.text = text.strip()
        try:
            tree = ast.parse(self.text, mode="eval")
        except SyntaxError as error:
            raise BadCondition(f"{self.text!r} is no condition") from error
        for node in ast.walk(tree):
            if not isinstance(node, _ALLOWED):
                raise BadCondition(f"{ast.unparse(node)!r} may not stand in a condition")
            if isinstance(node, ast.Name) and node.id not in values:
                raise BadCondition(f"{node.id} is no option and nothing derived")
            if isinstance(node, ast.Compare):
                _check_values(node, values.get(ast.unparse(node.left), ()))
        self._code = compile(tree, self.text, "eval")

    @property
    def tree(self) -> ast.Expression:
        """What it is made of. It is not kept: hundreds of conditions stand in memory, and few are ever told."""
        return ast.parse(self.text, mode="eval")

    def holds(self, names: Mapping[str, Any]) -> bool:
        """Whether it holds with these values of its names."""
        return bool(eval(self._code, {}, names))


def _check_values(comparison: ast.Compare, values: tuple[Any, ...]) -> None:
    """An option is compared with values that it can have."""
    for other in comparison.comparators if values else ():
        for node in ast.walk(other):
            if isinstance(node, ast.Constant) and node.value not in (*values, None):
                raise BadCondition(f"{ast.unparse(comparison.left)} is never {node.value!r}")


Derived = Mapping[str, Callable[[Any, int], Any]]
"""Names beside the options, each with how it follows from options and number of seats."""


class Names(dict[str, Any]):
    """The values of names for one table, found when they are asked for: `seats`, the options, what is derived."""

    def __init__(self, options: Any, seats: int, derived: Derived) -> None:
        super().__init__(seats=seats)
        self._options, self._seats, self._derived = options, seats, derived

    def __missing__(self, name: str) -> Any:
        found = self._derived.get(name)
        value = self[name] = getattr(self._options, name) if found is None else found(self._options, self._seats)
        return value
