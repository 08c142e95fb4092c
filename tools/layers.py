#!/usr/bin/env python3
"""Includes run downward only, and never in a circle.

A module is a .c and its .h; it depends on what either includes.  Checked are the floors (which
folder may use which), the order of modules inside a floor where it has one, circles, and that the
headers of libraries stay behind the modules that wrap them.  Prints FILE:LINE: what is wrong.
"""

import pathlib
import re
import sys

# What a folder may include besides itself.
FLOORS = {
    "base": [],
    "store": ["base"],
    "gen": ["base", "store"],
    "fetch": ["base", "store"],
    "profile": ["base"],
}

# Inside a folder, a module reaches none of those that stand after it, be it through others.  Modules
# that are not named are free but for circles.
ORDERS = {
    "base": """attr arena vec str blank buf map path edit diag ctx cli value ini file json yaml glob
        hash spawn""".split(),
    "gen": """scan reads option config board plan sources flags recipe library ino graph assemble
        ninja compdb editor generate main""".split(),
    "fetch": "catalog transfer verify unpack install helper client main".split(),
}

# Includes that close a circle and are still to be cut, mostly by moving a type down.
KNOWN = {
    ("gen/board_json", "gen/board"),
    ("gen/compose", "gen/library"),
    ("gen/ino_model", "gen/ino_branch"),
    ("gen/ino_model", "gen/ino_prototype"),
    ("gen/resolve", "gen/interpolate"),
}

# Headers of libraries and the only modules that may see them.
WRAPPED = {
    "uthash.h": ["base/map"],
    "jansson.h": ["base/json"],
    "yaml.h": ["base/yaml"],
    "xxhash.h": ["base/hash"],
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


class Include:
    def __init__(self, place, module, target):
        self.place, self.module, self.target = place, module, target


def read(root):
    """The includes among the modules below src, and the faults seen on the way."""
    modules, includes, faults = set(), [], []
    source = root / "src"
    for path in sorted(source.glob("*/*.[ch]")):
        module = str(path.relative_to(source).with_suffix(""))
        modules.add(module)
        for number, line in enumerate(path.read_text().splitlines(), 1):
            found = INCLUDE.match(line)
            if not found:
                continue
            place = f"{path.relative_to(root)}:{number}"
            kind, name = found.groups()
            if kind == "<":
                if name in WRAPPED and module not in WRAPPED[name]:
                    faults.append(f"{place}: only {WRAPPED[name][0]} may include <{name}>")
            elif "/" not in name:
                faults.append(f'{place}: include "FOLDER/{name}", with its folder')
            else:
                target = name.removesuffix(".h")
                if target != module:
                    includes.append(Include(place, module, target))
    for include in includes:
        if include.target not in modules:
            faults.append(f"{include.place}: there is no module {include.target}")
    return modules, [i for i in includes if i.target in modules], faults


def check_floors(includes):
    for include in includes:
        here, there = (name.split("/")[0] for name in (include.module, include.target))
        if here not in FLOORS:
            yield f"{include.place}: the folder src/{here} stands on no floor: see {sys.argv[0]}"
        elif there != here and there not in FLOORS[here]:
            yield f"{include.place}: {here} may not include {there}"


def ways(includes, start):
    """From a module to every one that it reaches: the includes on the shortest way."""
    found, queue = {start: []}, [start]
    for module in queue:
        for include in includes.get(module, []):
            if include.target not in found:
                found[include.target] = found[module] + [include]
                queue.append(include.target)
    return found


def describe(way):
    return " → ".join([way[0].module] + [include.target for include in way])


def check_ways(modules, includes):
    table = {}
    for include in includes:
        if (include.module, include.target) not in KNOWN:
            table.setdefault(include.module, []).append(include)
    reported = set()
    for module in sorted(modules):
        folder, name = module.split("/")
        order = ORDERS.get(folder, [])
        later = [f"{folder}/{n}" for n in order[order.index(name) + 1:]] if name in order else []
        reached = ways(table, module)
        for target in later:
            if target in reached:
                way = reached[target]
                yield f"{way[0].place}: {name} stands below {target}: {describe(way)}"
        for include in table.get(module, []):
            back = ways(table, include.target).get(module)
            circle = back and frozenset([module] + [step.module for step in back])
            if circle and circle not in reported:
                reported.add(circle)
                yield f"{include.place}: a circle: {describe([include] + back)}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1])
    modules, includes, faults = read(root)
    if not modules:
        sys.exit(f"{root}: no modules below src")
    faults += check_floors(includes)
    faults += check_ways(modules, includes)
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(modules)} modules, {len(includes)} includes, {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
