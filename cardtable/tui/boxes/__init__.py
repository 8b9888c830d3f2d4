"""What opens over a screen: menus, texts, forms, sheets, the end of a deal, the hand-over."""
