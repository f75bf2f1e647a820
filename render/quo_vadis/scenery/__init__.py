"""The landscape of Quo Vadis: terrains in relief, plates of stone in an engraved sea, bronze and ornament."""
