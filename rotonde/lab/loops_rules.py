"""Whole games between players, inside an engine, for every game alike.

A player sees what its chair may know and nothing else: the state is copied and hidden before it thinks. Game `number`
of a run follows from the run's seed and its number alone. Only a player who thinks by the clock is asked outside.
"""

from rotonde.kernel.chance import next_word, seed
from rotonde.kernel.contract import actor, explore, guess, hide, moves, play, rank, score
from rotonde.kernel.layout import Layout, i4, i8
from rotonde.kernel.loops import random_move
from rotonde.kernel.subset import OVER, copy, rule
from rotonde.players.greedy_rules import greedy_move
from rotonde.players.search_rules import MOST_PLAYERS, most_visited, search, start_tree

RANDOM, GREEDY, SEARCH, BY_THE_CLOCK = range(4)

BATCH = 256
CHANCE_STREAM = 1  # thoughts use stream 0


class Contest(Layout):
    """Who plays against whom, the game under way, and how the games of this batch ended."""

    players: i4
    rotate: i4  # 1: chairs change from game to game
    cooperative: i4
    kind: i4[MOST_PLAYERS]
    iterations: i4[MOST_PLAYERS]  # of a search, for one move
    tries: i4  # of greedy, for one move

    number: i8
    key: i8  # 62 bits that all chance and all thoughts of the game follow from
    made: i4  # moves so far
    decided: i4  # those of them that somebody chose
    mark: i8  # of all moves so far, to tell games apart

    winners: i4[BATCH]  # a bit a player, as they stand in `kind`, not as they sit
    moves: i4[BATCH]
    decisions: i4[BATCH]
    marks: i8[BATCH]


@rule
def player_at(contest, chair):
    """Who sits there in this game."""
    if contest.rotate == 0:
        return chair
    return (chair + contest.number) % contest.players


@rule
def begin(laid, s, contest, rng, first, number):
    """Lay the table for game `number` of the run with seed `first`."""
    seed(rng, first, number)
    contest.key = (next_word(rng) << 30) ^ next_word(rng)
    seed(rng, contest.key, CHANCE_STREAM)
    copy(s, laid)
    contest.number = number
    contest.made = 0
    contest.decided = 0
    contest.mark = 0


@rule
def make(box, s, contest, move):
    """One move, counted."""
    play(box, s, move)
    contest.made += 1
    contest.mark = (contest.mark * 1000003 + move) & 0xFFFFFFFFFF


@rule
def thought_seed(contest):
    """What the player who must act now thinks with."""
    return contest.key ^ contest.made


@rule
def think(box, hidden, who, contest, s, work, out, tree, thoughts):
    """The move of a greedy or a searching player, from what its chair may know; `s` is room for a guess."""
    player = player_at(contest, who)
    seed(thoughts, thought_seed(contest), 0)
    if contest.kind[player] == GREEDY or explore(box, hidden) == 0:
        copy(s, hidden)
        guess(box, s, who, thoughts)
        return greedy_move(box, s, work, out, thoughts, contest.tries)
    start_tree(box, hidden, who, work, tree, thoughts)
    search(box, hidden, who, work, out, tree, thoughts, contest.iterations[player])
    return most_visited(tree)


@rule
def play_on(box, s, hidden, guessed, work, out, tree, contest, rng, thoughts):
    """Play to the end, or until a player must think by the clock; that chair (what it sees is in `hidden`), or OVER."""
    who = actor(box, s)
    while who != OVER:
        kind = RANDOM
        if who >= 0:
            kind = contest.kind[player_at(contest, who)]
            contest.decided += 1
        if kind == RANDOM:
            # It looks at nothing but the moves, which its chair knows; seeding its own stream would cost more.
            move = random_move(box, s, rng)
        else:
            out.count = 0
            moves(box, s, out)
            if out.count == 1:
                move = out.move[0]
            else:
                copy(hidden, s)
                hide(box, hidden, who)
                if kind == BY_THE_CLOCK:
                    return who
                move = think(box, hidden, who, contest, guessed, work, out, tree, thoughts)
        make(box, s, contest, move)
        who = actor(box, s)
    return OVER


@rule
def answer(box, s, contest, move):
    """The move of the player who thought by the clock; it was counted when it was asked."""
    make(box, s, contest, move)


@rule
def winners(box, s, contest):
    """Who won, a bit a player: the highest rank, several if they share; in co-operation all or nobody."""
    bits = 0
    best = rank(box, s, 0)
    for chair in range(1, contest.players):
        best = max(best, rank(box, s, chair))
    for chair in range(contest.players):
        if contest.cooperative == 1:
            won = score(box, s, chair) > 0
        else:
            won = rank(box, s, chair) == best
        if won:
            bits |= 1 << player_at(contest, chair)
    return bits


@rule
def note(box, s, contest, place):
    """Remember how the game ended."""
    contest.winners[place] = winners(box, s, contest)
    contest.moves[place] = contest.made
    contest.decisions[place] = contest.decided
    contest.marks[place] = contest.mark


@rule
def play_games(box, laid, s, hidden, guessed, work, out, tree, contest, rng, thoughts, first, start, games):
    """Games `start`, `start` + 1 and so on, at most BATCH of them, where nobody thinks by the clock."""
    for place in range(games):
        begin(laid, s, contest, rng, first, start + place)
        play_on(box, s, hidden, guessed, work, out, tree, contest, rng, thoughts)
        note(box, s, contest, place)
