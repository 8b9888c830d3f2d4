"""A match as those at its table see it: all that may be asked of it, and nothing that changes it.

Whatever leaves it is redacted for the seat that asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

from cardtable.engine.forced import only_move, plain_pass
from cardtable.engine.moves import Event, Move, Seat
from cardtable.engine.options import changed
from cardtable.engine.rounds import LastRound, layers, rounds_over
from cardtable.engine.rules import AnyRules, RuleBroken, SheetRow
from cardtable.engine.scene import Scene, for_onlookers, with_layers, with_open_hands
from cardtable.engine.state import Observation, observe, observe_public
from cardtable.engine.text import Quote, Text, Who, say, say_count
from cardtable.engine.verdict import Ending
from cardtable.games import family
from cardtable.match.evening import Evening
from cardtable.match.match import Match
from cardtable.match.memory import from_memory, is_between, remembered_from
from cardtable.match.record import Header, tell
from cardtable.match.terms import PERSON
from cardtable.match.view import ONLOOKER, DealEvents, Outcome, View, if_silent

STAND_IN: Final = "stand_in"
"""The event that another bot has moved for one that failed. No rule and no record knows it, only those at the table."""
REMARK: Final = "remark"
"""The event that a bot says something at the table; no record knows it, for it follows from what has happened."""
UNASKED: Final = "unasked"
"""The event that the one move there was is made for somebody who plays with bots alone; no record knows it either."""


class SeenMatch:
    """A match and what was told of it; it is played by `Table` alone."""

    def __init__(self, match: Match, header: Header) -> None:
        """A match in which no deal has begun."""
        self.header = header
        self.names = header.names
        game = family(header.family)
        preset = game.presets.get(header.preset)
        self.title = Text(game.title if preset is None else preset.title)
        own = 0 if preset is None else len(changed(match.rules.options, preset.options))
        if own:
            self.title = say_count("{game} +{count} rule", "{game} +{count} rules", own, game=self.title)
        self.people = frozenset(seat for seat, kind in enumerate(header.kinds) if kind == PERSON)
        self._match = match
        self._told = DealEvents(len(self.names))
        self._views: dict[tuple[Seat, bool], View] = {}
        """What was seen since the last move, by seat, with closed and with open hands."""
        self._evening: Evening | None = None
        """What was counted of the evening since the last move, once it was asked for."""
        self.up: frozenset[Seat] = frozenset()
        """The people who have got up while others stay, so that bots play for them until they come back."""
        self.resigned = False
        """Whether the only person has given up the deal that goes on, so that a bot plays it to its end for them."""
        self._rounds: tuple[LastRound, ...] | None = None
        """The rounds that are over, as everybody may know them; None where that was not asked since the last move."""

    def _begin_log(self) -> None:
        """Nothing has happened yet in the deal that begins, or is played again from its beginning."""
        self._told.begin()
        self._forget_seen()

    def _forget_seen(self) -> None:
        """Something has happened: what is seen now is made anew."""
        self._views.clear()
        self._evening = None
        self._rounds = None

    @property
    def rules(self) -> AnyRules:
        """The game as agreed; it holds no position."""
        return self._match.rules

    @property
    def here(self) -> frozenset[Seat]:
        """The people who share the screen that asks, but those who got up; one where each has a screen of their own."""
        return self.people - self.up

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Who may act now, in order of precedence; empty when the deal is over."""
        return self._match.state.to_act

    @property
    def deal_over(self) -> bool:
        return self._match.deal_over

    @property
    def match_over(self) -> bool:
        return self._match.over

    @property
    def is_closed(self) -> bool:
        """Nothing is dealt here any more: the evening is over, or the match where there is none."""
        return self._match.risen or (self.match_over and not self.header.goes_on)

    @property
    def deals(self) -> int:
        """The number of the deal, 1 for the first; in an evening it goes on from match to match."""
        return self._match.deals

    @property
    def deals_of_match(self) -> int:
        """The number of the deal in its match."""
        return self._match.deals - self._match.deals_before

    @property
    def deal_name(self) -> Text:
        return self._match.deal_name

    @property
    def evening(self) -> Evening | None:
        """What has been counted of the evening; None where none goes on. It is made once after every move."""
        if self._evening is None and self.header.goes_on:
            self._evening = self._counted()
        return self._evening

    def _counted(self) -> Evening:
        match, rules = self._match, self.rules
        title, counts = rules.tally(match.ended, match.standing)
        ended = tuple(tuple(map(bool, rules.tally([one], one)[1])) for one in match.ended)
        over = match.deals if match.deal_over else match.deals - 1
        return Evening(title, counts, self.sides, ended, over, match.deal_name, rules.one_deal, rules.shame)

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """Who plays together in this deal, by the first of each; everybody alone where nobody does."""
        sides: dict[int, list[Seat]] = {}
        chairs = self.rules.scene(observe_public(self._match.state, 0)).chairs
        for chair in sorted(chairs, key=lambda chair: chair.seat):
            sides.setdefault(-1 - chair.seat if chair.side is None else chair.side, []).append(chair.seat)
        return tuple(map(tuple, sides.values()))

    @property
    def aside(self) -> bool:
        """Whether somebody may be asked now without the others' notice; everybody knows such a moment."""
        return self.rules.is_aside(self._match.state)

    @property
    def silence(self) -> Move | None:
        """The move by which a player who is asked in secret keeps silent; None where nothing secret is asked."""
        return self.rules.silence(self._match.state)

    def has_news(self, seat: Seat) -> bool:
        """Whether a seat that is asked in secret may have something new to say; everybody can tell."""
        return self.rules.has_news(self._match.state, seat)

    @property
    def turn(self) -> Seat:
        """Whose turn it is as everybody may know: who acts once all that are asked in secret have kept silent.

        Where the deal is over then: who is asked first.
        """
        return (self.rules.after_silence(self._match.state).to_act or self.to_act)[0]

    def asked_aside(self, seat: Seat, said: Sequence[Move]) -> Scene | None:
        """What this seat is asked in secret at this moment, when it has said so much and nobody else speaks.

        None when it has nothing to say.
        """
        state = self.rules.after_silence(self._match.state, seat, said)
        if self.rules.silence(state) is None:
            return None
        return self.rules.scene(observe(state, seat))._replace(title=self.title)

    # What a seat knows

    def observe(self, seat: Seat) -> Observation:
        """What this seat knows."""
        return observe(self._match.state, seat)

    def scene(self, seat: Seat) -> Scene:
        """What this seat's player sees."""
        return self._drawn(self.observe(seat))

    def _drawn(self, seen: Observation) -> Scene:
        """What somebody sees who knows this."""
        scene = self.rules.scene(seen)._replace(title=self.title)
        if self._forgets and not (self.header.memory == "after_bout" and is_between(self._told.all, self.rules.rounds)):
            scene = from_memory(scene)
        return with_layers(scene, layers(self._told.all, self.rules.rounds))

    @property
    def _forgets(self) -> bool:
        """Whether people remember themselves what was played in the deal that goes on."""
        return self.header.memory != "all" and not self.deal_over

    def view(self, seat: Seat, *, open_hands: bool = False) -> View:
        """What this seat's player sees now. It is made once after every move, however often it is asked for.

        With `open_hands` every hand is known, for practice: only where nobody else plays but bots.
        """
        view = self._views.get((seat, open_hands))
        if view is None:
            view = self._views[seat, open_hands] = self._view(seat, open_hands)
        return view

    def _view(self, seat: Seat, open_hands: bool) -> View:
        scene = self.scene(seat)
        if open_hands:
            assert self.people == {seat}, "other people's hands are secret"
            scene = with_open_hands(scene, self._match.state.places)
        if self.resigned:
            scene = scene._replace(choices=(), verb="", targets=())
        return self._told_with(scene, self.events(seat))._replace(
            is_turn=self.to_act[:1] == (seat,) and not self.resigned,
            may_take_back=self.to_take_back(seat) > 0,
            is_alone=self.people == {seat},
        )

    def _told_with(self, scene: Scene, events: Sequence[Event]) -> View:
        """What somebody is shown with this scene who has no turn here and can take nothing back."""
        if self._rounds is None:
            rounds = self.rules.rounds
            most = 1 if rounds.shut_by or self._forgets else None
            self._rounds = tuple(islice(rounds_over(self.public_events(), rounds), most))
        return View(
            scene,
            tuple(events),
            self._rounds,
            deal_over=self.deal_over,
            match_over=self.match_over,
            sheet=self._match.standing.sheet,
            evening=self.evening,
            told_from=remembered_from(events, self.rules.rounds, len(self.names)) if self._forgets else 0,
        )

    def quiet_view(self, seat: Seat) -> View:
        """The same while it must not be seen whether anybody is asked in secret: as if nobody were."""
        silent = if_silent(self.rules, self._match.state)
        scene = self._drawn(observe(silent, seat))
        return self.view(seat)._replace(scene=scene, is_turn=silent.to_act[:1] == (seat,))

    def public_view(self) -> View:
        """What somebody sees who has no seat, from the first chair; as if nobody were asked in secret."""
        view = self._views.get((ONLOOKER, False))
        if view is None:
            seen = observe_public(if_silent(self.rules, self._match.state), 0)
            scene = for_onlookers(self._drawn(seen), seen.state.size(0))
            view = self._views[ONLOOKER, False] = self._told_with(scene, self.public_events())
        return view

    def events(self, seat: Seat, since: int = 0) -> list[Event]:
        """What has happened in this deal after the first `since` events, as this seat may know it."""
        return self._told.of(seat)[since:]

    def public_events(self, since: int = 0) -> list[Event]:
        """The same as it may be told aloud."""
        return self._told.aloud()[since:]

    def tell(self, event: Event) -> Text | None:
        """The line of the log for an event."""
        if event.kind == STAND_IN:
            return say("{who}: the bot has failed, another one makes this move.", who=Who(event.seat))
        if event.kind == REMARK:
            return say("{who}: “{line}”", who=Who(event.seat), line=remark_of(event))
        if event.kind == UNASKED:
            verb = list(self.rules.verbs.values())[event.arg]
            return Text(verb.unasked) if verb.unasked else say("Only one card may be laid.")
        return tell(self.rules, event)

    def legal(self, seat: Seat) -> Sequence[Move]:
        seen = self.observe(seat)
        return self.rules.legal(seen.state, seat)

    def plain_pass(self, seat: Seat) -> Move | None:
        """The pass of a seat that can do nothing else, where everybody at the table knows that; None elsewhere."""
        return plain_pass(self.rules, self._match.state, seat)

    def only_move(self, seat: Seat) -> Move | None:
        """The one move of a seat that can do nothing else; None where it decides something, or people sit with it."""
        return only_move(self.rules, self._match.state, seat) if self.people == {seat} else None

    def is_spared(self, seat: Seat, way: str) -> bool:
        """Whether this seat has only one move, which a player who likes it this `way` (`forced`) is not asked for."""
        move = self.only_move(seat)
        return move is not None and (way == "all" if move.cards else way in ("words", "all") and self.may_do(move))

    def may_do(self, move: Move) -> bool:
        """Whether the table may make this move, the only one there is, for somebody who has agreed to it."""
        return bool(move.cards or self.rules.verbs[move.verb].unasked)

    def explain(self, seat: Seat, move: Move) -> RuleBroken | None:
        """Why the seat may not make this move, from what it may know; for no move at all, what is due."""
        if not move.verb:
            return RuleBroken("", self.scene(seat).prompt)
        return self.rules.why_not(self.observe(seat).state, seat, move)

    def to_take_back(self, seat: Seat) -> int:
        """How many moves must be taken back so that this seat decides again what it decided last.

        0 where that cannot be: at a table with other people, before its first decision, and when the deal is over.
        """
        if self.people != {seat} or self.deal_over or self.resigned:
            return 0
        return self._match.decided_ago(seat)

    # How a deal ended, and how the match stands

    def result_lines(self) -> list[Text]:
        """How the deal ended. Only when it is over."""
        return list(self.rules.result_lines(self._match.state))

    def scores(self) -> tuple[float, ...]:
        """The score of every seat in this deal, 0 to 1. Only when it is over."""
        return self.rules.scores(self._match.state)

    @property
    def deal_counts(self) -> bool:
        """Whether the deal, which is over, was played at all."""
        return self.rules.counts(self._match.state)

    def outcome(self, seat: Seat | None) -> Outcome:
        """How the deal ended, as it is said to this seat or to the whole table. Only when it is over."""
        state, standing, rules = self._match.state, self._match.standing, self.rules
        assert self.deal_over, "hands are still secret"
        sheet = standing.sheet
        ending = Ending(
            rules.verdict(state, seat),
            rules.scores(state),
            rules.places(state),
            sheet[-1].points if sheet else (),
            tuple(state.places[: len(self.names)]),
        )
        over = self.match_over
        return Outcome(
            ending,
            self.totals(),
            standing.winners if over else None,
            rules.match_places(standing) if over and self.deals_of_match > 1 else (),
            self.sheet_notes(),
        )

    def totals(self) -> list[tuple[Text, tuple[int, ...]]]:
        """What is counted over the match, and the number of every seat."""
        return self.rules.totals(self._match.standing)

    @property
    def sheets_before(self) -> list[tuple[SheetRow, ...]]:
        """The score sheets of the matches of this evening that were before."""
        return [standing.sheet for standing in self._match.past if standing.sheet]

    def sheet_notes(self) -> list[Text]:
        """The lines under the score sheet."""
        return self.rules.sheet_notes(self._match.standing)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who won the match, once it is over."""
        return self._match.standing.winners


def remark_of(event: Event) -> Text:
    """What was said."""
    from cardtable.talk.remarks import remarks

    return Text("{line}", {"line": Quote(remarks()[event.arg].said)})
