"""The table service: locks, loading, rule upgrades, and ending a game early."""
