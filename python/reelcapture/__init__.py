"""Record frames from Python with Reel's command `capture`.

    with reelcapture.Recorder("film.mp4", fps=30) as recorder:
        for picture in pictures:
            recorder.write(picture)

A picture is a NumPy array, a Pillow image, a matplotlib figure, a pygame or Cairo surface, or anything with a buffer.
`write` records many pictures at once, `convert` makes films of files, and `show` displays a film in a notebook. After
`import reelcapture`, matplotlib's animations have a writer: `animation.save("plot.gif", writer="reel")`.
"""

from ._command import VERSION as __version__
from ._command import Error
from ._film import Film, convert, show
from ._recorder import Recorder, write
from ._registration import register

__all__ = ["Error", "Film", "Recorder", "convert", "show", "write"]

register()
