"""Pictures of other libraries as rows of bytes. None of the libraries is imported unless the caller has it."""

import io
import sys
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

# The channels that callers name, with the protocol's formats and the bytes of a pixel.
FORMATS = {"gray": ("gray", 1), "rgb": ("rgb24", 3), "bgr": ("bgr24", 3), "rgba": ("rgba", 4), "bgra": ("bgra", 4)}
ALPHAS = ("straight", "premultiplied", "none")

Rect = Tuple[int, int, int, int]


class Layout(NamedTuple):
    """How a picture lies in memory; the same for all frames of a film."""

    width: int
    height: int
    channels: str
    alpha: Optional[str]

    @property
    def header(self) -> Dict[str, Any]:
        """The stream's first line, without a rate."""
        line = {"reel": 1, "width": self.width, "height": self.height, "format": FORMATS[self.channels][0]}
        return dict(line, alpha=self.alpha) if self.alpha else line

    def __str__(self) -> str:
        alpha = f" ({self.alpha} alpha)" if self.alpha else ""
        return f"{self.width}x{self.height} {self.channels}{alpha}"


class Picture(NamedTuple):
    """A picture: its layout, and its rows without padding."""

    layout: Layout
    data: memoryview


def picture(
    frame: Any, like: Optional[Layout], channels: Optional[str], alpha: Optional[str], size: Optional[Tuple[int, int]]
) -> Picture:
    """The bytes of anything that can be filmed, as the frames before it (`like`) where it can be converted without loss."""
    homes = {kind.__module__.partition(".")[0] for kind in type(frame).__mro__}
    if "PIL" in homes and hasattr(frame, "getbands"):
        return _of_image(frame, like)
    if "matplotlib" in homes and hasattr(frame, "savefig"):
        return of_figure(frame, like, None, {})
    if "pygame" in homes and hasattr(frame, "get_flags"):
        return _of_pygame(frame)
    if homes & {"cairo", "cairocffi"} and hasattr(frame, "get_stride"):
        return _of_cairo(frame)
    return _of_buffer(frame, channels, alpha, size)


def _of_image(image: Any, like: Optional[Layout]) -> Picture:
    has_alpha = image.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in image.info
    if image.mode in ("F", "I") or image.mode.startswith("I;"):
        raise TypeError(f"a Pillow image of mode {image.mode} has no colours: convert it to L or RGB first")
    channels = "rgba" if has_alpha else "gray" if image.mode in ("L", "1") else "rgb"
    # The frames of a GIF are read in several modes; a mode that holds more is used for all.
    if like is not None and channels != like.channels:
        opaque = not has_alpha or image.convert("RGBA").getextrema()[3][0] == 255
        if like.channels == "rgba" or (like.channels == "rgb" and opaque):
            channels = like.channels
    mode = {"gray": "L", "rgb": "RGB", "rgba": "RGBA"}[channels]
    if image.mode != mode:
        image = image.convert(mode)
    layout = Layout(image.width, image.height, channels, "straight" if channels == "rgba" else None)
    return Picture(layout, memoryview(image.tobytes()))


def of_figure(figure: Any, like: Optional[Layout], dpi: Optional[float], savefig: Dict[str, Any]) -> Picture:
    """A matplotlib figure as `savefig` draws it, at its own resolution or another."""
    import matplotlib

    for name in ("dpi", "format", "bbox_inches"):
        if name in savefig:
            raise TypeError(f"{name} can't be chosen for a single frame: all frames of a film have the same size")
    # Figures on dense screens change their dpi while they are displayed.
    dpi = dpi or getattr(figure, "_original_dpi", figure.dpi)
    buffer = io.BytesIO()
    with matplotlib.rc_context({"savefig.bbox": None}):
        figure.savefig(buffer, format="rgba", dpi=dpi, **savefig)
    data = buffer.getbuffer()
    width = int(figure.get_size_inches()[0] * dpi + 1e-8)
    height = len(data) // (4 * width)
    alpha = like.alpha if like else "none" if data[3::4].tobytes().count(255) == width * height else "straight"
    return Picture(Layout(width, height, "rgba", alpha), data)


def _of_pygame(surface: Any) -> Picture:
    image = sys.modules["pygame"].image
    channels = "rgba" if surface.get_flags() & 0x10000 else "rgb"  # SRCALPHA
    data = getattr(image, "tobytes", image.tostring)(surface, channels.upper())
    width, height = surface.get_size()
    return Picture(Layout(width, height, channels, "straight" if channels == "rgba" else None), memoryview(data))


def _of_cairo(surface: Any) -> Picture:
    kinds = {0: ("bgra", "premultiplied"), 1: ("bgra", "none"), 2: ("gray", None)}  # ARGB32, RGB24, A8
    if int(surface.get_format()) not in kinds:
        raise TypeError("a Cairo surface has to be of format ARGB32, RGB24 or A8")
    channels, alpha = kinds[int(surface.get_format())]
    surface.flush()
    data = memoryview(surface.get_data()).cast("B")
    width, height, stride = surface.get_width(), surface.get_height(), surface.get_stride()
    row = width * FORMATS[channels][1]
    if stride != row:
        data = memoryview(b"".join(data[y * stride : y * stride + row] for y in range(height)))
    return Picture(Layout(width, height, channels, alpha), data[: row * height])


def _of_buffer(frame: Any, channels: Optional[str], alpha: Optional[str], size: Optional[Tuple[int, int]]) -> Picture:
    numpy = sys.modules.get("numpy")
    if numpy is not None and (hasattr(frame, "__array_interface__") or hasattr(frame, "__array__")):
        frame = _as_bytes(numpy.asarray(frame), numpy)
    try:
        view = memoryview(frame)
    except TypeError:
        raise TypeError(
            f"a frame can't be of type {type(frame).__name__}: give a NumPy array, a Pillow image, a matplotlib figure, "
            "a pygame or Cairo surface, or a buffer"
        ) from None
    if view.itemsize != 1 or view.ndim == 0 or view.format == "?":
        raise TypeError(f"a frame has to be of bytes, and the buffer's items are of format {view.format!r}")
    given = tuple(view.shape or ())
    shape = (*given, 1) if len(given) == 2 else given
    if len(given) == 1:
        if size is None:
            raise ValueError("a frame without a shape needs a size: Recorder(…, size=(640, 480))")
        shape = (size[1], size[0], FORMATS[channels or "rgb"][1])
    layout = _layout(shape, given, channels, alpha)
    count = layout.width * layout.height * FORMATS[layout.channels][1]
    if view.nbytes != count:
        raise ValueError(f"a frame has {view.nbytes} bytes, and {layout} has {count}")
    is_plain = view.c_contiguous and view.format in ("B", "b", "c")
    return Picture(layout, view.cast("B") if is_plain else memoryview(view.tobytes()))


def _as_bytes(array: Any, numpy: Any) -> Any:
    if array.dtype.kind == "f":
        # Not a number compares as false too.
        if array.size and not (array.min() >= 0 and array.max() <= 1):
            raise ValueError(f"floats have to be from 0 to 1, and these are from {array.min():g} to {array.max():g}")
        scaled = array * 255
        scaled += 0.5
        array = scaled.astype(numpy.uint8)
    elif array.dtype == bool:
        array = array.astype(numpy.uint8) * numpy.uint8(255)
    elif array.dtype != numpy.uint8:
        raise TypeError(f"a frame of {array.dtype} has no known range: convert it to uint8, or to floats from 0 to 1")
    return numpy.ascontiguousarray(array)


def _layout(shape: Sequence[int], given: Sequence[int], channels: Optional[str], alpha: Optional[str]) -> Layout:
    text = "(" + ", ".join(map(str, given)) + ")"
    if len(shape) != 3 or 0 in shape[:2] or shape[2] not in (1, 3, 4):
        hint = "; frame.transpose(1, 2, 0) moves the channels to the end" if shape[:1] in [(1,), (3,), (4,)] else ""
        raise ValueError(f"a frame of shape {text} is not (height, width) or (height, width, channels){hint}")
    if channels is None:
        if shape[2] == 4:
            raise ValueError(f'a frame of shape {text} may be RGBA or BGRA: give channels="rgba" or channels="bgra"')
        channels = {1: "gray", 3: "rgb"}[shape[2]]
    if FORMATS[channels][1] != shape[2]:
        raise ValueError(f"a frame of shape {text} does not have the channels {channels}")
    return Layout(shape[1], shape[0], channels, (alpha or "straight") if shape[2] == 4 else None)


def rects(changed: Any, layout: Layout) -> List[Rect]:
    """Checks rectangles that a caller names."""
    checked = []
    for rect in changed:
        x, y, width, height = (int(number) for number in rect)
        if min(x, y) < 0 or min(width, height) < 1 or x + width > layout.width or y + height > layout.height:
            raise ValueError(f"the rectangle {(x, y, width, height)} is outside of {layout.width}x{layout.height}")
        checked.append((x, y, width, height))
    return checked


def parts(picture: Picture, changed: Sequence[Rect]) -> List[memoryview]:
    """The bytes of rectangles, each without padding."""
    size = FORMATS[picture.layout.channels][1]
    stride = picture.layout.width * size
    pieces = []
    for x, y, width, height in changed:
        start, row = y * stride + x * size, width * size
        if row == stride:
            pieces.append(picture.data[start : start + height * stride])
        else:
            rows = (picture.data[start + line * stride :][:row] for line in range(height))
            pieces.append(memoryview(b"".join(rows)))
    return pieces
