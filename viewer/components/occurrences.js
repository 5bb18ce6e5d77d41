/** Where else the filing prints the cited words or figure, and which place is the cited one. */
