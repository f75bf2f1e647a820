"""Scenery around the chart: silk, the table, and the landscape of the end."""
