"""The pages: what a browser gets. Knows no game by name."""
