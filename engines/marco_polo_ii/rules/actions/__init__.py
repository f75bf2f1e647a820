"""R8 Main actions, one module each; `menu` lists those that are possible."""
