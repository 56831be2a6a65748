"""Verifies ledgers with code that shares nothing with the program that writes them, and with Python alone."""
