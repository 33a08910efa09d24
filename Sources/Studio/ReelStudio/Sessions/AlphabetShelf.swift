import ReelFiles
import ReelInk
import ReelTracing

/// The alphabets of a studio: those of the library, and files in the folder `Alphabets` that teachers write.
struct AlphabetShelf: Sendable {
  /// The alphabets of the library, by name.
  static let known: [(name: String, alphabet: Alphabet)] = [
    ("print", .standard), ("school", .school), ("joined", .joined),
  ]
  private static let ending = ".txt"
  /// The longest file, in bytes, and the most files.
  private static let (longest, most) = (1 << 20, 50)

  /// The folder of the files.
  let folder: String

  /// The names of all alphabets.
  var names: [String] { Self.known.map(\.name) + own }

  private var own: [String] {
    let files = (try? FolderNames.read(folder)) ?? []
    let names = files.filter { $0.hasSuffix(Self.ending) && !$0.hasPrefix(".") }.map { String($0.dropLast(4)) }
    return names.filter { name in !Self.known.contains { $0.name == name } }.sorted().prefix(Self.most).map { $0 }
  }

  /// Returns an alphabet; the standard one for no name.
  ///
  /// - Throws: `Problem` for an unknown name, or a file with an invalid line.
  func alphabet(_ name: String?) throws -> Alphabet {
    guard let name else { return .standard }
    if let known = Self.known.first(where: { $0.name == name }) { return known.alphabet }
    guard own.contains(name) else {
      throw Problem(400, "there is no alphabet \(name.onOneLine(limit: 40))", field: "alphabet")
    }
    do throws(BoundedFile.Failure) {
      let bytes = try BoundedFile.read("\(folder)/\(name)\(Self.ending)", limit: Self.longest)
      return try Self.alphabet(bytes)
    } catch {
      throw Problem(400, "the alphabet \(name.onOneLine(limit: 40)) can't be read: \(error.reason)", field: "alphabet")
    }
  }

  private static func alphabet(_ bytes: [UInt8]) throws(BoundedFile.Failure) -> Alphabet {
    do {
      return try Alphabet(String(decoding: bytes, as: UTF8.self), over: .standard)
    } catch {
      throw .unread(error.description)
    }
  }

  /// The letters of a task, in the alphabet that it was written in.
  func letters(of header: TraceSession.Header) -> [WrittenLetter] {
    for name in names {
      if let letters = try? alphabet(name).letters(of: header), !letters.isEmpty { return letters }
    }
    return []
  }
}
