"""Tables that live on: seats, moves, bots, storage and live updates. Knows no game by name."""
