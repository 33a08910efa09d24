import ReelFiles
import ReelInk
import ReelTracing

/// The alphabets of a studio: those of the library, and files and folders of characters in the folder `Alphabets`.
struct AlphabetShelf: Sendable {
  private static let ending = ".txt"
  /// The most alphabets of teachers.
  private static let most = 50

  /// The folder of the files.
  let folder: String

  /// The names of all alphabets.
  var names: [String] { Alphabet.known.map(\.name) + own.keys.sorted() }

  /// The files and folders of teachers' alphabets, by name.
  private var own: [String: String] {
    let files = ((try? FolderNames.read(folder)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
    var own: [String: String] = [:]
    for file in files where own.count < Self.most {
      let isFile = file.hasSuffix(Self.ending)
      guard isFile || OutputFile.kind(at: "\(folder)/\(file)") == OutputFile.folderKind else { continue }
      let name = isFile ? String(file.dropLast(Self.ending.count)) : file
      if own[name] == nil, !Alphabet.known.contains(where: { $0.name == name }) { own[name] = file }
    }
    return own
  }

  /// Returns an alphabet; the standard one for no name.
  ///
  /// - Throws: `Problem` for an unknown name, or a file with an invalid line.
  func alphabet(_ name: String?) throws -> Alphabet {
    guard let name else { return .standard }
    if let known = Alphabet.known.first(where: { $0.name == name }) { return known.alphabet }
    guard let file = own[name] else {
      throw Problem(400, "there is no alphabet \(name.onOneLine(limit: 40))", field: "alphabet")
    }
    do {
      return try Alphabet(contentsOf: "\(folder)/\(file)")
    } catch {
      throw Problem(400, "the alphabet \(name.onOneLine(limit: 40)) can't be read: \(error.reason)", field: "alphabet")
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
