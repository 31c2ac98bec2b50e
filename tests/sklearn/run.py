"""Runs scikit-learn's tests of the classes that are swapped; see swap.py."""

import sys

import pytest

import swap

files = [file for _, files in swap.SWAPPED.values() for file in files]
sys.exit(pytest.main(["-q", "-p", "swap", "-p", "no:cacheprovider", "-W", "ignore", "--pyargs", *files, *sys.argv[1:]]) > 1)
