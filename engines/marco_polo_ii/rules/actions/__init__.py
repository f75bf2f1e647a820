"""R8 Main actions, one module each; `menu` offers them."""
