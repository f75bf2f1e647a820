"""R8 What effects do, whatever they come from."""
