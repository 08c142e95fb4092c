#!/usr/bin/env python3
"""Includes run downward only, and never in a circle.

A module is a .c and its .h; it depends on what either includes.  Checked are the floors (which
folder may use which), that every module has its place in the order of its folder and keeps to it,
circles, and that the headers of libraries stay behind the modules that wrap them.  Prints
FILE:LINE: what is wrong.
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

# The modules of every folder, in their order: none reaches one that stands after it, be it through
# others.  A module without a place here is a fault.
ORDERS = {
    "base": (
        # memory and text
        "attr arena vec str blank buf map path edit",
        # faults, and what every phase gets
        "diag ctx",
        # the command line
        "cli cli_help cli_complete",
        # syntaxes
        "value ini json yaml",
        # the system
        "file glob hash spawn",
    ),
    "store": (
        "version range",
        "package",
        "stamp store",
    ),
    "gen": (
        # where products lie
        "object",
        # what is read, and that it was read
        "scan watch reads",
        # platformio.ini
        "option origin sections setting reference percent walk interpolate resolve",
        "config_check config_files config config_print",
        # boards
        "family board board_json board_find board_list",
        # packages
        "plan request installed toolid override choice provide",
        # words: what a flag is, what a flag may name, which words a board gives
        "shlex expand flags flags_parse flags_edit variables words",
        # the recipe
        "sources recipe recipe_plan",
        # libraries
        "listing manifest library node kind lookup storage finder wanted compose library_find",
        # sketches
        "ino_token ino_head ino_model ino_branch ino_prototype ino_read ino_place ino",
        # one environment, and its edges
        "target",
        "graph command compile link assemble actions",
        # the graph on disk
        "ninja compdb",
        # what the next run may rely on
        "statefile buildlog depslog stale shadow prune state state_write",
        # all of it
        "generate",
        # what can be asked, what build edges ask
        "usage edge_ino edge_size serial edge_run edge_upload edge",
        # verbs
        "build init doctor debug main",
    ),
    "fetch": (
        # what is asked, what came, what becomes of it
        "child progress lock verify apt tree loader",
        # one file from the network
        "retry address mirror digest journal partial exchange transfer running feed pace transfers download",
        # archives become trees
        "names filter input reader confine place extract unpack",
        "install",
        # verbs
        "main",
    ),
}

# Headers of libraries and the only modules that may see them.
WRAPPED = {
    "uthash.h": ["base/map"],
    "jansson.h": ["base/json"],
    "yaml.h": ["base/yaml"],
    "xxhash.h": ["base/hash"],
    "archive.h": ["fetch/reader"],
    "archive_entry.h": ["fetch/reader"],
    "seccomp.h": ["fetch/confine"],
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


def order_of(folder):
    return " ".join(ORDERS.get(folder, ())).split()


def check_orders(modules):
    for module in sorted(modules):
        folder, name = module.split("/")
        places = order_of(folder).count(name)
        if places != 1:
            yield f"src/{module}: stands {places} times in the order of src/{folder}: see {sys.argv[0]}"
    for folder in ORDERS:
        for name in order_of(folder):
            if f"{folder}/{name}" not in modules:
                yield f"{sys.argv[0]}: there is no module {folder}/{name} to put in order"


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
        table.setdefault(include.module, []).append(include)
    reported = set()
    for module in sorted(modules):
        folder, name = module.split("/")
        order = order_of(folder)
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
    faults += check_orders(modules)
    faults += check_floors(includes)
    faults += check_ways(modules, includes)
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(modules)} modules, {len(includes)} includes, {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
