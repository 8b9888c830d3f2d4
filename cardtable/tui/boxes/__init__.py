"""Boxes that open over a screen: menus, texts, forms, score sheets, the end of a deal, the handover."""
