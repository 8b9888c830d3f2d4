"""Drawing: sheets of cells and the widget that shows one, cards, letters, lines, curves, motion."""
