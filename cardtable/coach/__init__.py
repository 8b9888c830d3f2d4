"""Reviews of play once a deal is over: what the styles would have done, and what each decision cost."""
