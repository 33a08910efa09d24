import ReelCanvas
import ReelDescriptions
import ReelFiles
import ReelFormats
import ReelGeometry
import ReelInk
import ReelLayers

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
  /// - Throws: `DescriptionError` if the text is not SVG, takes too much work or can't be drawn.
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
      text = String(decoding: SVGText.complete(try TextSource(bytes, name: name)), as: UTF8.self)
      _ = try bitmap(PixelSize(width: 16, height: 16))
    } catch let error as ImageError {
      throw DescriptionError("\(name) can't be shown: \(error.reason)")
    } catch {
      throw DescriptionError("\(error)")
    }
  }

  /// Whether a text is drawn in it.
  var hasText: Bool { (try? SVGDrawing(Array(text.utf8), name: "svg"))?.hasText ?? false }

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

  /// Creates what draws the picture.
  func renderer() throws(ImageError) -> SVGRenderer {
    try SVGRenderer(Array(text.utf8), bounds: Rect(origin: .zero, size: size))
  }

  /// Draws the picture, stretched to a size.
  func bitmap(_ size: PixelSize) throws -> Bitmap { try renderer().bitmap(size: size) }
}
