"""How right the pieces are, measured on gold: one module a layer, each with figures and every failing case."""
