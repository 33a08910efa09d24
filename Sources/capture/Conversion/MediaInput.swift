import ArgumentParser
import Reel
import ReelConversion
import ReelPlatform

/// The input of a conversion: a movie, pictures, or standard input.
enum MediaInput: Sendable {
  case stream
  case movie(String)
  case pictures([String], name: String)

  /// What can be read, for messages.
  static let advice = "capture converts movies, pictures, folders of pictures, and frames on standard input"

  /// Finds out what the words on the command line name.
  ///
  /// - Throws: a missing file, or what is wrong with one.
  init(_ words: [String]) throws {
    if words.contains("-") {
      guard words.count == 1 else {
        throw ValidationError("- is standard input and can't be combined with other inputs: leave them out")
      }
      self = .stream
      return
    }
    let lists = try words.map { try Self.files($0) }
    if words.count == 1, let file = lists[0].first, lists[0].count == 1, file == words[0] {
      self = .movie(file)
      return
    }
    let files = lists.flatMap(\.self)
    for file in files where FileContent.kind(of: file) == "a movie" {
      throw ValidationError(
        "convert takes one movie at a time: to join \(file) with others, make them scenes of a storyboard, and run capture play"
      )
    }
    self = .pictures(
      words.count == 1 ? files : files.sorted(by: NaturalOrder.precedes),
      name: words.count == 1 ? words[0] : "\(words[0]) and \(words.count - 1) more")
  }

  /// The files that it consists of.
  var files: [String] {
    switch self {
    case .stream: []
    case .movie(let path): [path]
    case .pictures(let paths, _): paths
    }
  }

  /// The endings of files that hold a picture.
  private static let endings: Set<String> = [
    "png", "jpg", "jpeg", "webp", "tif", "tiff", "bmp", "ppm", "pgm", "pbm", "pnm", "pam", "qoi", "svg", "gif", "avif",
    "tga",
  ]

  private static func isPicture(_ name: String) -> Bool {
    !name.hasPrefix(".") && endings.contains(name.split(separator: ".").last.map { $0.lowercased() } ?? "")
  }

  /// Whether a word that names no file is the pattern of numbered files that exist.
  static func isPattern(_ word: String) -> Bool {
    word.contains("%") && (try? files(ofPattern: word))?.isEmpty == false
  }

  /// The files that a word names: one, those in a folder, or those of a pattern.
  private static func files(_ word: String) throws -> [String] {
    // A shell's <(…) is a stream that the process inherited.
    if BoundedFile.isStream(word) { return [word] }
    guard OutputFile.exists(word) else {
      if word.contains("%") {
        let files = try files(ofPattern: word)
        guard files.isEmpty else { return files }
      }
      throw MissingFile(path: word)
    }
    guard OutputFile.kind(at: word) == OutputFile.folderKind else {
      guard let kind = FileContent.kind(of: word) else {
        if (try? FileContent.requireText(word, "")) != nil, !word.lowercased().hasSuffix(".svg") {
          throw WrongContent(path: word, kind: "text", advice: advice)
        }
        return [word]
      }
      guard ["a movie", "a picture"].contains(kind) else { throw WrongContent(path: word, kind: kind, advice: advice) }
      return [word]
    }
    let folder = word.hasSuffix("/") ? word : word + "/"
    let names = try names(in: word).filter { isPicture($0) && OutputFile.kind(at: folder + $0) == nil }
    guard !names.isEmpty else {
      throw WrongContent(path: word, kind: "a folder without pictures", advice: advice)
    }
    return names.sorted(by: NaturalOrder.precedes).map { folder + $0 }
  }

  private static func files(ofPattern word: String) throws -> [String] {
    let names = try NumberedNames(pattern: word)
    guard OutputFile.exists(names.folderPath) else { return [] }
    let found = try Self.names(in: names.folderPath).compactMap { name in names.number(of: name).map { ($0, name) } }
    return found.sorted { $0.0 < $1.0 }.map { names.path($0.1) }
  }

  private static func names(in folder: String) throws -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw InputError(path: folder, reason: "the folder can't be listed", isMissing: true)
    }
  }
}

/// Movies and pictures, and as the first argument also folders, patterns and streams.
enum MediaKind: FilmedFile {
  static var command: String? { ConvertCommand.configuration.commandName }

  static func films(_ word: String) -> Bool {
    word == "-" || BoundedFile.isStream(word) || MediaInput.isPattern(word)
      || !word.hasPrefix("-") && (OutputFile.kind(at: word) == OutputFile.folderKind || recognizes(word))
  }

  static func recognizes(_ path: String) -> Bool {
    path != "-" && ["a movie", "a picture"].contains(FileContent.kind(of: path))
  }

  static func still(of path: String, _ options: StillCommand) throws -> StillSource {
    guard !options.picture.flake.frame.isGiven else {
      throw ValidationError("--size and --scale are for drawings: to scale \(path), run capture \(path) -o small.png")
    }
    guard FileContent.kind(of: path) == "a movie" else {
      let bitmap = try Bitmap(contentsOf: URL(fileURLWithPath: path))
      return StillSource(count: 1, duration: 0, index: { _ in 0 }, draw: { _ in bitmap })
    }
    let movie = try MovieReader(url: URL(fileURLWithPath: path))
    var shown: DecodedFrame?
    return StillSource(
      count: movie.facts.frameCount ?? 1, duration: movie.facts.duration,
      index: { seconds in
        shown = try movie.frame(sinceStart: .seconds(seconds))
        return shown?.index ?? 0
      },
      draw: { _ in
        guard let shown else { throw MovieError.unreadable(path: path, reason: "none of its frames can be decoded") }
        return try shown.bitmap().widened(by: movie.pixelAspect).oriented(movie.orientation)
      })
  }
}

extension Bitmap {
  /// Returns a picture of square pixels.
  fileprivate func widened(by aspect: Double) throws -> Bitmap {
    let size = PixelSize(width: Int(clamping: (Double(width) * aspect).rounded()), height: height)
    guard aspect != 1, Bitmap.sideRange.contains(size.width) else { return self }
    var bitmap = Bitmap(size: size)
    try bitmap.draw { $0.draw(self, in: size.bounds) }
    return bitmap
  }
}
