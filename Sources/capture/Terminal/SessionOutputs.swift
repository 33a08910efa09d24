import Reel
import ReelTapes
import ReelTerminal

/// The outputs of a session: films, pictures of one screen, recordings and texts.
struct SessionOutputs {
  /// The films, in the form that `OutputOptions` takes.
  var films: [String] = []
  /// Pictures of the last screen.
  var pictures: [String] = []
  /// Recordings that can be filmed again.
  var casts: [String] = []
  /// Screens as text.
  var texts: [String] = []

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
      case "png" where areScreens && !path.contains("%"): pictures.append(path)
      default: films.append(path)
      }
    }
  }

  /// Whether there are outputs, but no film among them.
  var hasNoFilm: Bool { films.isEmpty && !(pictures + casts + texts).isEmpty }

  /// Whether one of the films is a movie.
  var hasMovie: Bool {
    if films.isEmpty { return !hasNoFilm }
    return films.contains { $0 == "-" || OutputFormat.of($0)?.abilities.contains(.resumable) == true }
  }

  /// Checks the outputs besides the film before anything runs.
  ///
  /// - Throws: `OutputError`.
  func checked(replacing policy: ReplacementPolicy) throws -> [OutputFile] {
    try (casts + texts).map { path in
      try OutputOptions.checkText(path)
      return try OutputFile(path: path, replacing: policy)
    }
  }

  /// Writes the recordings and texts.
  ///
  /// - Parameters:
  ///   - files: The checked files.
  ///   - cast: The session.
  ///   - moments: The screens to write, each as a number of events before it.
  /// - Returns: The files with their sizes.
  func put(_ files: [OutputFile], _ cast: Cast, moments: [Int]) throws -> [SessionSummary.Output] {
    try zip(casts + texts, files).enumerated().map { index, pair in
      let bytes = Array((index < casts.count ? cast.text : ScreenText.text(of: cast, at: moments)).utf8)
      try pair.1.put(bytes)
      return SessionSummary.Output(file: pair.0, bytes: bytes.count)
    }
  }
}
