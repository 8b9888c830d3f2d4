"""Kozel in sentences: the log, the result and the score sheet."""

from __future__ import annotations

from collections.abc import Mapping

from cardtable.engine.moves import Event, Seat
from cardtable.engine.rules import SheetRow
from cardtable.engine.text import Faces, Suit, Text, Who, faces, say, say_count
from cardtable.engine.verdict import DealVerdict, Emblem, SharedPoints, SoFar, headline_by
from cardtable.games.drawn import drawn
from cardtable.games.kozel import scoring
from cardtable.games.kozel.cards import ALL_POINTS, HALF, SHAMKA, SHAMOK
from cardtable.games.kozel.rules import KozelRules
from cardtable.games.kozel.state import KozelStanding, KozelState


def tell(rules: KozelRules, event: Event) -> Text | None:
    """The log line for an event; cards that only some players saw are never named."""
    who = Who(event.seat)
    cards = faces(event.cards)
    match event.kind:
        case "deal":
            return say("{who} deals.", who=who)
        case "dealt" | "shuffle":
            return None
        case "dealt_open":
            return say("Dealt face up to {who}: {cards}.", who=who, cards=cards)
        case "no_trump_found":
            return say("No card that could fix trumps came: {who} deals again.", who=who)
        case "turn_up":
            return say("{cards} is turned up: {suit} are trumps.", cards=cards, suit=Suit(event.arg))
        case "second_half":
            return say("{who} deals the second packet.", who=who)
        case "has_ace":
            return say("{who} has {cards} and leads it.", who=who, cards=cards)
        case "cut":
            return say_count("{who} cuts: {count} card.", "{who} cuts: {count} cards.", event.size, who=who)
        case "uncut":
            return say("{who} deals without a cut.", who=who)
        case "praise":
            return say("{who} praises.", who=who)
        case "draw":
            return drawn(event)
        case "lay_down":
            return say("{who} lays a card face down on column {column}.", who=who, column=event.arg)
        case "lay":
            return say("{who} lays {cards} on column {column}.", who=who, cards=cards, column=event.arg)
        case "reveal":
            return say("Column {column} was led with {cards}.", column=event.arg, cards=cards)
        case "column":
            return say_count(
                "{who} wins column {column}: {count} point.",
                "{who} wins column {column}: {count} points.",
                event.arg,
                who=who,
                column=event.size,
            )
        case "praise_won":
            side = names(rules, rules.side[event.seat])
            return say("The praise is won by {takers}; {who} leads.", takers=side, who=who)
        case "void":
            return say("{who} would need a fifth pair: the praise is void, and all is dealt again.", who=who)
        case "call_redeal":
            if event.arg:
                return say("{who} calls for another deal: no queens. All cards are dealt again.", who=who)
            return say("{who} calls for another deal: no queens.", who=who)
        case "repraise":
            return say("{who} has all cards dealt again, and the praise done anew.", who=who)
        case "keep_praise":
            return say("{who} keeps the praise; the other cards are dealt again.", who=who)
        case "offer":
            return say("{who} gives {target} a trump, the only one.", who=who, target=Who(event.arg))
        case "return":
            return say("{who} gives {target} a card back.", who=who, target=Who(event.arg))
        case "play":
            return say("{who} plays {cards}.", who=who, cards=cards)
        case "trick":
            if event.arg < 0:
                return say("{who} takes the trick.", who=who)
            return say_count(
                "{who} takes the trick: {count} point.", "{who} takes the trick: {count} points.", event.arg, who=who
            )
        case "has_six":
            return say("{who} has {cards} and names trumps.", who=who, cards=cards)
        case "name":
            return say("{who} makes {suit} trumps.", who=who, suit=Suit(event.arg))
        case "captured" if rules.shamok != SHAMOK:
            return say("The queen of clubs of {who} is captured by the seven of clubs.", who=who)
        case "captured":
            return say("The queen of clubs of {who} is captured by the six of clubs.", who=who)
        case "takes":
            takers = names(rules, event.arg)
            return say_count(
                "{takers}: {count} point from the account of {who}.",
                "{takers}: {count} points from the account of {who}.",
                event.size,
                takers=takers,
                who=who,
            )
    raise ValueError(f"Kozel has no event {event.kind}")


def names(rules: KozelRules, side: int) -> Text:
    members = rules.members(side)
    if len(members) == 1:
        return say("{who}", who=Who(members[0]))
    return say("{who} and {partner}", who=Who(members[0]), partner=Who(members[1]))


STEPS = {scoring.SHUTOUT: say("Shut out"), scoring.CHIPER: say("Chiper"), scoring.PAIR: say("Pair")}
"""The names of the ladder results (K-19)."""


def meanings(rules: KozelRules) -> dict[int, Text]:
    """The same, with the condition for each."""
    by_tricks = rules.options.shutout_basis == "tricks"
    most = scoring.CHIPER_MOST
    return {
        scoring.SHUTOUT: say("Shut out: the losers took not a single trick")
        if by_tricks
        else say("Shut out: the losers took not a single card point"),
        scoring.CHIPER: say("Chiper: the losers have {most} card points or fewer", most=most),
        scoring.PAIR: say("Pair: the losers have {least} to {most} card points", least=most + 1, most=HALF - 1),
    }


def outcome(rules: KozelRules, state: KozelState, steps: Mapping[int, Text]) -> list[Text]:
    """The result of the hand, from shut out to eggs, capture and penalty (K-04, K-09, K-17 to K-20)."""
    if state.ended == "cut":
        return [say("Wrong cut")]
    if state.ended == "redeal":
        return [say("Third call for another deal")]
    if rules.options.scoring == "shama":
        return [shama_outcome(rules, state)]
    if rules.options.scoring != "ladder":
        return []
    lines = []
    if state.ended == "captured":
        lines.append(
            say("Shamka captured: {six} and {queen} in one trick", six=Faces((rules.shamok,)), queen=Faces((SHAMKA,)))
        )
        if rules.options.first_capture == "match" and state.hand == 1:
            return [*lines, say("In the first deal that costs the match")]
    elif not any(state.gains):
        lines.append(say("Eggs: sixty to sixty"))
    else:
        side = rules.side[scoring.losers(rules, state)[0]]
        lines.append(steps[scoring.ladder_step(rules, state, side)])
    if any(state.gains) and state.eggs > 1:
        lines.append(say("times {factor} after eggs", factor=state.eggs))
    return lines


def shama_outcome(rules: KozelRules, state: KozelState) -> Text:
    """How far the losing side fell short, and whether it had named trumps (K-31)."""
    side, points = scoring.shama_step(rules, state)
    named = side == rules.side[state.namer]
    taken = scoring.card_points(state)[side]
    if points == scoring.EVEN:
        return say("Named trumps and took only half")
    if points in (scoring.NAMERS[0], scoring.OTHERS[0]) and not taken:
        return say("Named trumps and took nothing") if named else say("Took nothing")
    if taken < scoring.CHIPER_MOST:
        return say("Named trumps and took less than thirty") if named else say("Took less than thirty")
    return say("Named trumps and took less than half") if named else say("Took less than half")


def result_lines(rules: KozelRules, state: KozelState) -> list[Text]:
    """How the hand ended, its points, and whether the next one counts double (section 6 of the catalogue)."""
    return [
        *_counted(rules, state),
        *_gains(rules, state),
        *_next(rules, state),
        *_sums(rules, state),
        *_goat(rules, state),
    ]


def verdict(rules: KozelRules, state: KozelState, seat: Seat | None) -> DealVerdict:
    """The side that won the hand, the card points of each, and the consequences (K-17 to K-23)."""
    tally = _tally(rules, state)
    counted = _counted(rules, state) if tally is None else outcome(rules, state, meanings(rules))
    story = (*counted, *_next(rules, state), *_goat(rules, state))
    return DealVerdict(_headline(rules, state, seat), story, tally=tally, emblem=_emblem(rules, state, seat))


def so_far(rules: KozelRules, state: KozelState) -> SoFar:
    """The card points taken by each side (K-18)."""
    points = scoring.card_points(state)
    return SoFar(say("card points, trick by trick"), tuple([points[side] for side in rules.side]))


def _headline(rules: KozelRules, state: KozelState, seat: Seat | None) -> Text:
    """The winner; on the ladder "Eggs", and for a loser the name of the result."""
    if rules.options.scoring == "ladder" and state.ended == "counted":
        if not any(state.gains):
            return say("Eggs")
        side = rules.side[scoring.losers(rules, state)[0]]
        if seat is not None and rules.side[seat] == side:
            return STEPS[scoring.ladder_step(rules, state, side)]
    return headline_by(rules.scores(state), seat)


def _tally(rules: KozelRules, state: KozelState) -> SharedPoints | None:
    """The card points of two sides, with the half at which the ladder punishes nobody (K-18, K-20)."""
    if state.ended != "counted" or rules.sides != 2:
        return None
    points = scoring.card_points(state)
    by_seat = tuple([points[side] for side in rules.side])
    if rules.options.scoring != "ladder":
        return SharedPoints(by_seat, ALL_POINTS)
    return SharedPoints(by_seat, ALL_POINTS, HALF, say("{points} to {points} is eggs", points=HALF))


def _counted(rules: KozelRules, state: KozelState) -> list[Text]:
    """The result of the hand, and the card points of every side if they were counted."""
    lines = outcome(rules, state, meanings(rules))
    if state.ended == "counted":
        for side, points in enumerate(scoring.card_points(state)):
            lines.append(
                say_count("{who}: {count} card point", "{who}: {count} card points", points, who=names(rules, side))
            )
    return lines


def _gains(rules: KozelRules, state: KozelState) -> list[Text]:
    """The game points from the hand, with their totals."""
    score, _, _ = scoring.after(rules, state)
    return [
        say_count(
            "{who}: {count} game point, {sum} in all",
            "{who}: {count} game points, {sum} in all",
            gain,
            who=names(rules, side),
            sum=score[side],
        )
        for side, gain in enumerate(state.gains)
        if gain
    ]


def _next(rules: KozelRules, state: KozelState) -> list[Text]:
    """The factor of the next hand, or that this one did not count (K-20, K-21)."""
    _, eggs, _ = scoring.after(rules, state)
    if rules.options.scoring == "ladder" and eggs > 1:
        return [say("The next result counts times {factor}.", factor=eggs)]
    if _is_void(rules, state):
        return [say("Nobody has won: the points are void.")]
    return []


def _is_void(rules: KozelRules, state: KozelState) -> bool:
    """Whether the card points of the match are cancelled because no side has won (K-21)."""
    options = rules.options
    counted = options.scoring == "sixty" and state.ended == "counted"
    return counted and state.match_winner < 0 and options.below_target == "cancel"


def _sums(rules: KozelRules, state: KozelState) -> list[Text]:
    """The card points or accounts after the hand, if they decide the match (K-21, K-22)."""
    _, _, totals = scoring.after(rules, state)
    lines = []
    if rules.options.scoring == "sixty" and state.ended == "counted" and not _is_void(rules, state):
        lines += [say("{who}: {sum} in all", who=names(rules, side), sum=points) for side, points in enumerate(totals)]
    if rules.options.scoring == "accounts":
        left = scoring.accounts(rules, state.booked)
        lines += [say("Account of {who}: {sum}", who=Who(seat), sum=points) for seat, points in enumerate(left)]
    return lines


def _goat(rules: KozelRules, state: KozelState) -> list[Text]:
    """Lines naming the Goat and the winners of the match (K-19, K-21)."""
    losing = _goats(rules, state)
    lines = []
    if rules.options.game_points and losing:
        lines.append(say("The Goat: {who}", who=names(rules, losing[0])))
    if state.match_winner >= 0:
        lines.append(say("The match is won: {who}", who=names(rules, state.match_winner)))
    return lines


def _goats(rules: KozelRules, state: KozelState) -> list[int]:
    """The sides with enough points to lose the match."""
    score, _, _ = scoring.after(rules, state)
    return [side for side, points in enumerate(score) if points >= rules.options.match_points]


def _emblem(rules: KozelRules, state: KozelState, seat: Seat | None) -> Emblem:
    """Two eggs after a hand that ends in eggs; a goat for the players who are the Goat, and for spectators."""
    if rules.options.scoring == "ladder" and state.ended == "counted" and not any(state.gains):
        return "eggs"
    goats = _goats(rules, state) if rules.options.game_points else []
    return "goat" if goats and (seat is None or rules.side[seat] in goats) else ""


def sheet_row(rules: KozelRules, standing: KozelStanding, state: KozelState) -> SheetRow:
    """The row of this hand on the sheet: the name of the result, if any, and game or card points."""
    by_side = state.gains if rules.options.game_points else scoring.card_points(state)
    points = tuple([by_side[side] for side in rules.side])
    label, *notes = outcome(rules, state, STEPS) or [say("Card points")]
    return SheetRow(label, points, tuple(notes))


def totals(rules: KozelRules, standing: KozelStanding) -> list[tuple[Text, tuple[int, ...]]]:
    """The match totals, by seat (K-19, K-21, K-22)."""
    if rules.options.game_points:
        return [(say("Game points"), _by_seat(rules, standing.score))]
    if rules.options.scoring == "sixty":
        return [(say("Card points"), _by_seat(rules, standing.totals))]
    return [(say("Account"), scoring.accounts(rules, standing.booked))]


def _by_seat(rules: KozelRules, values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(values[side] for side in rules.side)


def sheet_notes(rules: KozelRules, standing: KozelStanding) -> list[Text]:
    """What ends the match, whether the next hand counts double, and who took how much from whom (K-20 to K-23)."""
    options = rules.options
    if options.scoring == "ladder":
        lines = [
            say("The team that has {limit} game points has lost.", limit=options.match_points)
            if rules.sides < rules.seats
            else say("The player who has {limit} game points has lost.", limit=options.match_points),
            say(
                "Pair: {pair} game points. Chiper, {most} card points or fewer: {chiper}. Shut out: {shutout}.",
                pair=scoring.PAIR,
                most=scoring.CHIPER_MOST,
                chiper=scoring.CHIPER,
                shutout=scoring.SHUTOUT,
            ),
        ]
        if standing.eggs > 1:
            lines.append(say("The next result counts times {factor}.", factor=standing.eggs))
        return lines
    if options.scoring == "shama":
        return [
            say("The team that has {limit} game points has lost.", limit=options.match_points),
            say(
                "Who named trumps: {below} game points below half, {few} below thirty, {none} for nothing, {even} at "
                "half.",
                none=scoring.NAMERS[0],
                few=scoring.NAMERS[1],
                below=scoring.NAMERS[2],
                even=scoring.EVEN,
            ),
            say(
                "The others: {below} below half, {few} below thirty, {none} for nothing.",
                none=scoring.OTHERS[0],
                few=scoring.OTHERS[1],
                below=scoring.OTHERS[2],
            ),
        ]
    if options.scoring == "sixty":
        return [say("The first with {limit} card points wins.", limit=options.target)]
    if options.account_rule == "pool":
        lines = [say("Who empties an account wins, no matter who else took from it.")]
    else:
        lines = [say("Who takes {limit} points from one player wins.", limit=options.account_start)]
    for side, row in enumerate(standing.booked):
        for payer, amount in enumerate(row):
            if amount:
                lines.append(say("{takers} from {who}: {sum}", takers=names(rules, side), who=Who(payer), sum=amount))
    return lines


def partner_of(rules: KozelRules, seat: Seat) -> Seat | None:
    """The partner of a seat (K-02)."""
    return next((mate for mate in rules.members(rules.side[seat]) if mate != seat), None)
