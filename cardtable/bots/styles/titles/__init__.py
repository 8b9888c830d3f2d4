"""Players of King, Prince, Soldier, Peasant."""
