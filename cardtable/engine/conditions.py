"""Conditions on the options of a game, written as text: `deck == 54 and not throw_in`.

They consist of names, constants, comparisons, `and`, `or` and `not`, and are used in rulebooks and option needs.
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
"""The syntax nodes allowed in a condition."""


class BadCondition(ValueError):
    """A text that is not a condition; the message says why."""


class Condition:
    """A condition that can be evaluated for any options."""

    def __init__(self, text: str, values: Mapping[str, tuple[Any, ...]]) -> None:
        """`values` lists the names that may be used, with their possible values where these are limited.

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
        """The syntax tree. It is not kept: hundreds of conditions are in memory, and few are ever put into words."""
        return ast.parse(self.text, mode="eval")

    def holds(self, names: Mapping[str, Any]) -> bool:
        """Whether the condition holds with these values."""
        return bool(eval(self._code, {}, names))


def _check_values(comparison: ast.Compare, values: tuple[Any, ...]) -> None:
    """Checks that an option is compared only with values it can have."""
    for other in comparison.comparators if values else ():
        for node in ast.walk(other):
            if isinstance(node, ast.Constant) and node.value not in (*values, None):
                raise BadCondition(f"{ast.unparse(comparison.left)} is never {node.value!r}")


Derived = Mapping[str, Callable[[Any, int], Any]]
"""Extra names besides the options, each with a function of the options and the number of seats."""


class Names(dict[str, Any]):
    """The values of names for one table, worked out on demand: `seats`, the options, and derived values."""

    def __init__(self, options: Any, seats: int, derived: Derived) -> None:
        super().__init__(seats=seats)
        self._options, self._seats, self._derived = options, seats, derived

    def __missing__(self, name: str) -> Any:
        found = self._derived.get(name)
        value = self[name] = getattr(self._options, name) if found is None else found(self._options, self._seats)
        return value
