"""Broken oracles, each of which the engine has to contradict: a rule left out, or another reading of it.

If engine and broken oracle agreed on all generated positions, these would not touch the rule, and agreement with the
whole oracle would mean nothing.
"""

from __future__ import annotations

from .asp import Oracle
from .comparison import Comparison

Reading = tuple[str, str, str]
"""What a broken oracle believes, the rule it breaks, and the rules it has instead."""

SCORING: tuple[Reading, ...] = (
    (
        "tied Houses share the worse rank",
        "rank(H, 1 + N) :- evaluated, prestige(H, P), N = #count { G : prestige(G, Q), Q > P }.",
        "rank(H, N) :- evaluated, prestige(H, P), N = #count { G : prestige(G, Q), Q >= P }.",
    ),
    (
        "the rank after tied Houses is not left empty",
        "rank(H, 1 + N) :- evaluated, prestige(H, P), N = #count { G : prestige(G, Q), Q > P }.",
        "rank(H, 1 + N) :- evaluated, prestige(H, P), N = #count { Q : prestige(G, Q), Q > P }.",
    ),
    (
        "with three players the same turns end with a scoring",
        'few :- players(N), stated("P3-1", "players", N).',
        "few :- players(2).",
    ),
    (
        "card values come before the number of cards",
        "before(S, T, H) :- cards(S, H, N), cards(T, H, M), N > M.",
        "before(S, T, H) :- value(S, H, V), value(T, H, W), V > W.",
    ),
    (
        "the highest card breaks ties, not the sum",
        "value(S, H, V) :- cards(S, H, _), V = #sum { W, C : shows(S, H, C, W) },"
        ' stated("SCORE-12", "tie_break", "sum").',
        "value(S, H, V) :- cards(S, H, _), V = #max { W : shows(S, H, C, W) }.",
    ),
    (
        "the lower sum wins ties",
        "before(S, T, H) :- cards(S, H, N), cards(T, H, N), value(S, H, V), value(T, H, W), V > W.",
        "before(S, T, H) :- cards(S, H, N), cards(T, H, N), value(S, H, V), value(T, H, W), V < W.",
    ),
    (
        "those who tie share one place only",
        'pot(S, H, V) :- place(S, H, P), together(S, H, N), rank(H, R), stated("SCORE-16", "split", "pool"),'
        " V = #sum { W, I : pays(R, I, W), I >= P, I < P + N }.",
        "pot(S, H, V) :- place(S, H, P), rank(H, R), V = #sum { W : pays(R, P, W) }.",
    ),
    (
        "splits are rounded up",
        "standing(H, S, N, V, P / K) :- cards(S, H, N), value(S, H, V), pot(S, H, P), together(S, H, K),"
        ' stated("SCORE-15", "rounding", "down").',
        "standing(H, S, N, V, (P + K - 1) / K) :- cards(S, H, N), value(S, H, V), pot(S, H, P), together(S, H, K).",
    ),
    (
        "nobody needs a card for a place",
        "cards(S, H, N) :- seat(S), rank(H, _), N = #count { C : shows(S, H, C, _) },"
        ' stated("SCORE-10", "least_cards", L), N >= L.',
        "cards(S, H, N) :- seat(S), rank(H, _), N = #count { C : shows(S, H, C, _) }.",
    ),
    (
        "the Fool is worth a point in ties",
        'shows(S, H, "fool", V) :- joins(S, H), stated("MAJ-0-7", "value", V).',
        'shows(S, H, "fool", 1) :- joins(S, H).',
    ),
    (
        "the Fool counts for two suits",
        'N { joins(S, H) : prestige(H, _) } N :- evaluated, fool(S), stated("MAJ-0-5", "assigned_suits", N).',
        "2 { joins(S, H) : prestige(H, _) } 2 :- evaluated, fool(S).",
    ),
    (
        "the World pays like a scoring",
        "pays(R, I, V) :- scored, row(R, I, V).",
        "pays(R, I, V) :- evaluated, row(R, I, V).",
    ),
    (
        "the World takes the prestige away",
        "prestige_after(H, P) :- not scored, prestige(H, P).",
        "prestige_after(H, 0) :- special, prestige(H, P). prestige_after(H, P) :- not evaluated, prestige(H, P).",
    ),
    (
        "the Fool is assigned before all Houses in every printing",
        "scored_before_the_fool(Q) :- joins(_, H), rank(H, R), rank(_, Q), Q < R,"
        ' stated("MAJ-0-8", "assigned", "suit-by-suit").',
        "",
    ),
)

_MOVE = "move(S, C, K, T, L) :- sends(S, C, K, T, L), stands(K, T, From), From != L, not blocked(From), not blocked(L)."
MINORS: tuple[Reading, ...] = (
    ("a figure may stay where it is", _MOVE, _MOVE.replace(" From != L,", "")),
    ("the Tower lets figures out", _MOVE, _MOVE.replace(" not blocked(From),", "")),
    ("the Tower lets figures in", _MOVE, _MOVE.replace(", not blocked(L)", "")),
    (
        "figures off the board can be moved",
        _MOVE,
        f"{_MOVE} {_MOVE.replace('stands(K, T, From)', 'back(K, T, From)')}"
        " back(K, S, 0) :- sends(_, _, K, S, _), not stands(K, S, _).",
    ),
    (
        "a location with two figures is full",
        _MOVE,
        _MOVE.replace("not blocked(L)", "not blocked(L), #count { J, U : stands(J, U, L) } < 2"),
    ),
    (
        "no two figures of a colour share a location",
        _MOVE,
        _MOVE.replace("not blocked(L)", "not blocked(L), not stands(_, T, L)"),
    ),
    (
        "a numeral moves figures of all suits",
        'sends(S, C, K, S, C) :- holds(S, C), numeral(C), stated("MIN-B4", "kinds", _, K).',
        'sends(S, C, K, T, C) :- holds(S, C), numeral(C), stated("MIN-B4", "kinds", _, K), stands(_, T, _).',
    ),
    (
        "a court moves every figure of its suit",
        "sends(S, C, C, S, L) :- holds(S, C), court(C), location(L).",
        "sends(S, C, K, S, L) :- holds(S, C), court(C), court(K), location(L).",
    ),
    (
        "dead Minors are kept in no printing",
        'play(S, C) :- open, holds(S, C), stated("AMB-2", "dead_minor", "playable").',
        "play(S, C) :- open, holds(S, C).",
    ),
    (
        "dead Minors are kept in every printing",
        'play(S, C) :- open, holds(S, C), stated("AMB-2", "dead_minor", "playable").',
        "play(S, C) :- open, holds(S, C), not moves(_, _).",
    ),
    ("a second Minor may be played", "open :- not minor_played.", "open."),
    ("nobody has to play a Minor", "stop :- minor_played.", "stop."),
)
_ABLE = "able(S) :- tie, ahead(S), picks(S, A), breaks(S, C, I), fits_count(C, I, A), fits_stake(C, I)."
STRUGGLES: tuple[Reading, ...] = (
    (
        "the threshold has to be exceeded",
        "suffices(S, A, V) :- total(S, A, V), takes(S, A, L), V >= L.",
        "suffices(S, A, V) :- total(S, A, V), takes(S, A, L), V > L.",
    ),
    (
        "the lowest seat wins ties",
        "winner(S) :- ahead(S), not tie.",
        "winner(S) :- ahead(S), S = #min { T : ahead(T) }.",
    ),
    ("the first player wins ties", _ABLE, f"{_ABLE} able(S) :- tie, ahead(S), first_player(S)."),
    (
        "two abilities do not cancel",
        'cancelled :- N = #count { S : able(S) }, stated("R-TIE-2", "fewest_to_cancel", L), N >= L.',
        "",
    ),
    ("an ability helps a player outside the tie", _ABLE, _ABLE.replace("ahead(S)", "enough(S)")),
    (
        "a crest looks at any Main Arcanum of the Stake",
        _ABLE,
        _ABLE.replace("picks(S, A)", "stake(T), main(T, A)"),
    ),
    ("an ability breaks ties for every kind of Stake", _ABLE, _ABLE.replace(", fits_stake(C, I)", "")),
    (
        "Agents break no ties",
        'breaks(S, C, I) :- agent(C, S), word(C, I, "tie-win"), stated("R-TIE-1", "other_cards", "true").',
        "",
    ),
    (
        "Main Arcana are added together",
        "total(S, A, V + X) :- present(S), stake(T), main(T, A), V = #sum { W, C : counted(C, S, A, W) },"
        " X = #sum { Y, I : added(S, A, I, Y) }.",
        "total(S, A, V + X) :- present(S), stake(T), main(T, A),"
        " V = #sum { W, C, B : counted(C, S, B, W), main(T, B) }, X = #sum { Y, I : added(S, A, I, Y) }.",
    ),
    (
        "the best total counts, enough or not",
        "best(S, V) :- enough(S), V = #max { W : suffices(S, _, W) }.",
        "best(S, V) :- enough(S), V = #max { W : total(S, _, W) }.",
    ),
    (
        "Relics are worth something in a struggle",
        'serves("militia") :- stated("R-MIL-5", "plays_as", "agent").',
        'serves("militia"). serves("relic").',
    ),
    (
        "the Harlequin copies only its owner's Agents",
        'N { copies(C, M) : model(M) } N :- agent(C, _), mirror(C), model(_), stated("R-HARL-5", "copies", N).',
        "1 { copies(C, M) : model(M), agent(M, S) } 1 :- agent(C, S), mirror(C), model(M), agent(M, S).",
    ),
    (
        "a raised total needs no Agent",
        'present(S) :- seat(S), N = #count { C : agent(C, S) }, stated("AMB-15", "fewest_agents", L), N >= L.',
        "present(S) :- seat(S), 1 <= #count { C : agent(C, S); I : added(S, _, I, _) }.",
    ),
    (
        "a value can fall below 0",
        "makes(S, A, P, N, (L + V + X + |V + X - L|) / 2) :- makes(S, A, P, N - 1, V), turn_of(S, A, N, W, I),"
        ' key(W, I, "amount", X), stated("R-ARC-3", "lowest", L).',
        'makes(S, A, P, N, V + X) :- makes(S, A, P, N - 1, V), turn_of(S, A, N, W, I), key(W, I, "amount", X).',
    ),
    (
        "the Militia go to whom they served",
        'goes(C, S) :- winner(_), lies(C, S, _), not card(C, "militia").',
        "goes(C, S) :- winner(_), lies(C, S, _).",
    ),
    (
        "losers keep their Agents there",
        'goes(C, S) :- winner(_), lies(C, S, _), not card(C, "militia").',
        'goes(C, S) :- winner(S), lies(C, S, _), not card(C, "militia").',
    ),
    (
        "the order does not turn with the first player",
        'seen(I, E) :- players(N), first_player(P), stated("AMB-24", "order", N, I, D), ring(D, K),'
        " ring(E, (K + P) \\ N).",
        'seen(I, D) :- players(N), stated("AMB-24", "order", N, I, D), ring(D, _).',
    ),
    (
        "the end card can be won",
        'contested(D) :- top(D, C), emblem(C, "stake").',
        "contested(D) :- top(D, C).",
    ),
)
_PRICE = (
    'price(D, V + X) :- top(D, C), card(C, K), stated("R-BRIBE-1", "kinds", _, K), ducat(C, V), not flag("no-bribes"),'
    ' stated("R-BRIBE-5", "surplus_needed", X).'
)
_REACHED = "reached(W) :- comes_to(W, V), offered(W), here(D), price(D, P), V >= P."
_COUNTED = "counted(W, C, A, V) :- shows(W, C, A, P), acts(S), agent(C, S), counts_as(S, A, P, V)."
_DUCATS = 'ducats(V) :- tries, acts(S), V = #sum { U, C : lies(C, S, _), card(C, "relic"), ducat(C, U) }.'
BRIBES: tuple[Reading, ...] = (
    ("the price has to be exceeded", _REACHED, _REACHED.replace("V >= P", "V > P")),
    ("Relics alone can bribe", _REACHED, _REACHED.replace(" offered(W),", "")),
    (
        "a dash stands for nothing",
        _PRICE,
        f'{_PRICE} price(D, 0) :- top(D, C), card(C, "personality"), not ducat(C, _), not flag("no-bribes").',
    ),
    (
        "every Stake with Ducats can be bribed",
        _PRICE,
        'price(D, V) :- top(D, C), ducat(C, V), not flag("no-bribes").',
    ),
    ("Events forbid no bribes", _PRICE, _PRICE.replace(' not flag("no-bribes"),', "")),
    (
        "no Agent is needed in the District",
        'may("bribe", C, H, D) :- acts(S), holds(C), card(C, "relic"), placed(D, H, S, _), card(H, K), serves(K),'
        " price(D, _).",
        'may("bribe", C, H, D) :- acts(S), holds(C), card(C, "relic"), placed(_, H, S, _), card(H, K), serves(K),'
        " price(D, _).",
    ),
    (
        "only the Agent under the Relic counts",
        _COUNTED,
        _COUNTED.replace("agent(C, S)", 'agent(C, S), does("bribe", _, C)'),
    ),
    ("Agents of others count", _COUNTED, _COUNTED.replace("agent(C, S)", "agent(C, _)")),
    (
        "facedown Agents count without being turned up",
        'open(W, C) :- case(W), lies(C, _, "faceup").',
        "open(W, C) :- case(W), lies(C, _, _).",
    ),
    (
        "Main Arcana are added together",
        "comes_to(W, V + D + E) :- total(W, _, V), V = #max { U : total(W, _, U) }, ducats(D), extra(E).",
        "comes_to(W, V + D + E) :- case(W), V = #sum { U, A : total(W, A, U) }, ducats(D), extra(E).",
    ),
    ("Relics of others count", _DUCATS, _DUCATS.replace("lies(C, S, _)", "lies(C, _, _)")),
    ("Relics do not add up", _DUCATS, _DUCATS.replace("#sum { U, C :", "#max { U :")),
    (
        "one may go on turning up Agents when it is enough",
        ':- does("bribe", _, _), case(W), W != "now", not needed.',
        "",
    ),
    (
        "a late claim is a duty",
        '{ won } :- does("assign", _, _), reached("now").',
        'won :- does("assign", _, _), reached("now").',
    ),
    (
        "in every edition the Relic of a failed bribe stays",
        'goes(C, S) :- does("bribe", C, _), not won, acts(S), stated("R-BRIBE-8", "relic_stays", "false").',
        "",
    ),
    (
        "in every edition the Relic of a failed bribe is discarded",
        'goes(C, S) :- does("bribe", C, _), not won, acts(S), stated("R-BRIBE-8", "relic_stays", "false").',
        'goes(C, S) :- does("bribe", C, _), not won, acts(S).',
    ),
    (
        "the cards of others stay after a bribe",
        'goes(C, S) :- won, lies(C, S, _), not card(C, "militia").',
        'goes(C, S) :- won, acts(S), lies(C, S, _), not card(C, "militia").',
    ),
    (
        "the Harlequin copies facedown Agents too",
        "shows(W, C, A, P) :- open(W, C), agent(C, _), mirror(C), printed(A, P),"
        ' P = #max { L : stated("AMB-21", "alone", L); V : open(W, M), base(M, A, V) }.',
        "shows(W, C, A, P) :- open(W, C), agent(C, _), mirror(C), printed(A, P),"
        ' P = #max { L : stated("AMB-21", "alone", L); V : lies(M, _, _), base(M, A, V) }.',
    ),
)
READINGS: dict[str, tuple[Reading, ...]] = {
    "scoring": SCORING,
    "minors": MINORS,
    "struggles": STRUGGLES,
    "bribes": BRIBES,
}


def other_readings(comparison: Comparison) -> dict[str, Oracle]:
    """The oracles that believe something else, by what they believe."""
    return {says: comparison.oracle.with_rule(old, new) for says, old, new in READINGS[comparison.name]}


def rules_left_out(comparison: Comparison) -> dict[str, Oracle]:
    """The oracles that have never heard of a rule, by that rule."""
    return {f"without {rule}": comparison.oracle.with_rule(rule, "") for rule in comparison.oracle.rules}
