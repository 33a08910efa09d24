import Reel
import ReelPlatform
import ReelTapes
import ReelTerminal

/// The outputs of a session: films, pictures of one screen, recordings, texts and states.
struct SessionOutputs {
  /// The films, in the form that `OutputOptions` takes.
  var films: [String] = []
  /// Pictures of the last screen.
  var pictures: [String] = []
  /// Recordings that can be filmed again.
  var casts: [String] = []
  /// Screens as text.
  var texts: [String] = []
  /// The last screen as JSON.
  var states: [String] = []
  /// Other screens of a tape as JSON; the last one that names a file is in it.
  var earlierStates: [String] = []

  /// Sorts outputs by their endings.
  ///
  /// - Parameters:
  ///   - paths: The outputs.
  ///   - areScreens: Whether a `.png` is a picture of one screen rather than an animation or a contact sheet.
  init(_ paths: [String], areScreens: Bool = true) {
    for path in paths {
      switch path.lowercased().split(separator: ".").last.map(String.init) {
      case "cast" where path.contains("."): casts.append(path)
      case "txt", "ascii", "test": texts.append(path)
      case "json" where path.contains("."): states.append(path)
      case "png" where areScreens && !path.contains("%"): pictures.append(path)
      default: films.append(path)
      }
    }
  }

  /// Whether there are outputs, but no film among them.
  var hasNoFilm: Bool { films.isEmpty && !(pictures + casts + texts + states).isEmpty }

  /// Whether one of the films is a movie.
  var hasMovie: Bool {
    if films.isEmpty { return !hasNoFilm }
    return films.contains { $0 == "-" || OutputFormat.of($0)?.abilities.contains(.resumable) == true }
  }

  /// The outputs that are neither films nor pictures.
  var documents: [String] { casts + texts + states + earlierStates }

  /// Checks the outputs besides the film before anything runs.
  ///
  /// - Throws: `OutputError`.
  func checked(replacing policy: ReplacementPolicy) throws -> [OutputFile] {
    try documents.map { path in
      try OutputOptions.checkText(path)
      return try OutputFile(path: path, replacing: policy)
    }
  }

  /// Writes the recordings, texts and states.
  ///
  /// - Parameters:
  ///   - files: The checked files.
  ///   - session: The session, with the screens to write.
  ///   - palette: The colours of its film.
  /// - Returns: The files with their sizes.
  func put(_ files: [OutputFile], _ session: TapeSession, _ palette: TerminalPalette) throws -> [SessionSummary.Output]
  {
    let cast = session.cast
    func state(after moment: Int) throws -> [UInt8] {
      let terminal = ScreenText.terminals(of: cast, at: [moment]).first { _ in true }
      return Array(try terminal.map { try jsonText(TerminalState($0, palette)) } ?? Data())
    }
    let writers: [(paths: [String], bytes: (String) throws -> [UInt8])] = [
      (casts, { _ in Array(cast.text.utf8) }),
      (texts, { _ in Array(ScreenText.text(of: cast, at: session.moments).utf8) }),
      (states, { _ in try state(after: cast.events.count) }),
      (earlierStates, { path in try state(after: session.states.last { $0.path == path }?.moment ?? 0) }),
    ]
    let contents = writers.flatMap { writer in writer.paths.map { (path: $0, bytes: writer.bytes) } }
    return try zip(contents, files).map { content, file in
      let bytes = try content.bytes(content.path)
      try file.put(bytes)
      return SessionSummary.Output(file: content.path, bytes: bytes.count)
    }
  }
}
