"""A finished deal as a film: one page that plays in any browser, and needs no network.

    data = film_of(replay, [3], seat=0, reviews={3: review})
    Path("deal.html").write_text(page(data, "en"))      # cardtable.film.page

It knows no particular game: everything it shows comes from scenes, events and words. A page for everybody may contain
every hand of its deals, because they are over; a closed one contains only what its viewer's seat knew.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from cardtable.coach.review import Judged, SeatReview, left_out, reviewed_deals
from cardtable.engine.moves import Seat
from cardtable.engine.options import as_dict, specs
from cardtable.engine.rules import SheetRow
from cardtable.engine.text import Text, number
from cardtable.film.frames import differences, frame, with_hands
from cardtable.film.questions import curve, marks, questions
from cardtable.film.sentences import Sentences, unnamed
from cardtable.games import family
from cardtable.language import LANGUAGES
from cardtable.match.replay import Replay


def may_open(replay: Replay) -> bool:
    """Whether a page contains every hand by default: if at most one person played."""
    return len(replay.people) <= 1


def film_of(
    replay: Replay,
    deals: Collection[int],
    seat: Seat,
    *,
    reviews: Mapping[int, SeatReview] | None = None,
    named: bool = False,
    closed: bool = False,
) -> dict[str, Any]:
    """The data of a page: these finished deals, as this seat saw them, in the order of the record.

    `reviews` are the seat's reviews by deal, as far as they have been made. Players' names are included only if
    `named`.
    """
    assert set(deals) <= set(reviewed_deals(replay)), "hands are still secret"
    said = Sentences([replay.names] * len(LANGUAGES) if named else unnamed(len(replay.names)))
    judged = {deal: (reviews or {}).get(deal) or SeatReview(replay, deal, seat) for deal in sorted(deals)}
    shown = [_deal(replay, deal, review, said, closed=closed) for deal, review in judged.items()]
    return {
        "title": said.line(replay.title),
        "rules": said.lines(_house_rules(replay)),
        "viewer": seat,
        "seats": len(replay.names),
        "deals": shown,
        "notes": said.lines(left_out(replay, judged.values())),
        "names": [list(names) for names in said.names],
        "sentences": said.rows,
    }


def film_of_exercise(replay: Replay, one: Judged) -> dict[str, Any]:
    """The data of a page that asks about a single decision: the deal up to it as its seat knew it, and no further."""
    deal, seat = replay.moments[one.moment].deal, one.verdict.seat
    review = SeatReview(replay, deal, seat)
    review.found = [one]
    data = film_of(replay, [deal], seat, reviews={deal: review}, closed=True)
    shown = data["deals"][0]
    frames = shown["frames"][: shown["questions"][0]["frame"] + 1]
    empty: dict[str, Any] = {"end": [], "sheet": [], "curve": [], "marks": []}
    return {**data, "exercise": True, "notes": [], "deals": [{**shown, **empty, "frames": frames}]}


def _deal(replay: Replay, deal: int, review: SeatReview, said: Sentences, *, closed: bool) -> dict[str, Any]:
    made, frames, seat = replay.standing(deal), [], review.seat
    for at in made:
        moment = replay.moments[at]
        one = frame(replay.scene(at, seat), said, said.lines(replay.told(at, seat)), moment.seat)
        if not closed:
            hands = moment.state.places[: len(replay.names)]
            one = with_hands(one, hands, said.lines(replay.told(at, None)))
        frames.append(one)
    return {
        "name": said.line(replay.deal_name(deal, of_all=True)),
        "frames": differences(frames),
        "end": said.lines(replay.result(made[-1])),
        "sheet": [_sheet_row(one, said) for one in replay.sheet(made[-1])],
        "questions": list(questions(review, made, said)),
        "curve": curve(review, made),
        "marks": marks(review, made),
    }


def _sheet_row(row: SheetRow, said: Sentences) -> list[Any]:
    """A row of the score sheet: the deal, and the points of every seat."""
    return [said.line(row.label), ["" if points is None else number(points) for points in row.points]]


def _house_rules(replay: Replay) -> list[Text]:
    """The differences between the table's rules and those of its preset."""
    game = family(replay.header.family)
    known, preset = specs(game.options), game.presets.get(replay.header.preset)
    usual = as_dict(preset.options if preset else game.options())
    played = as_dict(replay.rules.options)
    return [
        Text("{title}: {value}", {"title": Text(spec.title), "value": spec.label(played[name])})
        for name, spec in known.items()
        if played[name] != usual.get(name)
    ]
