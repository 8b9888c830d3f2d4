"""The picture of a table: seats, piles, hand, log and choices, and the layout of all these."""
