"""The picture of a table: seats, piles, hand, log and choices, and where each of them stands."""
