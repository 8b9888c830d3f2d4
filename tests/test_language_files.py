"""Every language file translates exactly the texts of the code.

If this fails, run `python .build/language_files.py` to update the files, then translate what is new.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import string
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.catalog import Catalog, Message

from cardtable.cli import cli
from cardtable.engine.text import Text
from cardtable.games import FAMILIES, family
from cardtable.language import LANGUAGES, language_from_locale
from cardtable.player.settings import allowed
from cardtable.words import cases_of

TOP = Path(__file__).resolve().parent.parent
FILES = sorted((TOP / "cardtable" / "locale").glob("*/LC_MESSAGES/cardtable.po"))


def _language_files() -> ModuleType:
    spec = importlib.util.spec_from_file_location("language_files", TOP / ".build" / "language_files.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


language_files = _language_files()


@pytest.fixture(params=FILES, ids=lambda file: file.parent.parent.name)
def catalogue(request: pytest.FixtureRequest) -> Catalog:
    """The catalogue of one language."""
    found: Catalog = language_files.read(request.param)
    return found


def sources(catalogue: Catalog) -> set[tuple[str, ...]]:
    """The texts of a catalogue, each with its plural if it has one."""
    return {tuple(language_files.forms(message.id)) for message in catalogue if message.id}


def facts(text: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_every_language_that_may_be_chosen_has_its_texts() -> None:
    """And every language with texts can be chosen: by `--lang`, by setting and by the locale."""
    assert {"en", *(path.parts[-3] for path in FILES)} == set(LANGUAGES)
    assert allowed("language") == ("auto", *LANGUAGES)
    assert {option.name: getattr(option.type, "choices", ()) for option in cli.params}["lang"] == tuple(LANGUAGES)
    for language in LANGUAGES:
        assert language_from_locale({"LANG": f"{language}_XX.UTF-8"}) == language


ASKED = ("acc", "gen", "dat", "ins")
CARDS = {"attack", "card", "cards", "led", "others", "queen", "rank", "top", "turn_up"}
"""The facts that are cards, for which a translation may ask for a case."""
OWN_NAMES = re.compile(r"[2-9TJQKA][shdc](?: [2-9TJQKA][shdc])*")
"""Lessons name their cards directly: `{7h}`, `{Js Qs}`."""
BARE = re.compile(
    r"\b(?:бь[её]т|бьют|побить|отбить|отбейте|побейте|отбивает|бер[её]т|кладёт|положить|сыграть|сыграйте|играет|показывает"
    r"|показать|отдать|отдаёт|вернуть|возвращает|снести|сносит|получает|добирает|открывает|тратит|потратить|подкидывает"
    r"|бережёт|сбрасывает|придерживает|положите|пойдите|ходите|ходит|сбросьте|подкиньте|отметьте|нет|кроме|от|к|с|на)"
    rf" \{{(?:attack|card|cards|{OWN_NAMES.pattern})\}}",
    re.IGNORECASE,
)
"""A verb or a preposition before a card without a case."""
NUMBERS = re.compile(r"\{cards\} (?:и?гр|карт|из)|Карт в колоде|\bпо \{cards\}|карт \{cards\}")
"""Texts in which it is a number of cards."""


def test_russian_asks_for_cards_in_cases_that_there_are() -> None:
    """And a card after a verb or preposition that needs another case than the nominative asks for it."""
    for message in language_files.read(TOP / "cardtable" / "locale" / "ru" / "LC_MESSAGES" / "cardtable.po"):
        for text in language_files.forms(message.string):
            for _, name, case, _ in string.Formatter().parse(text):
                assert case not in ASKED or name in CARDS or OWN_NAMES.fullmatch(str(name)), text
                assert name not in CARDS or not case or case in ASKED, text
            assert not BARE.search(text) or NUMBERS.search(text), text
    assert set(cases_of("ru")) == set(ASKED)


def test_there_is_russian() -> None:
    assert "ru" in {file.parent.parent.name for file in FILES}


def test_every_text_is_translated(catalogue: Catalog) -> None:
    assert not [message.id for message in catalogue if message.id and not language_files.is_translated(message)]


def test_every_translation_has_the_facts_of_its_source(catalogue: Catalog) -> None:
    def differs(message: Message) -> bool:
        allowed = [facts(source) for source in language_files.forms(message.id)]
        return not all(facts(form) in allowed for form in language_files.forms(message.string) if form)

    assert not [message.id for message in catalogue if message.id and differs(message)]


def test_every_plural_form_is_there(catalogue: Catalog) -> None:
    counted = [message for message in catalogue if message.id and message.pluralizable]
    assert not [message.id for message in counted if len(language_files.forms(message.string)) != catalogue.num_plurals]


def said(text: Text) -> Iterator[tuple[str, ...]]:
    """The source texts of a text and of the texts inside it."""
    yield (text.source,) if text.plural is None else (text.source, text.plural)
    for fact in text.facts.values():
        if isinstance(fact, Text):
            yield from said(fact)


@pytest.mark.parametrize("page", ["explain", "card"])
def test_the_rules_and_the_card_of_every_game_are_there(page: str, catalogue: Catalog) -> None:
    """They are in text files, where no call marks a text: each kind of file must be extracted by its name."""
    known = sources(catalogue)
    unknown = {
        source
        for game in map(family, FAMILIES)
        for preset in game.presets.values()
        for title, parts in getattr(game, page)(preset.options, preset.seats[0])
        for text in (title, *(part.text for part in parts))
        for source in said(text)
        if any(map(language_files.has_words, source)) and source not in known
    }
    assert not unknown


PERSON = r"\{(?:who|target|partner|best|dealer|leader|seat|player|name|attacker|defender|turn|opener|winner)\}"
"""A player, of whom only the name is known."""
HE_DID = re.compile(PERSON + r"(?: (?:уже|ещё|не|тоже|теперь))* \w+(?:[аяеиоуы]л|шёл|вёл|нёс|мог|лёг)(?:ся)?\b")
HE_IS = re.compile(
    PERSON + r"[^.;:–]*?\b(?:первым|последним|сам|самому|должен|обязан|готов|вынужден|пойман|назван|прав)\b"
)
MANY = r"(?:\w+[ыи]х )?(?:очков|карт|взяток|сдач|партий|ходов|конов|игроков|участников|столов)\b"
COUNTED = re.compile(
    r"((?:\S+ ){0,3})"
    r"(?:\{(?:count|number|points|wanted|missing|penalties|most|least|sum|total|size)\}|\b\d*(?<!1)[1-4]) " + MANY
)
GENITIVE = re.compile(r"\b(?:больше|меньше|до|от|из|для|без|среди|самое большее)\b")
"""Words after which every number takes the same form: «не больше 4 очков», «для 3 игроков»."""


@pytest.fixture(scope="module")
def russian() -> Catalog:
    """The Russian catalogue."""
    found: Catalog = language_files.read(next(file for file in FILES if file.parent.parent.name == "ru"))
    return found


def test_russian_does_not_take_a_player_for_a_man(russian: Catalog) -> None:
    """Past tenses and «первым» have a gender; a name shows none."""
    said = [form for message in russian if message.id for form in language_files.forms(message.string)]
    assert not [form for form in said if HE_DID.search(form) or HE_IS.search(form)]


def test_what_kozel_calls_a_hand_is_the_cards_that_are_held(russian: Catalog) -> None:
    """A deal is called a deal there, as everywhere, so that translators can tell the two apart."""
    swapped = [
        message.id
        for message in russian
        if any("kozel/" in file and not file.endswith("positions.txt") for file, _ in message.locations)
        and any(re.search(r"\bhands?\b", form, re.IGNORECASE) for form in language_files.forms(message.id))
        and any("сдач" in form.lower() for form in language_files.forms(message.string))
    ]
    assert not swapped


DAILY = ("puzzles/daily.py", "tui/table/day_screen.py", "tui/table/puzzle_screen.py", "cli/puzzle.py")


def test_a_match_and_the_deal_of_the_day_are_each_called_one_thing(russian: Catalog) -> None:
    """«Партия» is a deal where players of Durak and Bura say so; it is never a match, nor a deal of just any game."""
    named = [(" ".join(language_files.forms(message.id)), message) for message in russian if message.id]
    called = [
        text
        for text, message in named
        if any("парти" in form.lower() for form in language_files.forms(message.string))
        and (
            any(file.endswith(DAILY) for file, _ in message.locations)
            or (re.search(r"\bmatch(es)?\b", text) and not re.search(r"\b[Dd]eals?\b", text))
        )
    ]
    assert not called


def test_a_number_that_has_one_form_of_russian_stands_where_every_number_takes_it(russian: Catalog) -> None:
    """«4 очков» is wrong: a text has plural forms, or avoids the need for them («очков: 4»)."""
    single = [str(message.string) for message in russian if message.id and not message.pluralizable]
    assert not [text for text in single for found in COUNTED.finditer(text) if not GENITIVE.search(found[1])]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.parent.name)
def test_the_compiled_file_is_fresh(file: Path) -> None:
    compiled = file.with_suffix(".mo")
    assert compiled.exists(), "run: python .build/language_files.py --compile"
    assert compiled.read_bytes() == language_files.compiled(language_files.read(file)), (
        "run: python .build/language_files.py --compile"
    )


def texts_given(call: ast.Call) -> list[ast.expr]:
    """The arguments of a call that are source texts."""
    match call.func:
        case ast.Name(name) | ast.Attribute(attr=name) if name in language_files.KEYWORDS:
            places = language_files.KEYWORDS[name] or (1,)
            return [argument for nth, argument in enumerate(call.args, 1) if nth in places]
    return []


Calls = list[tuple[str, ast.Call]]


def calls_in_code() -> Calls:
    """Every call in the code that takes source texts, with its place."""
    return [
        (f"{file.relative_to(TOP)}:{node.lineno}", node)
        for file in sorted((TOP / "cardtable").rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and texts_given(node)
    ]


def joins(argument: ast.expr) -> bool:
    """Whether an argument is built from strings at run time."""
    return isinstance(argument, (ast.IfExp, ast.BinOp, ast.BoolOp, ast.JoinedStr)) and any(
        isinstance(part, ast.Constant) and isinstance(part.value, str) for part in ast.walk(argument)
    )


def holds_another(call: ast.Call) -> bool:
    """Whether a source text is inside another text's call: Babel does not look for one there."""
    return any(
        isinstance(part, ast.Call) and any(isinstance(text, ast.Constant) for text in texts_given(part))
        for part in ast.walk(call)
        if part is not call
    )


def lacks_a_fact(call: ast.Call) -> bool:
    """Whether a fact of a text is missing: that would show only when the sentence is used, perhaps never before."""
    given = {keyword.arg for keyword in call.keywords} | ({"count"} if len(texts_given(call)) > 1 else set())
    return None not in given and any(
        not facts(text.value) <= given
        for text in texts_given(call)
        if isinstance(text, ast.Constant) and isinstance(text.value, str)
    )


def test_a_language_file_holds_every_text_of_the_code_and_no_other() -> None:
    """One test for both, as it takes seconds to read the code, and again as Babel does."""
    calls = calls_in_code()
    # Babel joins the strings of an argument: say("a" if x else "b") would be extracted as "ab".
    assert not [where for where, call in calls if any(map(joins, texts_given(call)))]
    assert not [where for where, call in calls if holds_another(call)]
    assert not [where for where, call in calls if ast.unparse(call.func) != "mark" and lacks_a_fact(call)]
    texts: Catalog = language_files.source_texts(TOP)
    for file in FILES:
        catalogue = language_files.read(file)
        assert not sources(texts) - sources(catalogue)
        assert not sources(catalogue) - sources(texts)
        assert file.read_bytes() == language_files.written(language_files.updated(file, texts))
    # Python 3.11 reads an f-string as one string, as Babel does: a text inside its braces is not found.
    found = {form for message in sources(texts) for form in message}
    assert not [
        where
        for where, call in calls
        for text in texts_given(call)
        if isinstance(text, ast.Constant) and language_files.has_words(text.value) and text.value not in found
    ]
