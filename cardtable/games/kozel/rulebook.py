"""The rules of Kozel as played with given options, by chapter."""

from __future__ import annotations

from cardtable.cards import RANKS, parse_card
from cardtable.engine.rulebook import RulePart
from cardtable.engine.text import Faces, Ranks, Text, say, say_count
from cardtable.games.kozel.options import KozelOptions


def explain(options: KozelOptions, seats: int) -> list[tuple[Text, list[RulePart]]]:
    """The rules of exactly these options, by chapter."""
    chapters = [
        (say("The aim"), _aim(options)),
        (say("Players and cards"), _players(options, seats)),
        (say("The deal"), _deal(options, seats)),
        (say("Trumps"), _trumps(options)),
        (say("The praise"), _praise(options) if options.praise == "pants" else []),
        (say("Before the first lead"), _before_play(options)),
        (say("Playing"), _playing(options)),
        (say("Counting"), _counting(options)),
        (say("The match"), _match(options)),
        (say("What everybody knows"), _public(options)),
    ]
    return [(title, parts) for title, parts in chapters if parts]


def _part(ids: str, text: Text) -> RulePart:
    return RulePart(tuple(ids.split()), text)


def _cards(text: str) -> Faces:
    return Faces(tuple(parse_card(card) for card in text.split()))


def _captures(options: KozelOptions) -> bool:
    """Whether the queen of clubs can be captured: the six that does it is in the pack (K-17)."""
    return options.shamka_capture and options.deck == 36


def _aim(options: KozelOptions) -> list[RulePart]:
    return [_part(*_AIM[options.scoring])]


_AIM = {
    "ladder": (
        "K-19 K-23",
        say(
            "Tricks are played for the points of the cards in them. The side that takes less than half of these points "
            "is given game points, and game points are bad: whoever gathers too many of them is the goat."
        ),
    ),
    "sixty": (
        "K-21",
        say(
            "Tricks are played for the points of the cards in them. The side that gathers enough of these points wins."
        ),
    ),
    "accounts": (
        "K-22",
        say(
            "Tricks are played for the points of the cards in them. The side that takes more than half of these points "
            "is paid from the accounts of the others, and wins the match when somebody's account is used up."
        ),
    ),
}


def _players(options: KozelOptions, seats: int) -> list[RulePart]:
    """K-01, K-02."""
    sitting = (
        say(
            "Four players sit round the table. Partners sit opposite each other: their tricks are put together, and "
            "they win and lose together."
        )
        if options.partners
        else say_count(
            "{count} player sits at the table, for a side of one.",
            "{count} players sit round the table, each for themselves: where these rules speak of a side, it is one "
            "player.",
            seats,
        )
    )
    return [
        _part("K-02", sitting),
        _part(
            "K-02",
            say_count(
                "The pack has {count} card in four suits, the sixes among them.",
                "The pack has {count} cards in four suits, the sixes among them.",
                options.deck,
            )
            if options.deck == 36
            else say_count(
                "The pack has {count} card in four suits, from the sevens up.",
                "The pack has {count} cards in four suits, from the sevens up.",
                options.deck,
            ),
        ),
        _part(
            "K-01",
            say(
                "An ace is worth 11 points, a ten 10, a king 4, a queen 3, a jack 2, and the other cards nothing: "
                "120 points in the pack."
            ),
        ),
    ]


def _deal(options: KozelOptions, seats: int) -> list[RulePart]:
    """K-03 to K-05, K-07."""
    first = (
        say("Who deals first is decided by lot.")
        if options.first_dealer == "random"
        else say("The players have agreed who deals first.")
    )
    parts = [
        _part("K-03", first),
        _part("K-03", say("After every hand that was completed, the next player on the left deals.")),
        *_cut(options),
    ]
    mode = options.deal_mode
    if mode == "all":
        text = say(
            "All cards are dealt, one at a time, clockwise from the dealer's left: {count} to each.",
            count=options.deck // seats,
        )
        parts.append(_part("K-05", text))
    elif mode == "open_first":
        parts += [_part("K-07", text) for text in _OPEN_FIRST]
    else:
        parts.append(_part("K-05", _DEAL[mode]))
        if options.trump_system != "fixed_clubs":
            parts.append(_part("K-05", say("The suit printed on that card is the trump suit of the hand.")))
    if options.halves:
        text = say("After four tricks the second packet is dealt in the same way, but no card of it is shown.")
        parts.append(_part("K-05 K-16", text))
    return parts


_OPEN_FIRST = (
    say(
        "The dealer turns up cards, one by one, for the player on the left. The first of them that is neither a jack "
        "nor a queen nor the seven of clubs fixes the trump suit, and the player keeps all of them."
    ),
    say(
        "Then every other player in turn is given as many cards at once, face down, and the rest is dealt one at a "
        "time clockwise from the dealer's left, until each player has eight."
    ),
    say("If eight cards are turned up and none of them fixes trumps, the same dealer shuffles and deals again."),
)
_DEAL = {
    "stock4": say(
        "Each player is dealt four cards, one at a time, clockwise from the dealer's left. The next card is turned up "
        "and goes under the rest, the stock, where it is drawn last of all."
    ),
    "halves_left": say(
        "The pack is divided into two packets of sixteen. The upper one is dealt one card at a time, beginning with "
        "the dealer and going anticlockwise, four to each. The last card goes to the player on the dealer's left, and "
        "everybody sees it."
    ),
    "halves_dealer": say(
        "The pack is divided into two packets of sixteen. The upper one is dealt one card at a time, clockwise from "
        "the dealer's left, four to each. The last card is turned up before the dealer takes it."
    ),
}


def _cut(options: KozelOptions) -> list[RulePart]:
    """K-04."""
    if options.cut_step == "auto":
        return [_part("K-04", say("The dealer shuffles, and the player on the dealer's right cuts."))]
    parts = [
        _part(
            "K-04",
            say(
                "The dealer shuffles. The player on the dealer's right, and nobody else, must then cut: some cards go "
                "from the top to the bottom, and the deal begins. After that the pack is not cut again in this hand."
            ),
        ),
    ]
    if options.cut_penalty == 0:
        text = say(
            "A dealer who deals uncut cards loses the deal, and so it does if anybody else cuts: the next player deals."
        )
    else:
        text = say_count(
            "A dealer who deals uncut cards costs their own side {count} game point, and so does anybody else who cuts "
            "for theirs. The hand is over with that, and the next player deals.",
            "A dealer who deals uncut cards costs their own side {count} game points, and so does anybody else who "
            "cuts for theirs. The hand is over with that, and the next player deals.",
            options.cut_penalty,
        )
    return [*parts, _part("K-04", text)]


def _trumps(options: KozelOptions) -> list[RulePart]:
    """K-06."""
    sixes = options.deck == 36
    if options.trump_system == "fixed_clubs":
        order = _cards("7c 8c 9c Kc Tc Ac Jd Jh Js Jc Qd Qh Qs Qc" + (" 6c" if sixes else ""))
        what = say("The same cards are trumps in every hand: all clubs, all jacks and all queens.")
        plain = "6789KTA" if sixes else "789KTA"
    elif options.trump_system == "turned_jacks":
        jacks = [f"J{suit}" for suit in reversed(options.jack_order)]
        if options.club_jack == "plain":
            jacks.remove("Jc")
            what = say(
                "Trumps are the cards of the trump suit, and above them the jacks except that of clubs, whatever the "
                "trump suit is. The jack of clubs is an ordinary club between the nine and the queen."
            )
        else:
            what = say("Trumps are the cards of the trump suit, and above them all jacks, whatever the trump suit is.")
        order = _cards(" ".join(jacks))
        plain = "6789QKTA" if sixes else "789QKTA"
    else:
        order = _cards("Jd Jh Js Jc Qd Qh Qs Qc 7c")
        what = say(
            "Trumps are the cards of the trump suit, and above them all jacks, all queens and the seven of clubs, "
            "whatever the trump suit is."
        )
        plain = "6789KTA" if sixes else "789KTA"
    ranks = Ranks(tuple(RANKS.index(rank) for rank in plain))
    parts = [_part("K-06", what)]
    if options.trump_system == "fixed_clubs":
        parts.append(_part("K-06", say("From the weakest to the strongest: {cards}.", cards=order)))
        parts.append(_part("K-06", say("The ranks of the other suits, from the weakest: {ranks}.", ranks=ranks)))
    else:
        text = say("The trumps above the trump suit, from the weakest to the strongest: {cards}.", cards=order)
        parts.append(_part("K-06", text))
        parts.append(
            _part(
                "K-06", say("The ranks of a suit, of trumps as of the others, from the weakest: {ranks}.", ranks=ranks)
            )
        )
    parts.append(
        _part(
            "K-06",
            say(
                "All trumps are one suit together: a jack or queen that is a trump does not belong to the suit printed "
                "on it. All other cards are called plain."
            ),
        )
    )
    return parts


def _praise(options: KozelOptions) -> list[RulePart]:
    """K-10."""
    parts = [_part(ids, text) for ids, text in _PANTS]
    if options.praise_leader_may_lead_trump and options.trump_lead_restricted:
        parts.append(_part("K-10 K-12", say("This very first lead may be a trump even with other cards in hand.")))
    return parts


_PANTS = (
    (
        "K-03 K-10",
        say(
            "From the second hand of a match on, the hand begins with a praise. The player on the dealer's left is the "
            "boaster."
        ),
    ),
    (
        "K-10",
        say(
            "The boaster is given the bottom card and the top card of the pack, and more such pairs until they hold a "
            "plain card. One plain card, or two if there are two, they lay face down as columns."
        ),
    ),
    (
        "K-10",
        say(
            "The others follow clockwise. Each is given such pairs until they hold as many plain cards as there are "
            "columns, and lays a plain card of any suit face up on each column. Everything else stays in hand."
        ),
    ),
    (
        "K-10",
        say(
            "Then the boaster's cards are shown. Each column is a trick that the boaster led: the highest card of that "
            "suit takes it, and its points count in this hand."
        ),
    ),
    (
        "K-10",
        say(
            "The rest of the pack is dealt one at a time, clockwise from the dealer's left, until everybody has nine "
            "cards less one for each column."
        ),
    ),
    (
        "K-10",
        say(
            "The taker of the column with more points has won the praise for their side and leads the first trick. If "
            "two columns are equal, it is the taker who sits first, going clockwise from the boaster."
        ),
    ),
    (
        "K-10",
        say("If four pairs are not enough for a player, the same dealer shuffles everything and the praise is redone."),
    ),
)


def _before_play(options: KozelOptions) -> list[RulePart]:
    """K-08, K-09."""
    parts = []
    if options.redeal_no_queens:
        parts.append(
            _part(
                "K-09",
                say(
                    "A side that holds no queen when the cards are dealt, or none but the queen of diamonds, may call "
                    "for another deal. Of its two players, the one who comes first from the dealer's left is asked."
                ),
            )
        )
        again = say("Then all cards are shuffled and dealt again by the same dealer.")
        if options.praise == "pants":
            parts.append(_part("K-09", say("In a hand without a praise, all cards are then shuffled and dealt again.")))
            again = say(
                "In a hand with a praise, the player who is to lead chooses: either everything is shuffled and the "
                "praise done again, or the praise tricks stay with their takers and only the other cards are shuffled "
                "and dealt anew, with the same lead."
            )
        parts.append(_part("K-09", again))
        if options.redeal_penalty and options.scoring == "ladder":
            parts.append(
                _part(
                    "K-09",
                    say_count(
                        "A third call in one hand is not carried out: the dealer's side is given {count} game point, "
                        "and the hand is over.",
                        "A third call in one hand is not carried out: the dealer's side is given {count} game points, "
                        "and the hand is over.",
                        options.redeal_penalty,
                    ),
                )
            )
        elif options.redeal_penalty:
            parts.append(_part("K-09", say("A third call in one hand is not carried out: the hand is over uncounted.")))
        else:
            parts.append(_part("K-09", say("There may be any number of calls in one hand.")))
    if options.single_trump_exchange:
        parts += [_part("K-08", text) for text in _EXCHANGE]
    return parts


_EXCHANGE = (
    say(
        "Beginning at the dealer's left, each player who then holds exactly one trump may give it to their partner, "
        "face down, once in a hand."
    ),
    say("The partner keeps it and must give back any other card; nobody but these two sees the cards."),
)


def _playing(options: KozelOptions) -> list[RulePart]:
    """K-11 to K-17."""
    return [
        *_first_lead(options),
        *(
            [_part("K-12", say("Who holds a plain card must not lead a trump."))]
            if options.trump_lead_restricted
            else [_part("K-12", say("Any card may be led."))]
        ),
        _part("K-13", _FOLLOW[options.follow_suit]),
        _part(
            "K-14",
            say(
                "The highest trump takes the trick, or without a trump the highest card of the suit led. Whoever takes "
                "it leads the next one."
            ),
        ),
        *([_part("K-15", text) for text in _DRAWING] if options.deal_mode == "stock4" else []),
        *([_part("K-17", _CAPTURE)] if _captures(options) else []),
    ]


def _first_lead(options: KozelOptions) -> list[RulePart]:
    """K-10 e, K-11, K-16."""
    if options.first_lead == "ace_of_diamonds":
        text = say("The holder of the ace of diamonds says so and leads the first trick with that very card.")
        if options.praise == "pants":
            text = say(
                "In the first hand of a match the holder of the ace of diamonds says so and leads the first trick with "
                "that very card; later hands are opened by the winner of the praise."
            )
    else:
        text = say("The first trick is led by the player on the dealer's left.")
        if options.praise == "pants":
            text = say(
                "In the first hand of a match the player on the dealer's left leads the first trick; later hands are "
                "opened by the winner of the praise."
            )
    parts = [_part("K-10 K-11" if options.praise == "pants" else "K-11", text)]
    return [*parts, _part("K-16", _SECOND_HALF[options.second_half_lead])] if options.halves else parts


_SECOND_HALF = {
    "left_of_dealer": say("The player on the dealer's left also leads first when the second packet is dealt."),
    "last_trick_winner": say("With the second packet, whoever took the last trick of the first one leads."),
}
_FOLLOW = {
    "must": say(
        "The others play a card each, clockwise. A card of the suit led must be played if there is one in hand; trumps "
        "are one suit. Without one, any card may be played, and nobody ever has to beat a card."
    ),
    "free": say("The others play a card each, clockwise. Any card may be played at any time."),
}
_DRAWING = (
    say("After each trick everybody draws one card from the stock, its taker first, then the others clockwise."),
    say(
        "As soon as the stock has fewer cards than there are players, nobody draws any more. Cards left over there "
        "count for nobody."
    ),
)
_CAPTURE = say(
    "The six of clubs, the Shamok, captures the queen of clubs, the Shamka. As soon as both lie in one trick, played "
    "by different sides, the hand is over, and the points of the cards no longer count."
)


def _counting(options: KozelOptions) -> list[RulePart]:
    """K-18 to K-22."""
    if options.count_span == "each_half":
        text = say("When a packet has been played out, each side adds up the points in its tricks of that packet.")
    elif options.halves:
        text = say("When both packets have been played out, each side adds up the points in all its tricks.")
    elif options.praise == "pants":
        text = say("When all cards are played, each side adds up the points in its tricks, those of the praise too.")
    else:
        text = say("When all cards are played, each side adds up the points in its tricks.")
    part = _part("K-18", text)
    match options.scoring:
        case "ladder":
            return [part, *_ladder(options)]
        case "sixty":
            return [part, *_sixty(options)]
        case _:
            return [part, *_accounts(options)]


def _ladder(options: KozelOptions) -> list[RulePart]:
    """K-17, K-19, K-20."""
    parts = [
        _part("K-19", _LADDER[options.shutout_basis]),
        *(
            [_part("K-17", say("A captured queen of clubs costs the side that played it 4 game points."))]
            if _captures(options)
            else []
        ),
    ]
    if not options.eggs_double:
        return [*parts, _part("K-20", say("At 60 to 60, the eggs, nobody gets anything."))]
    doubled = say("At 60 to 60, the eggs, nobody gets anything, but the game points of the next hand are doubled.")
    again = (
        say("Every further 60 to 60 that comes before it doubles them once more.")
        if options.eggs_compound
        else say("If that hand is 60 to 60 as well, the one after it is doubled, but never more than that.")
    )
    parts += [_part("K-20", doubled), _part("K-20", again)]
    if (options.cut_step == "manual" and options.cut_penalty) or (options.redeal_no_queens and options.redeal_penalty):
        text = say(
            "Game points for a wrong cut or a third call are not doubled, and the doubling waits for another hand."
        )
        parts.append(_part("K-20", text))
    return parts


_LADDER = {
    "points": say(
        "The side with fewer than 60 points is given game points: 2 for 31 to 59 points, a pair; 4 for 1 to 30, a "
        "chiper; 6 if it has none at all."
    ),
    "tricks": say(
        "The side with fewer than 60 points is given game points: 2 for 31 to 59 points, a pair; 4 for 30 or fewer, a "
        "chiper; 6 if it took no trick at all."
    ),
}


def _sixty(options: KozelOptions) -> list[RulePart]:
    """K-21."""
    target = options.target
    if options.target_check == "at_once":
        parts = [
            _part(
                "K-21",
                say_count(
                    "The first side to have {count} point wins at once.",
                    "The first side to have {count} points wins at once; this is looked at after every trick.",
                    target,
                ),
            )
        ]
    else:
        text = say_count(
            "A side that then has {count} point or more wins; of several, the one with most.",
            "A side that then has {count} points or more wins; of several, the one with most.",
            target,
        )
        parts = [_part("K-21", text)]
    if options.below_target == "cancel":
        return [*parts, _part("K-21", say("A hand without a winner is void: nothing of it is kept."))]
    carried = (
        say("If nobody wins, the points are kept and added to those of the next hand.")
        if options.target_check == "at_once"
        else say(
            "If no side has so many, or two of them share the most, the points are kept and another hand is played."
        )
    )
    return [*parts, _part("K-21", carried)]


def _accounts(options: KozelOptions) -> list[RulePart]:
    """K-22."""
    return [
        _part(
            "K-22",
            say_count(
                "Everybody starts with {count} point on their account; no account ever rises.",
                "Everybody starts with {count} points on their account; no account ever rises.",
                options.account_start,
            ),
        ),
        _part(
            "K-22",
            say(
                "A side with more than 60 points takes {take} from the account of every other player who is not on it, "
                "and {dealer} from the one who dealt. If no side has so many, nothing is paid.",
                take=options.account_take,
                dealer=options.account_take_dealer,
            ),
        ),
    ]


def _match(options: KozelOptions) -> list[RulePart]:
    """K-21 to K-23."""
    match options.scoring:
        case "ladder":
            text = say_count(
                "Hands are played until a side has {count} game point or more. That side is the goat and has lost.",
                "Hands are played until a side has {count} game points or more. That side is the goat and has lost.",
                options.match_points,
            )
            return [_part("K-23", text)]
        case "sixty":
            return [_part("K-21 K-23", say("Hands are played until there is a winner."))]
        case _:
            return [_part("K-22 K-23", _ACCOUNT_RULE[options.account_rule](options.account_start))]


def _from_one_payer(start: int) -> Text:
    return say_count(
        "The first side that has taken {count} point from one and the same player wins the match.",
        "The first side that has taken {count} points or more from one and the same player wins the match.",
        start,
    )


def _from_the_pool(_: int) -> Text:
    return say("As soon as an account is used up, no matter by whom, the side that took last wins the match.")


_ACCOUNT_RULE = {"pairwise": _from_one_payer, "pool": _from_the_pool}


def _public(options: KozelOptions) -> list[RulePart]:
    """K-24."""
    text = say("The cards played, who took which trick, and the score sheet are known to all.")
    if options.praise == "pants":
        text = say(
            "The cards played, who took which trick, and the score sheet are known to all; in a praise also the cards "
            "laid face up, and how many cards everybody was given."
        )
    counts = (
        say("The points in the tricks are counted openly as the hand goes on.")
        if options.open_counts
        else say("Nobody announces the points in the tricks before the hand is over.")
    )
    parts = [_part("K-24", text), _part("K-24", counts)]
    if options.redeal_no_queens or options.single_trump_exchange:
        parts.append(_part("K-08 K-09 K-24", say("Who is asked before the first lead, and declines, is not told.")))
    return parts
