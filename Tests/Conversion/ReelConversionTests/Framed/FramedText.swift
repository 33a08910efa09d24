import ReelConversion
import ReelCanvas
import ReelGeometry
import ReelVideo

/// A stream of the framed protocol, as a program writes it.
struct FramedText {
  private(set) var bytes: [UInt8]

  /// Begins a stream.
  init(_ width: Int, _ height: Int, _ format: String = "gray", _ more: String = "") {
    bytes = Array("{\"reel\": 1, \"width\": \(width), \"height\": \(height), \"format\": \"\(format)\"\(more)}\n".utf8)
  }

  /// Adds a line, and the bytes that it announces.
  func line(_ text: String, _ pixels: [UInt8] = []) -> FramedText {
    var next = self
    next.bytes += Array(text.utf8) + [UInt8(ascii: "\n")] + pixels
    return next
  }

  /// Ends the stream.
  var ended: FramedText { line(#"{"end": true}"#) }
}

/// A frame as it was read.
struct ReadFrame: Equatable {
  var span: FrameSpan
  var picture: Bitmap
  var changed: Region
  var marks: [PictureMark]
}

/// Reads a stream to its end, or to a fault.
func read(_ bytes: [UInt8], isLive: Bool = false) -> (frames: [ReadFrame], failure: (any Error)?) {
  var frames: [ReadFrame] = []
  do {
    let feed = try FramedFeed(ByteStream(bytes), name: "in", frameRate: 25, isLive: isLive)
    let reading = PictureReading()
    var bitmap = Bitmap(size: feed.facts.size)
    while let picture = try feed.next() {
      let changed = try reading.draw(picture, changed: { reading.changes(in: picture) }, into: &bitmap)
      frames.append(ReadFrame(span: picture.span, picture: bitmap, changed: changed, marks: picture.marks))
    }
    return (frames, nil)
  } catch {
    return (frames, error)
  }
}
