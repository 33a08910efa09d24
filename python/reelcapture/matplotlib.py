"""The writer `reel` of matplotlib's animations: `animation.save("plot.gif", writer="reel")`."""

import contextlib
from typing import Any, Dict, Iterator, Optional, Sequence

import matplotlib
from matplotlib.animation import AbstractMovieWriter, writers

from ._frames import of_figure
from ._recorder import Recorder

__all__ = ["ReelWriter"]


@writers.register("reel")
class ReelWriter(AbstractMovieWriter):
    """Films a figure with the command `capture`.

    `codec` is one of the command's (h264, hevc, vp9, av1, prores, ffv1), and `extra_args` and `options` are its options.
    The command chooses the bit rate and writes no metadata, so `bitrate` and `metadata` raise an error.
    """

    def __init__(
        self,
        fps: Any = 5,
        codec: Optional[str] = None,
        bitrate: Optional[int] = None,
        extra_args: Optional[Sequence[str]] = None,
        metadata: Optional[Dict[str, str]] = None,
        **options: Any,
    ) -> None:
        super().__init__(fps=fps, metadata=metadata, codec=codec, bitrate=bitrate)
        if self.bitrate not in (None, -1):
            raise ValueError(
                f"bitrate={self.bitrate}: a bit rate can't be chosen; set the quality with extra_args=['--crf', '20'], "
                "or the size with extra_args=['--max-bytes', '1MB']"
            )
        if self.metadata:
            raise ValueError(f"metadata={self.metadata}: the writer reel writes no metadata; leave it out")
        # matplotlib's own default codec is for movies alone; the command knows the codec of each format.
        self._options = dict(options, codec=codec)
        self._extra_args = list(extra_args or ())
        self._recorder: Optional[Recorder] = None

    @classmethod
    def isAvailable(cls) -> bool:
        """Always true: matplotlib would use another writer silently, and an error says how to install the command."""
        return True

    def _supports_transparency(self) -> bool:
        return str(self.outfile).lower().endswith((".gif", ".apng", ".webp", ".webm"))

    def setup(self, fig: Any, outfile: Any, dpi: Optional[float] = None) -> None:
        super().setup(fig, outfile, dpi=dpi)
        self._inches = fig.get_size_inches()
        self._recorder = Recorder(outfile, fps=self.fps, arguments=self._extra_args, **self._options)

    def grab_frame(self, **savefig_kwargs: Any) -> None:
        if self._recorder is None:
            raise RuntimeError("call setup, or use saving, before grab_frame")
        # Callers may have changed the size, and all frames have the same.
        self.fig.set_size_inches(self._inches)
        self._recorder._send(of_figure(self.fig, self._recorder._layout, self.dpi, savefig_kwargs))

    def finish(self) -> None:
        if self._recorder is not None:
            self._recorder.close()

    @contextlib.contextmanager
    def saving(self, fig: Any, outfile: Any, dpi: Optional[float], *args: Any, **kwargs: Any) -> Iterator["ReelWriter"]:
        """Like matplotlib's, but an error while drawing leaves no film that looks whole."""
        self.setup(fig, outfile, dpi, *args, **kwargs)
        assert self._recorder is not None
        with self._recorder, matplotlib.rc_context({"savefig.bbox": None}):
            yield self
