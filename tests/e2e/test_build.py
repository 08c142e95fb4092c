"""The main job: a project becomes firmware, and the firmware runs."""
import json
import pathlib
import shutil
import subprocess

import pytest
from conftest import BLINK, FBGEN, ROOT, UNO, Project


def test_uno_firmware_prints_in_the_simulator(example):
    blink = example("blink")
    blink.build()
    out = blink.ninja("--quiet", "uno-run").out
    assert out.splitlines() == ["hello from an Arduino Uno", "blink 1 at 200 ms", "blink 2 at 400 ms", "blink 3 at 600 ms"]


def test_firmware_that_never_ends_is_ended(uno):
    uno.build()
    uno.env["FBGEN_RUN_SECONDS"] = "1"
    ended = uno.ninja("--quiet", "uno-run")
    assert ended.out.splitlines()[0] == "up" and "ended after 1 s" in ended.text


def test_second_run_has_nothing_to_do(uno):
    uno.build()
    manifest = uno.root / "build.ninja"
    before = manifest.stat().st_mtime_ns
    uno.fbgen()
    uno.assert_no_work()
    assert manifest.stat().st_mtime_ns == before


def test_sketch_of_three_tabs_for_three_boards(example):
    sketch = example("sketch")
    sketch.build()
    assert (sketch.root / ".fbgen/uno/firmware.hex").exists()
    assert (sketch.root / ".fbgen/mega/firmware.hex").exists()
    assert not (sketch.root / ".fbgen/leonardo/firmware.hex").exists(), "leonardo is no default environment"
    sketch.ninja("leonardo")
    assert (sketch.root / ".fbgen/leonardo/firmware.hex").exists()


def test_host_program_runs(example):
    host = example("host")
    host.fbgen()
    host.ninja()
    assert host.ninja("--quiet", "native-run").out == "hello from the host!\n"


@pytest.mark.parametrize("name", ["a b", "ü (1) $x #'", "plain"])
def test_any_folder_name(tmp_path, name):
    root = tmp_path / name
    root.mkdir()
    project = Project(root)
    project.write("platformio.ini", UNO)
    project.write("src/main.cpp", BLINK)
    project.write("src/with space/$odd (name).c", "int odd;\n")
    project.write("lib/My Lib/my lib.cpp", "int mine;\n")
    project.write("lib/My Lib/mylib.h", "")
    project.write("src/user.cpp", "#include <mylib.h>\n")
    project.build()
    project.assert_no_work()
    for entry in json.loads((root / "compile_commands.json").read_text()):
        assert entry["directory"] == str(root.resolve())
        assert pathlib.Path(entry["arguments"][0]).is_absolute()
        done = subprocess.run([*entry["arguments"][:-1], "-fsyntax-only", entry["arguments"][-1]] if entry["file"].endswith(("pp", ".c"))
                              else ["true"], cwd=entry["directory"], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def test_project_reached_through_a_link(tmp_path):
    real = tmp_path / "real"
    real.mkdir()
    link = tmp_path / "link"
    link.symlink_to(real)
    project = Project(link)
    project.write("platformio.ini", UNO)
    project.write("src/main.cpp", BLINK)
    project.fbgen("-C", link, "--source", "distro", cwd=tmp_path)
    project.run("ninja", "-C", link, cwd=tmp_path)
    assert "no work to do" in project.run("ninja", "-C", link, cwd=tmp_path).out
    assert "no work to do" in project.run("ninja", "-C", real, cwd=tmp_path).out


def test_equal_compiles_of_two_environments_are_one(project):
    project.write("platformio.ini", UNO + UNO.replace("env:uno", "env:two") + "build_src_flags = -DTWO\n")
    project.write("src/main.cpp", BLINK)
    project.fbgen()
    commands = project.ninja("-t", "commands").out.splitlines()
    cores = [c for c in commands if c.endswith("wiring_digital.c")]
    mains = [c for c in commands if c.endswith("src/main.cpp")]
    assert (len(cores), len(mains)) == (1, 2)


def test_size_over_the_limit_fails_before_images(uno):
    uno.write("platformio.ini", UNO + "board_upload.maximum_size = 500\n")
    uno.fbgen()
    failed = uno.ninja(ok=False)
    assert failed.status != 0
    assert "bytes of flash, the board has 500" in failed.text
    assert not (uno.root / ".fbgen/uno/firmware.hex").exists()


def test_sizes_are_printed_on_request(uno):
    uno.build()
    out = uno.ninja("--quiet", "uno-size").out
    assert "of 32256 bytes" in out and "of 2048 bytes" in out


def test_a_foreign_manifest_is_left_alone(uno):
    uno.write("build.ninja", "# mine\n")
    failed = uno.fbgen(ok=False)
    assert failed.status == 1 and "not written by fbgen" in failed.err
    assert (uno.root / "build.ninja").read_text() == "# mine\n"


def test_foreign_compile_commands_are_left_alone(uno):
    uno.write("compile_commands.json", '[{"file": "x.c", "command": "cc x.c", "directory": "/"}]')
    warned = uno.fbgen()
    assert "not written by fbgen" in warned.err
    assert "x.c" in (uno.root / "compile_commands.json").read_text()


def test_fault_in_an_environment_that_is_not_default(project):
    project.write("platformio.ini", "[platformio]\ndefault_envs = uno\n" + UNO
                  + "[env:bad]\nplatform = atmelavr\nboard = unoo\nframework = arduino\n")
    project.write("src/main.cpp", BLINK)
    warned = project.fbgen()
    assert "warning: " in warned.err and "unoo" in warned.err
    project.ninja()
    failed = project.ninja("bad", ok=False)
    assert failed.status != 0 and "unoo" in failed.text


def test_fault_in_a_default_environment_leaves_the_others(project):
    project.write("platformio.ini", UNO + "[env:bad]\nplatform = atmelavr\nboard = unoo\nframework = arduino\n")
    project.write("src/main.cpp", BLINK)
    failed = project.fbgen(ok=False)
    assert failed.status == 1 and "unoo" in failed.err
    project.ninja("uno")


def test_environment_named_as_a_folder_of_the_project(project):
    project.write("platformio.ini", UNO.replace("env:uno", "env:src"))
    project.write("src/main.cpp", BLINK)
    noted = project.fbgen()
    assert "file or folder" in noted.err
    project.ninja()
    assert (project.root / ".fbgen/src/firmware.hex").exists()


@pytest.mark.parametrize("name", ["obj", "state", "fbgen", "store", "tool", "package", "sketch", "lock"])
def test_environment_named_as_one_of_our_folders(project, name):
    project.write("platformio.ini", f"[env:{name}]\nplatform = native\n")
    project.write("src/main.c", "int main(void) { return 0; }\n")
    project.fbgen()
    project.ninja()
    project.ninja(f"{name}-run")
    project.fbgen()
    project.assert_no_work()


def test_two_environments_whose_names_meet(project):
    project.write("platformio.ini", "[env:a]\nplatform = native\n[env:a-run]\nplatform = native\n")
    project.write("src/main.c", '#include <stdio.h>\nint main(void) { puts("ran"); return 0; }\n')
    noted = project.fbgen()
    assert "a-run" in noted.err
    assert "ran" not in project.ninja("a-run").out


def test_init_makes_a_project_that_builds_and_refuses_to_overwrite(project):
    project.run(FBGEN, "init", "--board", "uno")
    project.build()
    again = project.run(FBGEN, "init", "--board", "uno", ok=False)
    assert again.status == 1 and "exists already" in again.err


def test_init_for_this_machine(project):
    project.run(FBGEN, "init", "--board", "native")
    project.fbgen()
    project.ninja()
    assert "hello" in project.ninja("--quiet", "native-run").out


def test_boards_are_listed_from_the_source_tree_too(project):
    (project.root / "boards").symlink_to(ROOT / "boards")
    listed = project.run(FBGEN, "boards", "atmega2560")
    assert "megaatmega2560" in listed.out and listed.err == ""


def test_build_verb_reports_sizes_and_times(uno):
    out = uno.fbgen("build").out
    assert "uno: flash " in out and "built in " in out


def test_extra_scripts_are_refused_with_their_place(uno):
    uno.write("platformio.ini", UNO + "extra_scripts = pre:x.py\n")
    failed = uno.fbgen(ok=False)
    assert failed.status == 1 and "platformio.ini:5:1: error: " in failed.err and "--ignore-scripts" in failed.err
    uno.fbgen("--ignore-scripts")
    uno.ninja()


def test_clean_keeps_the_manifest(uno):
    uno.build()
    uno.ninja("-t", "clean")
    assert (uno.root / "build.ninja").exists() and not (uno.root / ".fbgen/uno/firmware.hex").exists()
    uno.ninja()
    assert uno.hex()


@pytest.mark.parametrize("name", ["tool", "store", "fbgen"])
def test_a_link_of_ours_that_was_cleared_away_comes_back(uno, name):
    uno.build()
    link = uno.root / ".fbgen" / name
    shutil.rmtree(link) if link.is_dir() and not link.is_symlink() else link.unlink()
    uno.fbgen()
    uno.assert_no_work()
    uno.ninja("-t", "clean")
    uno.ninja()
    assert uno.hex()


def test_many_objects_link_through_a_response_file(project):
    project.write("platformio.ini", "[env:native]\nplatform = native\n")
    project.write("src/main.c", "int main(void) { return 0; }\n")
    for i in range(700):
        project.write(f"src/{'long-folder-name-' * 5}/unit{i}.c", f"int u{i};\n")
    project.fbgen()
    project.ninja()
    project.ninja("native-run")
    project.assert_no_work()


def test_manifest_has_no_absolute_path(uno):
    uno.build()
    manifest = (uno.root / "build.ninja").read_text()
    assert str(uno.root) not in manifest and str(pathlib.Path.home()) not in manifest


def test_samurai_builds_the_same_manifest(uno):
    if not shutil.which("samu"):
        pytest.skip("samurai (samu) is not on PATH; Debian does not have it")
    uno.fbgen()
    uno.run("samu")
    by_samurai = uno.hex()
    assert "nothing to do" in uno.run("samu").text
    shutil.rmtree(uno.root / ".fbgen")
    (uno.root / "build.ninja").unlink()
    uno.build()
    assert uno.hex() == by_samurai


@pytest.mark.parametrize("name", ["blink", "sketch", "host"])
def test_clangd_reads_every_source(example, name):
    if not shutil.which("clangd"):
        pytest.skip("clangd is not on PATH")
    project = example(name)
    project.build() if name != "host" else (project.fbgen(), project.ninja())
    for file in sorted((project.root / "src").rglob("*")):
        if file.suffix in (".cpp", ".c", ".ino"):
            checked = project.run("clangd", f"--check={file}", "--query-driver=**/*g++,**/*gcc", ok=False)
            assert "All checks completed, 0 errors" in checked.err, checked.err[-3000:]
