import CReelCairo
import ReelFiles

/// The font file that fontconfig chooses on this machine.
///
///     let file = Font("Noto Serif", size: 16).file
///     print(file?.path ?? "none", file?.md5 ?? "")
///
/// Two machines draw the same letters if their files have the same checksum. Letters that the font lacks come from other files, which are
/// not reported here.
public struct FontFile: Hashable, Sendable {
  /// The family named in the file, such as `DejaVu Sans`.
  public let family: String
  /// The path of the file.
  public let path: String

  /// The MD5 checksum of the file's bytes as 32 hexadecimal digits, computed on each access; nil if the file can't be read.
  public var md5: String? { (try? BoundedFile.read(path, limit: Self.largest)).map { MD5.text(of: $0) } }

  /// The maximum size of a file, in bytes; larger than any font, even one of all of Unicode in nine weights.
  private static let largest = 1 << 29
}

extension Font {
  /// The file for this font's letters, from the nearest installed font; nil if no font is installed.
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

  /// Whether a family of that name is installed, or the name is generic, like `sans`.
  ///
  /// Of several names separated by commas, one is enough. Text in a font that is not installed is drawn in the nearest installed one.
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

  /// Generic names, for which the machine chooses a family.
  private static let generic: Set<String> = [
    "sans", "sansserif", "serif", "mono", "monospace", "cursive", "fantasy", "systemui", "emoji", "math",
  ]

  private var families: [Substring] { family.split(separator: ",") }

  /// Normalizes a name as fontconfig does for comparison: without spaces, ignoring case.
  private static func plain(_ name: some StringProtocol) -> String {
    name.lowercased().filter { !$0.isWhitespace && $0 != "-" }
  }

  /// Calls a closure with fontconfig's match for this font, which must not be kept; nil if nothing is installed.
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

  /// Returns a text of a pattern by index, or nil after the last one.
  private static func text(_ object: String, _ index: Int32, of pattern: OpaquePointer) -> String? {
    var text: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, object, index, &text) == FcResultMatch, let text else { return nil }
    return String(cString: text)
  }
}
