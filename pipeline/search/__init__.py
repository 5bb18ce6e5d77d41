"""A question → the packet of passages it is answered from."""
