import ReelCanvas
import ReelGeometry
import ReelTiming
import ReelVideo

/// A finished picture on its way to a sink.
public struct Frame: Sendable {
  /// The content of the picture.
  private enum Content: Sendable {
    case pixels(Bitmap)
    case samples(ConvertedTiles?)
    case picture(FilmPicture)
    case both(Pair)
  }

  /// Pixels and the picture that they were drawn from: behind a reference, because frames are passed by value.
  private final class Pair: Sendable {
    let bitmap: Bitmap
    let picture: FilmPicture

    init(_ bitmap: Bitmap, _ picture: FilmPicture) { (self.bitmap, self.picture) = (bitmap, picture) }
  }

  /// The index of the frame, and when it is shown.
  public let time: FrameTime
  /// The tiles that may differ from the previous frame sent; empty if nothing changed.
  public let changed: Region
  private let content: Content

  /// The pixels, for sinks whose form is `pixels`.
  ///
  /// They share their storage with the source's bitmap until the source draws again.
  ///
  /// - Precondition: The sink has not asked for samples.
  public var bitmap: Bitmap {
    switch content {
    case .pixels(let bitmap): return bitmap
    case .both(let pair): return pair.bitmap
    case .samples, .picture:
      preconditionFailure("this frame has samples and no pixels, because its sink asked for samples")
    }
  }

  /// The samples of the changes, for sinks that asked for them; nil for a still and for a frame of pixels.
  package var samples: ConvertedTiles? {
    if case .samples(let tiles) = content { tiles } else { nil }
  }

  /// Whether the frame holds samples and no pixels.
  package var isConverted: Bool {
    if case .samples = content { true } else { false }
  }

  /// The picture whose samples are encoded as they are; nil for any other frame.
  package var picture: FilmPicture? {
    switch content {
    case .picture(let picture): picture
    case .both(let pair): pair.picture
    case .pixels, .samples: nil
    }
  }

  /// The memory that it holds, in bytes: none for a still.
  var byteCount: Int {
    switch content {
    case .pixels(let bitmap): changed.isEmpty ? 0 : Self.pixelBytes(of: bitmap.size)
    case .both(let pair): Self.pixelBytes(of: pair.bitmap.size) + pair.picture.byteCount
    case .samples(let tiles): tiles?.byteCount ?? 0
    case .picture(let picture): picture.byteCount
    }
  }

  /// The bytes that the pixels of a picture take.
  static func pixelBytes(of size: PixelSize) -> Int { size.width * size.height * 4 }

  /// Creates a frame.
  public init(time: FrameTime, bitmap: Bitmap, changed: Region) {
    self.init(time, changed, .pixels(bitmap))
  }

  /// Creates a frame of pixels, with the samples that they were drawn from.
  init(time: FrameTime, bitmap: Bitmap, changed: Region, beside picture: FilmPicture?) {
    self.init(time, changed, picture.map { .both(Pair(bitmap, $0)) } ?? .pixels(bitmap))
  }

  /// Creates a frame of samples that are encoded as they are, or of none where the picture before stays.
  init(time: FrameTime, size: PixelSize, picture: FilmPicture?) {
    self.init(
      time, picture == nil ? Region(of: size) : .all(of: size), picture.map { .picture($0) } ?? .samples(nil))
  }

  private init(_ time: FrameTime, _ changed: Region, _ content: Content) {
    self.time = time
    self.changed = changed
    self.content = content
  }

  /// Returns the frame at another time, with what changed since another frame; the picture is nil where its samples did not.
  func moved(to time: FrameTime, changed: Region, picture: FilmPicture?) -> Frame {
    switch content {
    case .pixels, .both: Frame(time: time, bitmap: bitmap, changed: changed, beside: picture)
    case .samples, .picture: Frame(time, changed, picture.map { .picture($0) } ?? .samples(nil))
    }
  }

  /// Returns the frame in the form that a sink wants.
  package func converted(to form: FrameForm) -> Frame {
    guard case .samples(let format) = form, case .pixels(let bitmap) = content else { return self }
    guard !changed.isEmpty else { return Frame(time, changed, .samples(nil)) }
    return PerformanceTimer.measure("convert") {
      Frame(time, changed, .samples(ConvertedTiles(bitmap, changed: changed, format: format)))
    }
  }
}
