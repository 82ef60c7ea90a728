"""Search: information-set Monte Carlo tree search, written once for all games, run inside an engine.

Each iteration guesses what is hidden, walks down the tree (chance is sampled on the way and has nodes of its own,
because what one does next depends on it), values the position where it leaves the tree, and remembers it on the way
back. A node holds the sum of the values for whoever chose the move that leads to it. A move that is not always possible
is compared with the others by how often it could have been chosen.
"""

import math

from rotonde.kernel.contract import actor, explore, guess, moves, play, priors, values
from rotonde.kernel.layout import Layout, i4, i8
from rotonde.kernel.loops import random_move
from rotonde.kernel.subset import CHANCE, OVER, copy, rule

from .greedy_rules import let_chance_decide

MOST_PLAYERS = 8
DEEPEST = 256
FAR = 1_000_000
MARKED = -1

PRIOR_VISITS = 2.0  # a move's first guess counts as this many visits


def tree_layout(nodes: int) -> type[Layout]:
    """The layout of a tree with room for so many nodes."""

    class Tree(Layout):
        used: i4
        move: i8[nodes]
        total: i8[nodes]  # sum of the values for whoever chose this move
        stand: i4[nodes]  # the value of the position for whoever decides there, when it was first seen
        promise: i4[nodes]  # the prior of the move that leads here
        best_promise: i4[nodes]  # the highest prior among the moves from here
        visits: i4[nodes]
        available: i4[nodes]
        child: i4[nodes]  # the first child; 0: none yet
        last: i4[nodes]
        next: i4[nodes]  # the next sibling; 0: no more
        place: i4[nodes]  # while most of the tree is forgotten: where a node goes; 0: nowhere
        path: i4[DEEPEST]
        mover: i4[DEEPEST]  # who chose the move into path[k]; CHANCE for chance
        values: i8[MOST_PLAYERS]

    return Tree


@rule
def add_child(tree, node, move):
    """A new node below `node`, or 0 when the tree is full."""
    new = tree.used
    if new >= len(tree.move):
        return 0
    tree.used += 1
    tree.move[new] = move
    tree.total[new] = 0
    tree.stand[new] = 5000
    tree.promise[new] = 0
    tree.best_promise[new] = -FAR
    tree.visits[new] = 0
    tree.available[new] = 0
    tree.child[new] = 0
    tree.last[new] = 0
    tree.next[new] = 0
    if tree.child[node] == 0:
        tree.child[node] = new
    else:
        tree.next[tree.last[node]] = new
    tree.last[node] = new
    return new


@rule
def find_child(tree, node, move, from_child):
    """The child for this move, looked for from `from_child` on and round again; 0 if there is none."""
    child = from_child
    while child != 0:
        if tree.move[child] == move:
            return child
        child = tree.next[child]
    child = tree.child[node]
    while child != from_child:
        if tree.move[child] == move:
            return child
        child = tree.next[child]
    return 0


@rule
def start_tree(box, hidden, seat, s, tree, rng):
    """An empty tree: its root is node 1, because 0 means nothing."""
    tree.used = 1
    add_child(tree, 0, 0)
    copy(s, hidden)
    guess(box, s, seat, rng)
    values(box, s, tree.values)
    tree.stand[1] = tree.values[seat]


@rule
def keep_below(tree, node):
    """Forget all but what is below `node`, which becomes the root. Children always come later than their parents."""
    for old in range(tree.used):
        tree.place[old] = 0
    tree.place[node] = MARKED
    kept = 0
    for old in range(node, tree.used):
        if tree.place[old] == MARKED:
            kept += 1
            tree.place[old] = kept
            child = tree.child[old]
            while child != 0:
                tree.place[child] = MARKED
                child = tree.next[child]
    tree.next[node] = 0
    for old in range(node, tree.used):
        new = tree.place[old]
        if new > 0:
            tree.move[new] = tree.move[old]
            tree.total[new] = tree.total[old]
            tree.stand[new] = tree.stand[old]
            tree.promise[new] = tree.promise[old]
            tree.best_promise[new] = tree.best_promise[old]
            tree.visits[new] = tree.visits[old]
            tree.available[new] = tree.available[old]
            tree.child[new] = tree.place[tree.child[old]]
            tree.last[new] = tree.place[tree.last[old]]
            tree.next[new] = tree.place[tree.next[old]]
    tree.used = kept + 1


@rule
def choose_child(box, s, out, tree, node):
    """The child to walk to: the best so far, with more faith in what was tried little and in what looks promising."""
    priors_known = False
    hint = tree.child[node]
    for k in range(out.count):
        child = find_child(tree, node, out.move[k], hint)
        if child == 0:
            if not priors_known:
                priors(box, s, out)
                priors_known = True
            child = add_child(tree, node, out.move[k])
            if child == 0:
                return 0
            tree.promise[child] = out.prior[k]
            tree.best_promise[node] = max(tree.best_promise[node], out.prior[k])
        hint = tree.next[child]
        tree.available[child] += 1
        out.node[k] = child
    # The position was valued as if the most promising move were made, so that one is expected to be worth just this.
    expected = tree.stand[node] - tree.best_promise[node]
    best = 0
    best_worth = -1000.0
    available = 0
    curiosity = 0.0
    reach = explore(box, s) / 10000.0
    for k in range(out.count):
        child = out.node[k]
        if tree.available[child] != available:
            available = tree.available[child]
            curiosity = reach * reach * math.log(available + 1.0)
        trust = tree.visits[child] + PRIOR_VISITS
        mean = (tree.total[child] + PRIOR_VISITS * (expected + tree.promise[child])) / trust
        worth = mean / 10000.0 + math.sqrt(curiosity / trust)
        if worth > best_worth:
            best = child
            best_worth = worth
    return best


@rule
def walk(box, hidden, seat, s, out, tree, rng):
    """One iteration: guess, descend, value, remember."""
    copy(s, hidden)
    guess(box, s, seat, rng)
    node = 1
    depth = 0
    tree.path[0] = 1
    tree.mover[0] = CHANCE
    in_tree = True
    while in_tree and depth + 1 < DEEPEST:
        who = actor(box, s)
        if who == OVER:
            in_tree = False
        else:
            if who == CHANCE:
                move = random_move(box, s, rng)
                child = find_child(tree, node, move, tree.child[node])
                if child == 0:
                    child = add_child(tree, node, move)
            elif tree.visits[node] == 0 and depth > 0:
                # The first visit of a decision: value it, build nothing yet.
                child = 0
                move = 0
                in_tree = False
            else:
                out.count = 0
                moves(box, s, out)
                child = choose_child(box, s, out, tree, node)
                move = tree.move[child]
                if child == 0:
                    in_tree = False
            if in_tree:
                play(box, s, move)
                if child == 0:
                    # Chance in a full tree: go on, but remember nothing below.
                    in_tree = False
                else:
                    depth += 1
                    tree.path[depth] = child
                    tree.mover[depth] = who
                    node = child
    let_chance_decide(box, s, rng)
    values(box, s, tree.values)
    if tree.visits[node] == 0 and actor(box, s) >= 0:
        tree.stand[node] = tree.values[actor(box, s)]
    for k in range(depth + 1):
        tree.visits[tree.path[k]] += 1
        if tree.mover[k] >= 0:
            tree.total[tree.path[k]] += tree.values[tree.mover[k]]


@rule
def search(box, hidden, seat, s, out, tree, rng, iterations):
    """So many iterations on the tree as it stands."""
    for _ in range(iterations):
        walk(box, hidden, seat, s, out, tree, rng)


@rule
def most_tried(tree):
    """The node of the move that search trusts most."""
    best = tree.child[1]
    child = best
    while child != 0:
        more = tree.visits[child] > tree.visits[best]
        as_many_but_better = tree.visits[child] == tree.visits[best] and tree.total[child] > tree.total[best]
        if more or as_many_but_better:
            best = child
        child = tree.next[child]
    return best


@rule
def most_visited(tree):
    """The move that search trusts most."""
    return tree.move[most_tried(tree)]


@rule
def visits_of_the_best(tree, margin):
    """How often the move tried most was tried, and others that are worth as much, give or take a `margin`."""
    first = most_tried(tree)
    count = 0
    child = tree.child[1]
    while child != 0:
        visits = tree.visits[child]
        difference = abs(tree.total[child] * tree.visits[first] - tree.total[first] * visits)
        if difference <= margin * visits * tree.visits[first]:
            count += visits
        child = tree.next[child]
    return count


@rule
def lead(tree):
    """By how many visits the move tried most is ahead of the next: with fewer iterations left, it is the one."""
    first = most_tried(tree)
    second = 0
    child = tree.child[1]
    while child != 0:
        if child != first:
            second = max(second, tree.visits[child])
        child = tree.next[child]
    return tree.visits[first] - second
