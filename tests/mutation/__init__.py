"""Bundled rulesets changed in one place: does `verify` notice?"""
