"""Boxes that open over a screen: menus, texts, forms, score sheets, the handover."""
