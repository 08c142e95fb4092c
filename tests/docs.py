#!/usr/bin/env python3
"""Every module of src/ has its place in docs/architecture.md, and every module named there exists."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
faults = []
text = (root / "docs/architecture.md").read_text()
for folder in ("base", "store", "gen", "fetch"):
    section = text.split(f"### src/{folder}\n")[1].split("\n## ")[0].split("\n### ")[0]
    named = [name for row in re.findall(r"^\| (`.*?) \|", section, re.M) for name in re.findall(r"`(\w+)`", row)]
    there = {p.stem for p in (root / "src" / folder).iterdir() if p.suffix in (".c", ".h")}
    faults += [f"src/{folder}/{name} has no line in docs/architecture.md" for name in sorted(there - set(named))]
    faults += [f"docs/architecture.md names {name}, which is not in src/{folder}" for name in sorted(set(named) - there)]
print("\n".join(faults) or "every module has its line")
sys.exit(1 if faults else 0)
