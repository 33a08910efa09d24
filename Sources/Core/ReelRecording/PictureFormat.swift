import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelImages
import ReelVideo

/// The formats of single pictures.
public enum PictureFormat: String, CaseIterable, Hashable, Sendable {
  /// PNG: every colour, transparency, read everywhere.
  case png
  /// JPEG at its best quality: no transparency.
  case jpg
  /// Lossless WebP: smaller than PNG, with transparency, read by browsers.
  case webp

  /// The display name.
  public var name: String {
    switch self {
    case .png: "PNG"
    case .jpg: "JPEG"
    case .webp: "WebP"
    }
  }

  /// The endings of its file names.
  var endings: [String] { self == .jpg ? ["jpg", "jpeg"] : [rawValue] }

  /// Returns the format for a path's ending, in upper or lower case; nil for any other ending.
  public init?(endingOf path: String) {
    let name = OutputFile.split(path).name.lowercased()
    let found = Self.allCases.first { format in
      format.endings.contains { name.hasSuffix(".\($0)") && name.count > $0.count + 1 }
    }
    guard let found else { return nil }
    self = found
  }

  /// Rejects transparent frames if the format has no transparency.
  func check(_ stream: FrameStream) throws(InvalidValue) {
    guard stream.hasAlpha, self == .jpg else { return }
    throw InvalidValue(
      "background", "none", sentence: "a JPEG has no transparency: choose .png or .webp, or a background")
  }

  /// Encodes a picture; the same picture gives the same bytes.
  ///
  /// - Throws: The encoder's error, which means that memory or the encoder is missing.
  public func data(of bitmap: Bitmap) throws -> [UInt8] {
    switch self {
    case .png: try bitmap.pngData()
    case .jpg: try bitmap.jpegData()
    case .webp: try bitmap.webPData()
    }
  }
}

extension OutputFormat {
  /// Numbered pictures of all formats; the first format is also used for a folder.
  ///
  /// A name without a number is one picture: a contact sheet or an animated PNG, if requested.
  static let pictures: [OutputFormat] = PictureFormat.allCases.flatMap { format in
    format.endings.map { ending in
      let alpha: Abilities = format == .jpg ? [] : [.alpha]
      return OutputFormat("\(format.name) pictures", ending: ending, abilities: alpha.union([.numbered, .resumable])) {
        try sink(format, $0)
      }
    }
  }

  private static func sink(_ format: PictureFormat, _ output: FilmOutput) throws -> any FrameSink {
    let isPattern = OutputFile.split(output.path).name.contains("%")
    if !output.path.hasSuffix("/"), !isPattern, format == .png, output.isAnimated {
      return AnimationSink(
        .apng, path: output.path, settings: output.animation, byteLimit: output.byteLimit, replacing: output.replacing)
    }
    return PictureSequence(
      names: try output.numberedNames(), format: format, replacing: output.replacing, isDurable: output.isDurable)
  }
}
