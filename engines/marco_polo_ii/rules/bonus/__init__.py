"""R9 Bonus actions, one module each; `menu` offers them beside the questions of the own turn."""
