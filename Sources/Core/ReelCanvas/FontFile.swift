import CReelCairo
import ReelFiles

/// A file that letters are drawn from, as fontconfig finds it on this machine.
///
///     let file = Font("Noto Serif", size: 16).file
///     print(file?.path ?? "none", file?.md5 ?? "")
///
/// Two machines draw the same letters where their files have the same checksum. Letters that a font lacks come from other files,
/// which this does not tell.
public struct FontFile: Hashable, Sendable {
  /// The family that the file says it is of, such as `DejaVu Sans`.
  public let family: String
  /// The path of the file.
  public let path: String

  /// The MD5 checksum of the file's bytes, in 32 hexadecimal digits, read anew each time; nil where the file can't be read.
  public var md5: String? { (try? BoundedFile.read(path, limit: Self.largest)).map { MD5.text(of: $0) } }

  /// Larger than any font, also one of all of Unicode in nine weights.
  private static let largest = 1 << 29
}

extension Font {
  /// The file that the letters of this font are drawn from, the nearest that is installed; nil where no font is.
  ///
  /// The corresponding C function is `FcFontMatch`, which Pango calls too.
  public var file: FontFile? {
    matched { match in
      guard let family = Self.text(FC_FAMILY, 0, of: match), let path = Self.text(FC_FILE, 0, of: match) else {
        return nil
      }
      return FontFile(family: family, path: path)
    }
  }

  /// Whether a family of that name is on this machine, or the name stands for whichever is, as `sans` does.
  ///
  /// Of several names with commas between them, one is enough. Text in a font that is not installed is drawn in the nearest that is.
  public var isInstalled: Bool {
    let wanted = Set(families.map(Self.plain))
    guard wanted.isDisjoint(with: Self.generic) else { return Self.isAnyInstalled }
    return matched { match in
      var index: Int32 = 0
      while let family = Self.text(FC_FAMILY, index, of: match) {
        if wanted.contains(Self.plain(family)) { return true }
        index += 1
      }
      return nil
    } ?? false
  }

  /// Names that stand for whatever the machine has of a kind.
  private static let generic: Set<String> = [
    "sans", "sansserif", "serif", "mono", "monospace", "cursive", "fantasy", "systemui", "emoji", "math",
  ]

  private var families: [Substring] { family.split(separator: ",") }

  /// A name as fontconfig compares it: without blanks, large and small letters alike.
  private static func plain(_ name: some StringProtocol) -> String {
    name.lowercased().filter { !$0.isWhitespace && $0 != "-" }
  }

  /// Hands over what fontconfig takes for this font, which must not be kept; nil where nothing is installed.
  private func matched<R>(_ body: (OpaquePointer) -> R?) -> R? {
    guard Self.isAnyInstalled, let pattern = FcPatternCreate() else { return nil }
    defer { FcPatternDestroy(pattern) }
    for name in families { FcPatternAddString(pattern, FC_FAMILY, String(name)) }
    FcPatternAddDouble(pattern, FC_WEIGHT, FcWeightFromOpenTypeDouble(Double(weight.rawValue)))
    FcPatternAddInteger(pattern, FC_SLANT, italic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
    FcConfigSubstitute(nil, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    var result = FcResultMatch
    guard let match = FcFontMatch(nil, pattern, &result) else { return nil }
    defer { FcPatternDestroy(match) }
    return body(match)
  }

  /// A text of a pattern, where it has one more.
  private static func text(_ object: String, _ index: Int32, of pattern: OpaquePointer) -> String? {
    var text: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, object, index, &text) == FcResultMatch, let text else { return nil }
    return String(cString: text)
  }
}
