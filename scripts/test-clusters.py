#!/usr/bin/env python3
"""Validates samples/farm and runs its command lines: test-clusters.py CAPTURE KUBERNETES-VALIDATE

Runs the commands of the containers in job.yaml, all at once as in a cluster, with the variable that Kubernetes sets; only the folder
differs. The film must be byte for byte the same as from one process.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import yaml

SAMPLES = Path(__file__).resolve().parent.parent / "samples" / "farm"


def validate(validator):
    # The oldest version in which all used features are stable, and the newest that the validator knows.
    for version in (["--kubernetes-version", "1.33"], []):
        subprocess.run([validator, "--strict", *version, str(SAMPLES / "job.yaml")], check=True)
    for name in ("film.sbatch",):
        subprocess.run(["bash", "-n", str(SAMPLES / name)], check=True)


def run(arguments, folder, **variables):
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("SLURM_", "JOB_", "AWS_"))}
    arguments = [str(argument).replace("/films/", f"{folder}/") for argument in arguments]
    subprocess.run(arguments, check=True, env=environment | variables, stdout=subprocess.DEVNULL, timeout=1200)


def container(job):
    (container,) = job["spec"]["template"]["spec"]["containers"]
    return container


def main():
    capture, validator = sys.argv[1:]
    validate(validator)

    documents = list(yaml.safe_load_all((SAMPLES / "job.yaml").read_text()))
    parts, join = (document["spec"] | document for document in documents if document["kind"] == "Job")
    arguments = container(parts)["args"]
    assert f"auto/{parts['completions']}" in arguments, "the number of parts is not that of completions"

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(parts["parallelism"] + 1) as pool:
        tasks = [pool.submit(run, [capture, *container(join)["args"]], folder)]
        for index in range(parts["completions"]):
            tasks.append(pool.submit(run, [capture, *arguments], folder, JOB_COMPLETION_INDEX=str(index)))
        for task in tasks:
            task.result()
        part = arguments.index("--part")
        one = [*arguments[:part], *arguments[part + 2 : arguments.index("-o")], "-o", "/films/one.mp4"]
        run([capture, *one], folder)
        films = [Path(folder, name) for name in ("film.mp4", "one.mp4")]
        hashes = [hashlib.sha256(film.read_bytes()).hexdigest() for film in films]
        assert hashes[0] == hashes[1], "the film of the parts is another than that of one process"
        print(f"the film of {parts['completions']} parts is that of one process: {hashes[0]}")


main()
