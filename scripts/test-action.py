#!/usr/bin/env python3
"""Runs the steps of action.yml as a runner does: test-action.py TARBALL FOLDER

Each step's command and environment are taken from action.yml. Inputs are put in, GITHUB_PATH and GITHUB_OUTPUT are read after each step. The
action that uploads is GitHub's, and not run: its paths are checked. actionlint, from PyPI, reads the workflows in samples/ci.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
ACTION = yaml.safe_load((ROOT / "action.yml").read_text())


class Runner:
    """A job's state: its folder, PATH and outputs."""

    def __init__(self, folder):
        shutil.rmtree(folder, ignore_errors=True)
        self.work, self.temp = folder / "work", folder / "temp"
        self.work.mkdir(parents=True)
        self.temp.mkdir()
        self.path, self.outputs, self.summary = "/usr/bin:/bin", {}, ""

    def value(self, text, inputs):
        def one(match):
            name = match[1].strip()
            if name.startswith("inputs."):
                return inputs[name[7:]]
            if name.startswith("steps."):
                _, step, _, output = name.split(".")
                return self.outputs.get(step, {}).get(output, "")
            assert name == "github.action_repository", name
            return "owner/reel"

        return re.sub(r"\$\{\{(.*?)\}\}", one, str(text))

    def applies(self, condition, inputs, failed):
        terms = (condition or "").split(" && ")
        if failed and "always()" not in terms:
            return False
        for term in terms:
            if term and term != "always()":
                name = re.fullmatch(r"(.*) != ''", term)[1]
                if not self.value("${{ %s }}" % name, inputs):
                    return False
        return True

    def run(self, **given):
        """Runs the action. Returns the exit code, what it printed, and the paths that would be uploaded."""
        inputs = {name: given.pop(name, item["default"]) for name, item in ACTION["inputs"].items()}
        inputs = {name: str(value) for name, value in inputs.items()}
        assert not given, given
        code, printed, uploaded = 0, "", None
        for step in ACTION["runs"]["steps"]:
            if not self.applies(step.get("if"), inputs, code):
                continue
            if "uses" in step:
                uploaded = self.value(step["with"]["path"], inputs).splitlines()
                continue
            files = {name: self.temp / name for name in ("GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
            for file in files.values():
                file.write_text("")
            environment = {name: self.value(text, inputs) for name, text in step["env"].items()}
            environment |= {name: str(file) for name, file in files.items()}
            environment |= {"PATH": self.path, "HOME": str(self.temp), "RUNNER_TEMP": str(self.temp), "GITHUB_ACTION_PATH": str(ROOT)}
            done = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
                cwd=self.work, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            )
            code, printed = code or done.returncode, printed + done.stdout
            for folder in files["GITHUB_PATH"].read_text().split():
                self.path = f"{folder}:{self.path}"
            found = re.findall(r"(\w+)<<(\w+)\n(.*?)\n\2\n", files["GITHUB_OUTPUT"].read_text(), re.S)
            self.outputs[step.get("id")] = {name: text for name, _, text in found}
            self.summary += files["GITHUB_STEP_SUMMARY"].read_text()
        return code, printed, uploaded


def names(runner, paths):
    return sorted(str(Path(path).relative_to(runner.work)) for path in paths)


def main():
    tarball, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    right = subprocess.run(["sha256sum", tarball], check=True, capture_output=True, text=True).stdout.split()[0]

    runner = Runner(folder)
    shutil.copytree(ROOT / "samples" / "storyboards", runner.work / "samples")
    (runner.work / "a demo.tape").write_text('Output demo.gif\nSet Width 480\nSet Height 240\nType "echo hello"\nEnter\nSleep 500ms\n')
    lines = '''
        'a demo.tape'
        samples/wall.yaml --set film.size=360p --to 2 -o "the wall.mp4"
        capture terminal -q -o shell.mp4 -- echo done
        fixture -q --frames 30 -o clip.mp4
        verify clip.mp4 --manifest clip.json --junit verify.xml
    '''
    code, printed, uploaded = runner.run(capture=lines, tarball=tarball, sha256=right)
    assert code == 0, printed
    made = names(runner, uploaded)
    assert made == ["clip.framemd5", "clip.json", "clip.mp4", "demo.gif", "shell.mp4", "the wall.mp4", "verify.xml"], made
    assert "| the wall.mp4 | " in runner.summary, runner.summary
    for name in made:
        assert (runner.work / name).stat().st_size > 100, name

    # A pipeline that loses frames fails the job, and its report is kept.
    runner = Runner(folder)
    lines = "fixture -q --frames 30 --drop 7 -o clip.mp4\nfixture -q --frames 30 -o whole.mp4\nverify clip.mp4 --manifest whole.json --report report\nsnowflake"
    code, printed, uploaded = runner.run(capture=lines, tarball=tarball)
    assert code == 1 and "::error title=Reel::capture verify clip.mp4" in printed, printed
    assert any(path.startswith("report/") for path in names(runner, uploaded)) and "snowflake.mp4" not in printed, uploaded

    # Only installed; and what is wrong is said.
    runner = Runner(folder)
    assert runner.run(tarball=tarball)[::2] == (0, None)
    for given, wanted, words in (
        ({"sha256": "0" * 64, "tarball": tarball}, 65, "has another SHA-256 sum"),
        ({"tarball": "nothing.tar.gz"}, 66, "nothing.tar.gz: no such file"),
        ({"tarball": "http://127.0.0.1:9/nothing.tar.gz"}, 69, "could not be fetched"),
        ({"tarball": tarball, "capture": "nothing.tape"}, 66, "capture nothing.tape: exit code 66"),
        ({"tarball": tarball, "capture": "snowflake", "folder": "nowhere"}, 66, "nowhere is not a folder"),
    ):
        code, printed, _ = Runner(folder).run(**given)
        assert code == wanted and words in printed, (given, code, printed)

    # The workflows, with the action of this repository, whose inputs actionlint knows then.
    workflows = folder / "lint" / ".github" / "workflows"
    workflows.mkdir(parents=True)
    shutil.copy(ROOT / "action.yml", folder / "lint")
    for file in ("action.yml", "film.yml", "github.yml", "ui-tests.yml"):
        text = (ROOT / "samples" / "ci" / file).read_text()
        assert file != "action.yml" or text.count("OWNER/reel@v") == 1
        (workflows / file).write_text(re.sub(r"OWNER/reel@v[0-9.]+", "./", text))
    subprocess.run(["git", "init", "-q", folder / "lint"], check=True)
    lint = [Path(sys.executable).parent / "actionlint", "-no-color"]
    subprocess.run([*lint, *map(str, workflows.glob("*.yml"))], cwd=folder / "lint", check=True)
    # It sees a wrong input.
    (workflows / "action.yml").write_text((workflows / "action.yml").read_text().replace("capture: |", "captures: |"))
    assert subprocess.run([*lint, str(workflows / "action.yml")], cwd=folder / "lint", stdout=subprocess.DEVNULL).returncode == 1
    print("reel: the action's steps ran, and its workflows have no errors")


main()
