"""What is said of somebody's play once a deal is over: what styles would have done, and what each decision cost."""
