#!/usr/bin/env python3
"""Run pytest and tell each test's result as a TAP line, so that meson counts them one by one.

usage: tap.py [PYTEST ARGUMENT...]

Standard output is TAP alone; pytest's own words go to standard error.
"""
import os
import sys

import pytest


class Tap:
    """Collects what the phases of a test say; a test is told when its last phase is over."""

    def __init__(self, out):
        self.out, self.number, self.failed, self.skipped = out, 0, {}, {}

    def say(self, line):
        print(line, file=self.out, flush=True)

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.failed[report.nodeid] = "%s%s" % (self.failed.get(report.nodeid, ""), report.longreprtext)
        elif report.skipped:
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
            self.skipped[report.nodeid] = reason.removeprefix("Skipped: ")
        if report.when == "teardown":
            self.tell(report.nodeid)

    def tell(self, test):
        self.number += 1
        name = test.partition("::")[2].replace("#", "_").encode("ascii", "backslashreplace").decode()
        state = "not ok" if test in self.failed else "ok"
        skip = " # SKIP %s" % self.skipped[test] if test in self.skipped and state == "ok" else ""
        self.say("%s %d %s%s" % (state, self.number, name, skip))
        for line in self.failed.get(test, "").splitlines():
            self.say("# " + line.encode("ascii", "backslashreplace").decode())

    def pytest_collectreport(self, report):
        if report.failed:
            self.number += 1
            self.say("not ok %d collecting %s\n# %s" % (self.number, report.nodeid, report.longreprtext.replace("\n", "\n# ")))

    def pytest_sessionfinish(self):
        self.say("1..%d" % self.number)


def main():
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return int(pytest.main(["-p", "no:cacheprovider", "-q", *sys.argv[1:]], plugins=[Tap(out)]))


if __name__ == "__main__":
    sys.exit(main())
