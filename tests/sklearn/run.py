"""Runs scikit-learn's tests of the classes that are swapped, and ends with 1 if too few pass or one fails without a reason;
see swap.py."""

import sys

import pytest

import swap

files = sorted({file for _, files in swap.SWAPPED.values() for file in files})
code = pytest.main(["-q", "-p", "swap", "-p", "no:cacheprovider", "-W", "ignore", "--pyargs", *files, *sys.argv[1:]])
sys.exit(code > 1 or bool(swap.faults()))
