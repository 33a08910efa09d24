import ReelCanvas
import ReelDescriptions
import ReelGeometry

/// A cell of a table: text, or a picture.
public enum TableCell: Hashable, Sendable {
  /// A line of text.
  case text(String)
  /// A picture in its own aspect ratio, as high as its row allows.
  case image(Bitmap)
  /// A drawing in its own aspect ratio, as high as its row allows.
  case drawing(SVGPicture)

  /// The text; empty for a picture.
  public var text: String {
    if case .text(let text) = self { text } else { "" }
  }

  /// The aspect ratio of a picture, width divided by height; nil for text.
  var shape: Double? {
    switch self {
    case .text: nil
    case .image(let image): Double(image.width) / Double(max(1, image.height))
    case .drawing(let drawing): drawing.size.width / max(1e-9, drawing.size.height)
    }
  }
}

extension TableCell: ExpressibleByStringLiteral {
  /// Creates a cell of text.
  public init(stringLiteral text: String) { self = .text(text) }
}

extension TableCell: Codable {
  private struct Picture: Codable {
    var image: String?
  }

  /// The largest height of a stored picture, in pixels; rows are not higher.
  private static let maxHeight = 400.0

  /// Decodes text, a picture as embedded in a recipe, or `{image: file}`.
  public init(from decoder: any Decoder) throws {
    // A number keeps its spelling: 007 and 1.50 are text here.
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self = .text(text)
    } else if let text = try? DescriptionText(from: decoder).text {
      self = .text(text)
    } else if let path = try? Picture(from: decoder).image {
      self = try Self(EmbeddedPicture(path: path))
    } else {
      do {
        self = try Self(EmbeddedPicture(from: decoder))
      } catch is DecodingError {
        throw Self.neither
      }
    }
  }

  private init(_ picture: EmbeddedPicture) throws {
    switch try picture.pictures {
    case (_, let drawing?): self = .drawing(drawing)
    case (let image?, nil): self = .image(try Self.reduced(image))
    case (nil, nil): throw Self.neither
    }
  }

  private static let neither = DescriptionError(
    "a value of a table must be a text, or a picture such as {image: photo.jpg}")

  /// Reduces a photo to the pixels that a row can show, so that tables with hundreds of photos fit in memory.
  private static func reduced(_ image: Bitmap) throws -> Bitmap {
    let scale = min(maxHeight / Double(image.height), 4 * maxHeight / Double(image.width))
    guard scale < 1 else { return image }
    func side(_ length: Int) -> Int { max(1, Int(clamping: (Double(length) * scale).rounded())) }
    var small = Bitmap(width: side(image.width), height: side(image.height))
    let frame = Rect(origin: .zero, size: small.size.size)
    try small.draw { $0.draw(image, in: frame) }
    return small
  }

  /// Encodes text as a string, and a picture with its pixels.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .text(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .image(let image): try EmbeddedPicture(image, nil).encode(to: encoder)
    case .drawing(let drawing): try EmbeddedPicture(nil, drawing).encode(to: encoder)
    }
  }
}
