"""The rules: one module or package per chapter."""
