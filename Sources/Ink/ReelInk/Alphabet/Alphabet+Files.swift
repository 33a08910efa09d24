import ReelFiles
import ReelGeometry
import ReelPlatform

extension Alphabet {
  /// The alphabets of the library, by name.
  public static let known: [(name: String, alphabet: Alphabet)] = [
    ("print", standard), ("school", school), ("joined", joined),
  ]

  /// The longest file, in bytes.
  private static let longestFile = 1 << 20

  /// Reads an alphabet of one's own; letters that it lacks are those of the standard alphabet.
  ///
  /// - Parameter path: A file in the format of `Alphabet.txt`, or a folder with a file for each character, as KanjiVG (`04e00.svg`), AnimCJK
  ///   (`19968.svg`) and Hanzi Writer (`一.json`) have them. Characters whose file can't be read count as missing.
  /// - Throws: `FormatError` for a file that can't be read or has an invalid line.
  public init(contentsOf path: String) throws(FormatError) {
    if OutputFile.kind(at: path) == OutputFile.folderKind {
      self = Alphabet.standard.preferring(CharacterFolder(path: path))
      return
    }
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) {
      bytes = try BoundedFile.read(path, limit: Self.longestFile)
    } catch {
      switch error {
      case .unopened(let reason): throw FormatError(missing: path, reason)
      case .unread(let reason): throw FormatError(file: path, reason: "can't be read: \(reason)")
      case .tooLong: throw FormatError(file: path, reason: "expected at most 1 MB, found more")
      }
    }
    do throws(InvalidValue) {
      try self.init(String(decoding: bytes, as: UTF8.self), over: .standard)
    } catch {
      throw FormatError(file: path, reason: error.description)
    }
  }
}

/// The characters of a folder with a file for each, such as that of KanjiVG.
struct CharacterFolder: LetterSource {
  let isDense = true
  /// The path of the folder.
  let path: String

  /// The side of a character's square in the alphabet, and the empty strip at its left and upper edge.
  private static let (side, left, top) = (83.0, 8.0, 5.0)

  func glyph(
    atStartOf text: Substring, known: inout [String: Alphabet.Glyph]
  ) -> (glyph: Alphabet.Glyph, length: Int)? {
    guard let character = text.first, !character.isWhitespace else { return nil }
    let key = String(character)
    guard let scalar = key.unicodeScalars.first, key.unicodeScalars.count == 1 else { return nil }
    if let glyph = known[key] { return (glyph, 1) }
    let hex = String(scalar.value, radix: 16)
    let names = [
      (String(repeating: "0", count: max(0, 5 - hex.count)) + hex + ".svg", side: 109.0), ("\(scalar.value).svg", 1024),
      (key + ".json", 1024),
    ]
    for (name, side) in names {
      guard let ink = try? InkFile.read(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")), !ink.expected.isEmpty
      else {
        continue
      }
      let fit = AffineTransform.scale(Self.side / side).followed(by: .translation(x: -Self.left, y: -Self.top))
      let glyph = Alphabet.Glyph(advance: Self.side, strokes: ink.expected.map { $0.applying(fit) })
      known[key] = glyph
      return (glyph, 1)
    }
    return nil
  }
}
