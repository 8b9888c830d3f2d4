"""A match as seen by those at its table: every question that may be asked about it, and nothing that changes it.

Everything returned is redacted for the seat that asks.
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
"""The event that another bot moved for one that failed. Known only at the table, not to rules or records."""
REMARK: Final = "remark"
"""The event that a bot says something at the table; not recorded, because it follows from the other events."""
UNASKED: Final = "unasked"
"""The event that the only possible move was made for a person alone with bots; not recorded either."""


class SeenMatch:
    """A match with its log of events; only `Table` plays it."""

    def __init__(self, match: Match, header: Header) -> None:
        """Takes a match in which no deal has begun."""
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
        """The views since the last move, by seat, with closed and with open hands."""
        self._evening: Evening | None = None
        """The evening's counts since the last move, once requested."""
        self.up: frozenset[Seat] = frozenset()
        """The people who left while others stay; bots play for them until they come back."""
        self.resigned = False
        """Whether the only person gave up the current deal, so that a bot plays it to its end."""
        self._rounds: tuple[LastRound, ...] | None = None
        """The finished rounds as everybody may know them; None until requested after a move."""

    def _begin_log(self) -> None:
        """Clears the events at the start of a deal, or before it is replayed from its beginning."""
        self._told.begin()
        self._forget_seen()

    def _forget_seen(self) -> None:
        """Invalidates the cached views after something has happened."""
        self._views.clear()
        self._evening = None
        self._rounds = None

    @property
    def rules(self) -> AnyRules:
        """The agreed game; rules hold no position."""
        return self._match.rules

    @property
    def here(self) -> frozenset[Seat]:
        """The people at the asking screen, without those who left; just one if each has a screen of their own."""
        return self.people - self.up

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act now, in order of precedence; empty when the deal is over."""
        return self._match.state.to_act

    @property
    def deal_over(self) -> bool:
        return self._match.deal_over

    @property
    def match_over(self) -> bool:
        return self._match.over

    @property
    def is_closed(self) -> bool:
        """Whether no more deals will follow: the evening is over, or a single match is."""
        return self._match.risen or (self.match_over and not self.header.goes_on)

    @property
    def deals(self) -> int:
        """The number of the deal, from 1; it continues through the matches of an evening."""
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
        """The counts of the evening; None for a single match. Computed once per move."""
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
        """The groups of partners in this deal, ordered by first seat; every seat alone if there are no partners."""
        sides: dict[int, list[Seat]] = {}
        chairs = self.rules.scene(observe_public(self._match.state, 0)).chairs
        for chair in sorted(chairs, key=lambda chair: chair.seat):
            sides.setdefault(-1 - chair.seat if chair.side is None else chair.side, []).append(chair.seat)
        return tuple(map(tuple, sides.values()))

    @property
    def aside(self) -> bool:
        """Whether somebody may now be asked without the others noticing; such moments are public knowledge."""
        return self.rules.is_aside(self._match.state)

    @property
    def silence(self) -> Move | None:
        """The move that means silence when a player is asked in secret; None if there is no secret question."""
        return self.rules.silence(self._match.state)

    def has_news(self, seat: Seat) -> bool:
        """Whether a seat asked in secret may have something new to say; everybody can tell."""
        return self.rules.has_news(self._match.state, seat)

    @property
    def turn(self) -> Seat:
        """The seat whose turn it publicly is: the one to act after everybody asked in secret has stayed silent.

        If the deal would then be over: the first seat asked.
        """
        return (self.rules.after_silence(self._match.state).to_act or self.to_act)[0]

    def asked_aside(self, seat: Seat, said: Sequence[Move]) -> Scene | None:
        """The secret question to this seat at this moment, after its earlier answers `said`, if nobody else speaks.

        None if it has nothing to say.
        """
        state = self.rules.after_silence(self._match.state, seat, said)
        if self.rules.silence(state) is None:
            return None
        return self.rules.scene(observe(state, seat))._replace(title=self.title)

    # Knowledge of a seat

    def observe(self, seat: Seat) -> Observation:
        """The observation of this seat."""
        return observe(self._match.state, seat)

    def scene(self, seat: Seat) -> Scene:
        """The scene for this seat's player."""
        return self._drawn(self.observe(seat))

    def _drawn(self, seen: Observation) -> Scene:
        """The scene for an observer with this knowledge."""
        scene = self.rules.scene(seen)._replace(title=self.title)
        if self._forgets and not (self.header.memory == "after_bout" and is_between(self._told.all, self.rules.rounds)):
            scene = from_memory(scene)
        return with_layers(scene, layers(self._told.all, self.rules.rounds))

    @property
    def _forgets(self) -> bool:
        """Whether people have to remember the play of the current deal themselves."""
        return self.header.memory != "all" and not self.deal_over

    def view(self, seat: Seat, *, open_hands: bool = False) -> View:
        """The view of this seat's player. Computed once per move, however often it is requested.

        With `open_hands` all hands are shown, for practice: only where everybody else is a bot.
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
        """The view with this scene for an observer who has no turn and cannot take anything back."""
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
        """The view while secret questions must not show: as if nobody were asked."""
        silent = if_silent(self.rules, self._match.state)
        scene = self._drawn(observe(silent, seat))
        return self.view(seat)._replace(scene=scene, is_turn=silent.to_act[:1] == (seat,))

    def public_view(self) -> View:
        """The view of an observer without a seat, from the first chair; as if nobody were asked in secret."""
        view = self._views.get((ONLOOKER, False))
        if view is None:
            seen = observe_public(if_silent(self.rules, self._match.state), 0)
            scene = for_onlookers(self._drawn(seen), seen.state.size(0))
            view = self._views[ONLOOKER, False] = self._told_with(scene, self.public_events())
        return view

    def events(self, seat: Seat, since: int = 0) -> list[Event]:
        """The events of this deal after the first `since`, as this seat may know them."""
        return self._told.of(seat)[since:]

    def public_events(self, since: int = 0) -> list[Event]:
        """The public events of this deal after the first `since`."""
        return self._told.aloud()[since:]

    def tell(self, event: Event) -> Text | None:
        """The log line for an event."""
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
        """The forced pass of a seat, if everybody at the table knows it is forced; else None."""
        return plain_pass(self.rules, self._match.state, seat)

    def only_move(self, seat: Seat) -> Move | None:
        """The only move of a seat that has no choice; None if there is a choice or other people are at the table."""
        return only_move(self.rules, self._match.state, seat) if self.people == {seat} else None

    def is_spared(self, seat: Seat, way: str) -> bool:
        """Whether the seat has only one move and a player with this setting (`forced`) need not be asked for it."""
        move = self.only_move(seat)
        return move is not None and (way == "all" if move.cards else way in ("words", "all") and self.may_do(move))

    def may_do(self, move: Move) -> bool:
        """Whether the table may make this only move for a player who has agreed to that."""
        return bool(move.cards or self.rules.verbs[move.verb].unasked)

    def explain(self, seat: Seat, move: Move) -> RuleBroken | None:
        """The reason why the seat may not make this move, from what it may know; for an empty move, the prompt."""
        if not move.verb:
            return RuleBroken("", self.scene(seat).prompt)
        return self.rules.why_not(self.observe(seat).state, seat, move)

    def to_take_back(self, seat: Seat) -> int:
        """The number of moves to take back so that this seat can repeat its last decision.

        0 if impossible: with other people at the table, before its first decision, or when the deal is over.
        """
        if self.people != {seat} or self.deal_over or self.resigned:
            return 0
        return self._match.decided_ago(seat)

    # Results of the deal, and the state of the match

    def result_lines(self) -> list[Text]:
        """The result of the deal. Only when it is over."""
        return list(self.rules.result_lines(self._match.state))

    def scores(self) -> tuple[float, ...]:
        """The score of each seat in this deal, 0 to 1. Only when it is over."""
        return self.rules.scores(self._match.state)

    @property
    def deal_counts(self) -> bool:
        """Whether the finished deal was actually played."""
        return self.rules.counts(self._match.state)

    def outcome(self, seat: Seat | None) -> Outcome:
        """The result of the deal as told to this seat or the whole table. Only when it is over."""
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
        """The totals of the match: what is counted, with the number of each seat."""
        return self.rules.totals(self._match.standing)

    @property
    def sheets_before(self) -> list[tuple[SheetRow, ...]]:
        """The score sheets of the earlier matches of this evening."""
        return [standing.sheet for standing in self._match.past if standing.sheet]

    def sheet_notes(self) -> list[Text]:
        """The notes below the score sheet."""
        return self.rules.sheet_notes(self._match.standing)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The winners of the match, once it is over."""
        return self._match.standing.winners


def remark_of(event: Event) -> Text:
    """The words of a remark."""
    from cardtable.talk.remarks import remarks

    return Text("{line}", {"line": Quote(remarks()[event.arg].said)})
