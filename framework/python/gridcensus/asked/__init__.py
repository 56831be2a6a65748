"""Programs that are asked once for each unit, as a strategy that speaks the protocol. Standard library only."""
