import ReelCanvas
import ReelDescriptions
import ReelFiles
import ReelGeometry
import ReelInk
import ReelLayers
import ReelTracing
import ReelVideo

/// An SVG drawing, which is sharp at every size.
public struct SVGPicture: Hashable, Sendable {
  /// The largest file, in bytes.
  static let longest = 1 << 22

  /// The text of the file.
  public let text: String
  /// The width and height in the file, in its own units.
  public let size: Size

  /// Creates a drawing.
  ///
  /// Texts, gradients and embedded pictures are drawn too. Files and URLs that the drawing refers to are not read.
  ///
  /// - Parameter text: The text of an SVG file.
  /// - Throws: `DescriptionError` if the text is not SVG, takes too much work or can't be drawn, or if FFmpeg was built
  ///   without librsvg.
  public init(_ text: String) throws(DescriptionError) { self = try Self(Array(text.utf8), name: "the SVG") }

  private init(_ bytes: [UInt8], name: String) throws(DescriptionError) {
    do {
      let size = try SVGHeader(bytes, name: name).size
      // A thinner strip would not have a single pixel.
      guard (0.001...1000).contains(size.width / size.height) else {
        throw DescriptionError("\(name) is \(size.width) wide and \(size.height) high: give it another shape")
      }
      self.size = Size(width: size.width, height: size.height)
      _ = try SVGWork.count(bytes, name: name)
      _ = try Bitmap(svg: bytes, size: PixelSize(width: 16, height: 16))
    } catch let error as ImageError {
      throw DescriptionError("\(name) can't be shown: \(error.reason)")
    } catch {
      throw DescriptionError("\(error)")
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a path names a drawing, by its ending.
  static func isSVG(_ path: String) -> Bool { path.lowercased().hasSuffix(".svg") }

  /// Reads a file.
  ///
  /// - Throws: `DescriptionError` as `init(_:)` does, and if the file can't be read.
  init(path: String) throws(DescriptionError) {
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) {
      bytes = try BoundedFile.read(path, limit: Self.longest)
    } catch {
      switch error {
      case .unopened(let reason), .unread(let reason):
        throw DescriptionError("the drawing \(path) can't be read: \(reason)")
      case .tooLong: throw DescriptionError("the drawing \(path) has more than \(Self.longest) bytes")
      }
    }
    self = try Self(bytes, name: path.split(separator: "/").last.map(String.init) ?? path)
  }

  /// Draws the picture, stretched to a size.
  func bitmap(_ size: PixelSize) throws -> Bitmap { try Bitmap(svg: Array(text.utf8), size: size) }
}

/// A drawing stretched to its bounds, and redrawn when it is shown larger.
final class SVGLayer: Layer {
  /// The longest side that is drawn, in pixels; larger ones are less sharp.
  private static let longestSide = 8192.0

  private let picture: SVGPicture
  /// The largest drawing so far, and its scale relative to the bounds.
  private var drawn: (bitmap: Bitmap, scale: Double)?

  init(_ picture: SVGPicture, frame: Rect) {
    self.picture = picture
    super.init(frame: frame)
  }

  override func draw(in context: GraphicsContext) throws {
    guard !bounds.isEmpty else { return }
    let transform = context.transform
    let stretch = max(
      Vector(dx: transform.a, dy: transform.b).length, Vector(dx: transform.c, dy: transform.d).length)
    // While it grows, few sizes suffice, as scaling down by half at most keeps it sharp.
    let most = max(1, Self.longestSide / max(bounds.width, bounds.height))
    var scale = 1.0
    while scale < stretch - 1e-6, scale < most { scale = min(2 * scale, most) }
    if drawn?.scale != scale {
      let size = Size(width: bounds.width * scale, height: bounds.height * scale)
      drawn = (try picture.bitmap(PixelSize(covering: size)), scale)
    }
    guard let bitmap = drawn?.bitmap else { return }
    if bitmap.size.size == bounds.size {
      context.draw(bitmap, at: bounds.origin)
    } else {
      context.draw(bitmap, in: bounds)
    }
  }
}
