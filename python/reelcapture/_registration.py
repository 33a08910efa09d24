"""Registers the writer `reel` as soon as matplotlib's animations are there, and imports nothing for those without."""

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from types import ModuleType
from typing import Optional, Sequence

NAME = "matplotlib.animation"


class _Finder(importlib.abc.MetaPathFinder):
    """Finds matplotlib.animation as others do, and registers the writer after it."""

    def find_spec(
        self, name: str, path: Optional[Sequence[str]] = None, target: Optional[ModuleType] = None
    ) -> Optional[importlib.machinery.ModuleSpec]:
        if name != NAME:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            return spec
        run = spec.loader.exec_module

        def run_and_register(module: ModuleType) -> None:
            run(module)
            from . import matplotlib  # noqa: F401

        setattr(spec.loader, "exec_module", run_and_register)
        return spec


def register() -> None:
    """Makes `writer="reel"` known to matplotlib, whichever of the two is imported first."""
    if NAME in sys.modules:
        from . import matplotlib  # noqa: F401
    else:
        sys.meta_path.insert(0, _Finder())
