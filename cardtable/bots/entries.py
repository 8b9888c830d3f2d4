"""The list of our own styles of play: where each one's players are made, how strong it is, how it plays."""

from __future__ import annotations

from dataclasses import dataclass

from cardtable.engine.text import mark


@dataclass(frozen=True, slots=True)
class BotEntry:
    """A style of play as it is offered."""

    style: str
    families: tuple[str, ...]
    """The families it plays; empty for all."""
    module: str
    """Where its players are made: a module with `make(rules) -> Bot`, or `module:name` for another function of it.

    `{family}` stands for the family that is played.
    """
    strength: str
    """How strong it is, in a word; where it has a rating, `ratings.strength` says it instead."""
    about: str
    """How it plays, in a line."""
    beat: str = ""
    """How to beat it, in a line."""
    package: str = ""
    """The package that it comes from, with its version; empty for our own."""


EASY = mark("easy")
"""About as strong as lowest, or weaker."""
FAIR = mark("fair")
"""Between lowest and steady, or level with steady in some presets only."""
STRONG = mark("strong")
"""Level with steady, or better."""
VERY_STRONG = mark("very strong")
"""Better than the best of the other styles, but in the four titles and the ladder, where it measured level with it."""

UNRATED = mark("not rated")
"""Nobody knows yet."""


BOTS: tuple[BotEntry, ...] = (
    BotEntry(
        "steady",
        ("durak",),
        "cardtable.bots.styles.durak.steady",
        STRONG,
        mark("plays low cards first and keeps its trumps"),
        mark("add queens and kings to what it takes, and open with low pairs"),
    ),
    BotEntry(
        "trump_collector",
        ("durak",),
        "cardtable.bots.styles.durak.styles:trump_collector",
        FAIR,
        mark("hoards trumps, and rather takes a card or two than spend one; weaker than steady"),
        mark("lead the suits in which it took or trumped, so that its trumps come out while there is a stock"),
    ),
    BotEntry(
        "high_card_collector",
        ("durak",),
        "cardtable.bots.styles.durak.styles:high_card_collector",
        EASY,
        mark("saves queens, kings and aces, takes them where it can, leads them last; weak"),
        mark("lead nines to jacks of suits whose court cards are still out, and keep low trumps for the end"),
    ),
    BotEntry(
        "small_card_attacker",
        ("durak",),
        "cardtable.bots.styles.durak.styles:small_card_attacker",
        STRONG,
        mark("attacks at once with pairs of small cards and throws in all that fits"),
        mark("cover with ranks of which few are left, and attack it with small cards from the middle of the deal"),
    ),
    BotEntry(
        "pair_collector",
        ("durak",),
        "cardtable.bots.styles.durak.styles:pair_collector",
        STRONG,
        mark("parts with singles first and attacks with the lower of its pairs"),
        mark("keep pairs as it does, and beat its first card with a rank that it cannot add to"),
    ),
    BotEntry(
        "counter_player",
        ("durak",),
        "cardtable.bots.styles.durak.counter",
        STRONG,
        mark("watches how you play, answers your style, and tries its moves out once two are left"),
        mark("change your ways once it has watched eight bouts; while three or more play it goes by habit"),
    ),
    BotEntry(
        "steady",
        ("one_oh_one",),
        "cardtable.bots.styles.one_oh_one.steady",
        STRONG,
        mark("gets rid of points, and strikes who is about to go out"),
    ),
    BotEntry(
        "lady_keeper",
        ("one_oh_one",),
        "cardtable.bots.styles.one_oh_one.styles:lady_keeper",
        STRONG,
        mark("keeps its queens, or whatever orders a suit, to go out with one, that of spades above all"),
        mark("order suits that it lacks: with nothing else that fits it has to part with its queens"),
    ),
    BotEntry(
        "unloader",
        ("one_oh_one",),
        "cardtable.bots.styles.one_oh_one.styles:unloader",
        FAIR,
        mark("always lays the card with the most points, and orders where it has most"),
        mark("save queens and blows for the end: it plans nothing, and its last cards seldom fit"),
    ),
    BotEntry(
        "harasser",
        ("one_oh_one",),
        "cardtable.bots.styles.one_oh_one.styles:harasser",
        STRONG,
        mark("saves the cards that strike till the next player has few; pays for it at larger tables"),
        mark("go out early: the aces that it saves are then written down"),
    ),
    BotEntry(
        "suit_steerer",
        ("one_oh_one",),
        "cardtable.bots.styles.one_oh_one.styles:suit_steerer",
        EASY,
        mark("lays what it can follow itself, and orders its longest suit; weak, as its queens go first"),
        mark("change the suit that it orders: that is the one it has most of"),
    ),
    BotEntry(
        "reset_seeker",
        ("one_oh_one",),
        "cardtable.bots.styles.one_oh_one.styles:reset_seeker",
        FAIR,
        mark("keeps a hand that wipes out its total at the limit, but wins no more by that; else as the unloader"),
        mark("make it draw once it is near the limit: the sum is then gone"),
    ),
    BotEntry(
        "steady",
        ("bura",),
        "cardtable.bots.styles.bura.steady",
        STRONG,
        mark("takes what is worth its cards and counts its own points"),
    ),
    BotEntry(
        "steady",
        ("kozel",),
        "cardtable.bots.styles.kozel.steady",
        STRONG,
        mark("feeds its partner and gives opponents nothing"),
        mark("lead ten points early: it spends a high trump on them, and the end of the deal is yours"),
    ),
    BotEntry(
        "steady",
        ("king", "titles", "palace"),
        "cardtable.bots.styles.{family}.steady",
        STRONG,
        mark("ducks and sheds danger, and tries where tricks pay"),
    ),
    BotEntry(
        "trump_keeper",
        ("bura",),
        "cardtable.bots.styles.bura.styles:TrumpKeeper",
        FAIR,
        mark("keeps two trumps or more until it holds four; strong at a table of three or more, weak for two"),
        mark("lead two or three cards of a suit: it gives them up rather than break its trumps"),
    ),
    BotEntry(
        "interceptor",
        ("bura",),
        "cardtable.bots.styles.bura.styles:Interceptor",
        FAIR,
        mark("leads single cards until somebody seems to collect trumps, then several; weaker than the baseline"),
        mark("lead several cards of a suit yourself; it lets small tricks go"),
    ),
    BotEntry(
        "point_counter",
        ("bura",),
        "cardtable.bots.styles.bura.styles:PointCounter",
        STRONG,
        mark("counts the cards and risks no ace or ten that can be beaten"),
        mark("lead two cards or more: it keeps aces and tens back, and throws its emptiest cards, trumps among them"),
    ),
    BotEntry(
        "purchase_watcher",
        ("bura",),
        "cardtable.bots.styles.bura.styles:PurchaseWatcher",
        STRONG,
        mark("plays as the baseline, and draws by the size of the hands, whatever is said"),
        mark("pretending to draw is wasted on it; lead several cards of a suit"),
    ),
    BotEntry(
        "point_taker",
        ("bura",),
        "cardtable.bots.styles.bura.styles:PointTaker",
        EASY,
        mark("takes every trick that it can, and leads what counts most; weak"),
        mark("keep a trump for the aces and tens that it leads without a thought"),
    ),
    BotEntry(
        "combiner",
        ("bura",),
        "cardtable.bots.styles.bura.styles:Combiner",
        STRONG,
        mark("collects trumps, a suit or aces, and announces what it has to lead out of turn"),
        mark("lead several cards of a suit: it must break what it has collected"),
    ),
    BotEntry(
        "feeder",
        ("kozel",),
        "cardtable.bots.styles.kozel.styles:feeder",
        STRONG,
        mark("keeps tens and aces for the tricks of its partner"),
        mark("lead your high plain cards early: it leads none itself"),
    ),
    BotEntry(
        "miser",
        ("kozel",),
        "cardtable.bots.styles.kozel.styles:miser",
        STRONG,
        mark("gives opponents nothing but empty cards, and leads none else"),
        mark("lead aces and tens early: it is slow to spend a trump on them"),
    ),
    BotEntry(
        "collector",
        ("kozel",),
        "cardtable.bots.styles.kozel.styles:collector",
        FAIR,
        mark("takes tricks of ten points whenever it can, and leaves all others; weak where there is a stock"),
        mark("take the small tricks: it leaves you all below ten points"),
    ),
    BotEntry(
        "jack_spender",
        ("kozel",),
        "cardtable.bots.styles.kozel.styles:jack_spender",
        FAIR,
        mark("takes tricks of four points whenever it can, with its jacks first; weak where there is a stock"),
        mark("let it spend its jacks on four points, and keep your trumps for the dear tricks"),
    ),
    BotEntry(
        "queen_asker",
        ("kozel",),
        "cardtable.bots.styles.kozel.styles:queen_asker",
        STRONG,
        mark("asks for another deal whenever its team has no queens"),
        mark("it leads its highest plain cards early: trump them as soon as you can"),
    ),
    BotEntry(
        "shamka_guard",
        ("kozel",),
        "cardtable.bots.styles.kozel.styles:shamka_guard",
        STRONG,
        mark("lays the queen of clubs only where the six of clubs cannot catch it"),
        mark("save the six of clubs until it has no other trump than the queen to lay"),
    ),
    BotEntry(
        "shamok_hunter",
        ("kozel",),
        "cardtable.bots.styles.kozel.styles:shamok_hunter",
        STRONG,
        mark("keeps the six of clubs for a queen of clubs of its opponents"),
        mark("lay the queen of clubs only when its team has played to the trick"),
    ),
    BotEntry(
        "ducker",
        ("king",),
        "cardtable.bots.styles.king.styles:Ducker",
        FAIR,
        mark("plays as high as it can under every trick that costs; the titles and the ladder as steady"),
        mark("lead low: it wins with what it should have thrown off, and never looks what is out"),
    ),
    BotEntry(
        "shedder",
        ("king",),
        "cardtable.bots.styles.king.styles:Shedder",
        FAIR,
        mark("ducks, empties short suits and throws off what is most feared; the titles and the ladder as steady"),
        mark("do not lead what it is void in: every such trick brings you its worst card"),
    ),
    BotEntry(
        "counter",
        ("king",),
        "cardtable.bots.styles.king.styles:Counter",
        STRONG,
        mark("counts the cards and leads by what is still out; the titles and the ladder as steady"),
        mark("keep the highest card that it counts on, and be void before it leads"),
    ),
    BotEntry(
        "gambler",
        ("king",),
        "cardtable.bots.styles.king.styles:Gambler",
        EASY,
        mark("orders what pays early and takes tricks early, weak by nature; the titles and the ladder as steady"),
        mark("throw what costs on its early tricks"),
    ),
    BotEntry(
        "saver",
        ("king",),
        "cardtable.bots.styles.king.styles:Saver",
        STRONG,
        mark("orders what its hand is best for, everything at once last; the titles and the ladder as steady"),
        mark("its order tells its hand: short or low in what it wants to avoid"),
    ),
    BotEntry(
        "hoarder",
        ("king",),
        "cardtable.bots.styles.king.styles:Hoarder",
        FAIR,
        mark("keeps what pays until it can win it; the titles and the ladder as steady"),
        mark("lead low in what pays: its best cards come out late"),
    ),
    BotEntry(
        "careful_bidder",
        ("king",),
        "cardtable.bots.styles.king.styles:CarefulBidder",
        STRONG,
        mark("bids what it expects to save, six at most, and pays for it; the titles and the ladder as steady"),
        mark("pass: what it bids is more than naming the suit saves it"),
    ),
    BotEntry(
        "loyal_courtier",
        ("palace",),
        "cardtable.bots.styles.palace.styles:loyal_courtier",
        STRONG,
        mark("palace: serves the king and gives up places for him, which gains nothing; elsewhere as steady"),
        mark("attack it when it stands next to the throne: it takes"),
    ),
    BotEntry(
        "usurper",
        ("palace",),
        "cardtable.bots.styles.palace.styles:usurper",
        STRONG,
        mark("palace: saves its trumps for the king and throws in all else, the strongest there; elsewhere as steady"),
        mark("as a king refuse it leave; as its neighbour attack with what only trumps can beat"),
    ),
    BotEntry(
        "suspicious_king",
        ("palace",),
        "cardtable.bots.styles.palace.styles:suspicious_king",
        STRONG,
        mark("palace: as a king lets others be attacked only where it fears for its throne; elsewhere as steady"),
        mark("stand third: under it nobody may throw in against you"),
    ),
    BotEntry(
        "kingmaker",
        ("palace",),
        "cardtable.bots.styles.palace.styles:kingmaker",
        EASY,
        mark("palace: lifts the player half way round the table, weak by nature; elsewhere as steady"),
        mark("sit opposite, or attack it over its friend's head"),
    ),
    BotEntry(
        "quota_runner",
        ("titles",),
        "cardtable.bots.styles.titles.styles:quota_runner",
        STRONG,
        mark("four titles: one trick short of its quota it waits, which gains nothing; elsewhere as steady"),
        mark("fill your own quota at once: it waits while you rise"),
    ),
    BotEntry(
        "expert",
        (),
        "cardtable.bots.search.expert",
        VERY_STRONG,
        mark("looks ahead over deals that fit what it has seen"),
    ),
    BotEntry(
        "expert_deep",
        (),
        "cardtable.bots.search.expert:make_deep",
        VERY_STRONG,
        mark("looks at five times as many deals as the expert, and takes its time"),
    ),
    BotEntry("lowest", (), "cardtable.bots.styles.lowest", EASY, mark("lays its lowest rank, trump or not")),
    BotEntry("uniform", (), "cardtable.bots.styles.uniform", EASY, mark("makes any legal move")),
)
