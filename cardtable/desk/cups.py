"""The player's tournaments: their terms, starting and resuming them, and what the menu offers."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from cardtable.bots.finding import UnknownBot, usual
from cardtable.bots.people import names_for
from cardtable.desk import lately
from cardtable.desk.games import options_of, preset_of
from cardtable.desk.speech import Failure, Usage, or_value_error, words
from cardtable.desk.tables import any_seed, bot_style, first_free, user
from cardtable.engine.options import BadOption, closest, make_options, specs
from cardtable.engine.text import say, say_count
from cardtable.files import regular
from cardtable.games import FAMILIES, family, find_preset
from cardtable.match.record import InUse
from cardtable.match.terms import SeatPlan
from cardtable.match.tournament import (
    FILE,
    Agreement,
    BadTournament,
    Tournament,
    TournamentOptions,
    agree,
    decisive,
    largest_table,
    read_agreement,
)
from cardtable.paths import data_dir
from cardtable.tui.offers import CupForm, PresetRow, Tournaments
from cardtable.words import Words

RECENT = 3
"""Tournaments the menu checks for one to resume; reading a long one takes some tenths of a second."""


def entrant_plans(preset: str, entrants: tuple[str, ...], seed: int | None = None) -> list[SeatPlan]:
    """Returns the entrants; unnamed bots get people's names, the same ones for the same seed. Raises Usage."""
    plans: list[SeatPlan] = []
    game, _ = preset_of(preset)
    named = {text.rpartition("=bot:")[0].strip() or text.strip() for text in entrants}
    names = iter(names_for(len(entrants), words().language, named, seed))
    for text in entrants:
        name, sign, style = text.rpartition("=bot:")
        if sign:
            plans.append(SeatPlan(name.strip(), style.strip()))
        elif (unnamed := bot_style(text.strip(), game.id)) is not None:
            plans.append(SeatPlan(next(names), unnamed))
        elif "=" in text:
            raise Usage("--entrant {text!r}: write it as NAME, NAME=bot:STYLE or bot:STYLE", text=text[:40])
        else:
            plans.append(SeatPlan(text.strip()))
    return plans


def agreed_for(preset: str, given: tuple[str, ...], plans: list[SeatPlan], seed: int | None) -> Agreement:
    """Returns the terms given on the command line. Raises Usage."""
    game, found = preset_of(preset)
    own, theirs = specs(TournamentOptions), specs(game.options)
    terms: dict[str, Any] = {}
    house = []
    most = largest_table(found.seats)
    if 1 < most < own["table_size"].default:
        terms["table_size"] = most
    for text in given:
        name, sign, value = text.partition("=")
        name = name.strip()
        if name in own and sign:
            terms[name] = value
        elif name in theirs or not sign:
            house.append(text)
        else:
            raise Usage(
                "{name} is no option{near}; see `cardtable options {preset}`",
                name=name,
                near=closest(name, [*own, *theirs]),
                preset=preset,
            )
    _, options = options_of(preset, tuple(house))
    number = any_seed() if seed is None else seed
    try:
        return agree(game, preset, options, make_options(TournamentOptions(), terms), plans, number)
    except (BadOption, UnknownBot) as error:
        raise Usage(error) from None


def begun(agreed: Agreement, folder: Path | None = None) -> Tournament:
    """Starts a tournament, in the player's own files unless a folder is given. Raises Failure."""

    if folder is not None and folder.exists() and any(folder.iterdir()):
        raise Failure("--records {folder}: the folder is not empty", folder=folder)
    stamp = f"{datetime.now():%Y-%m-%d-%H%M%S}-{agreed.preset}"
    places = (kept_in() / (stamp if nth == 1 else f"{stamp}-{nth}") for nth in range(1, 100))
    try:
        cup = first_free(places if folder is None else iter([folder]), lambda place: Tournament.create(place, agreed))
    except OSError as error:
        raise Failure(
            "the tournament cannot be kept in {folder}: {why}", folder=folder or kept_in(), why=error
        ) from None
    _note(cup)
    return cup


def _note(cup: Tournament) -> None:
    """Notes that this tournament is being played, if it is one of the player's own."""
    if cup.folder.parent == kept_in():
        lately.note(cup.folder)


def reopened(folder: Path) -> Tournament:
    """Resumes the tournament in a folder. Raises Failure."""
    try:
        cup = Tournament.resume(folder)
    except (BadTournament, InUse) as error:
        raise Failure(error) from error
    except FileNotFoundError:
        raise Failure("{folder}: there is no tournament in it (no {file})", folder=folder, file=FILE) from None
    except OSError as error:
        raise Failure("{folder}: {why}", folder=folder, why=error) from None
    _note(cup)
    return cup


def kept_in() -> Path:
    """Returns the folder for tournaments without a folder of their own."""
    return data_dir() / "tournaments"


def last_unfinished() -> Path | None:
    """Returns the player's own tournament last played that has no champion yet."""
    looked_at = 0
    for folder in lately.newest_first(file.parent for file in regular(kept_in().glob(f"*/{FILE}"))):
        try:
            cup = Tournament.resume(folder)
        except (BadTournament, OSError):
            continue
        cup.close()
        if cup.bracket.champion is None:
            return folder
        looked_at += 1
        if looked_at == RECENT:
            break
    return None


def called(folder: Path, speech: Words) -> str:
    """Returns a tournament's game and entrants, people first, for the menu."""
    agreed = read_agreement(folder)
    people = [plan.name for plan in agreed.entrants if plan.bot is None]
    game = speech.say(find_preset(agreed.preset)[1].title)
    entrants = say_count("{count} entrant", "{count} entrants", len(agreed.entrants))
    return ", ".join([speech.text(say("{game}, {entrants}", game=game, entrants=entrants)), *people])


def offered(speech: Words) -> Tournaments:
    """Returns what the menu offers: the games that can be played as a knock-out, and the last unfinished tournament."""
    rows = []
    for game in map(family, FAMILIES):
        for name, preset in game.presets.items():
            most = largest_table(preset.seats)
            try:
                decisive(preset.options)
            except BadOption:
                continue
            if most > 1:
                rows.append(PresetRow(name, speech.say(preset.title), tuple(range(2, most + 1))))
    last = last_unfinished()

    def begin(form: CupForm) -> Tournament:
        people = [name.strip() for name in form.people]
        plans = [SeatPlan(name) for name in people]
        style = usual(preset_of(form.preset)[0].id)
        plans += [SeatPlan(name, style) for name in names_for(form.bots, speech.language, people)]
        terms = (f"table_size={form.table_size}", f"advance={form.advance}")
        return begun(agreed_for(form.preset, terms, plans, None))

    return Tournaments(
        presets=rows,
        begin=or_value_error(begin),
        person=user(),
        last=None if last is None else called(last, speech),
        resume_last=None if last is None else lambda: or_value_error(reopened)(last),
    )
