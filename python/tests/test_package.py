"""The package as pip installs it."""

import subprocess
import sys
from pathlib import Path

import pytest
import reelcapture
from conftest import ROOT


def test_the_installed_package_is_the_one_that_is_tested():
    installed = Path(reelcapture.__file__).parent
    assert "site-packages" in installed.parts, "run scripts/test-python.sh, which installs the package"
    assert (installed / "py.typed").exists()
    source = ROOT / "python" / "reelcapture"
    assert {file.name: file.read_text() for file in source.glob("*.py")} == {file.name: file.read_text() for file in installed.glob("*.py")}


def test_nothing_else_is_installed_with_it():
    answer = subprocess.run([sys.executable, "-m", "pip", "show", "reelcapture"], capture_output=True, text=True).stdout
    assert "\nRequires: \n" in answer + "\n" and f"\nVersion: {reelcapture.__version__}\n" in answer


def test_everything_that_is_offered_is_described():
    for name in reelcapture.__all__:
        thing = getattr(reelcapture, name)
        assert thing.__doc__, name
        for method, value in vars(thing).items() if isinstance(thing, type) else ():
            assert method.startswith("_") or getattr(value, "__doc__", None), f"{name}.{method}"


@pytest.mark.parametrize("page", ["python/README.md", "docs/frames.md"])
def test_the_examples_on_the_pages_run(tmp_path, page, monkeypatch):
    numpy = pytest.importorskip("numpy")
    plt = pytest.importorskip("matplotlib.pyplot")
    text = (ROOT / page).read_text()
    examples = [part.split("```")[0] for part in text.split("```python\n")[1:]]
    assert examples
    monkeypatch.chdir(tmp_path)
    for example in examples:
        exec(compile(example, page, "exec"), {"numpy": numpy, "plt": plt})
    assert list(tmp_path.iterdir())
