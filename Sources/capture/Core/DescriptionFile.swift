import Reel

/// Files that describe films.
enum DescriptionFile {
  /// Whether a file is a description of a film, as opposed to other JSON.
  static func isDescription(_ path: String) throws -> Bool { FilmDescription.isDescription(json: try bytes(path)) }

  /// Reads the film that a file describes: a recipe, or a kind of file that a family films.
  ///
  /// - Returns: the film, and the files that it consists of.
  static func film(_ path: String, _ changes: StoryboardChanges) throws -> (film: FilmDescription, files: [String]) {
    for kind in CommandCatalog.files where kind.recognizes(path) {
      if let film = try kind.film(of: path, changes) { return film }
    }
    try changes.requireNone(for: path)
    return (try read(path), [])
  }

  /// Reads the description of a film that can be recorded on this machine.
  ///
  /// - Throws: `InputError` for a file that is missing or does not describe a film; `MovieError` if memory is short.
  static func read(_ path: String) throws -> FilmDescription {
    let bytes = try bytes(path)
    do {
      return try recordable(try FilmDescription(json: bytes, catalog: CommandCatalog.scenes), of: path)
    } catch let error as InputError {
      throw error
    } catch let error as MovieError {
      throw error
    } catch {
      let reason = "\(error)"
      throw InputError(
        path: path, reason: reason, advice: reason.hasSuffix("?") ? nil : "name a recipe written by --recipe")
    }
  }

  /// Returns the description of a film, if it can be recorded on this machine.
  ///
  /// - Throws: `InputError` if it cannot be recorded; `MovieError` if memory is short.
  static func recordable(_ film: FilmDescription, of path: String) throws -> FilmDescription {
    do {
      _ = try film.frameCount
      // A film that cannot be recorded is not drawn either, except for odd sizes: pictures and 4:4:4 support them.
      var configuration = VideoConfiguration(size: film.film.size, frameRate: film.film.frameRate)
      film.output.apply(to: &configuration)
      if film.film.size != VideoConfiguration.nearestEven(film.film.size) {
        configuration.use(.h264)
        configuration.pixelFormat = .yuv444p
      }
      try configuration.validate()
      try configuration.reserveMemory()
      try checkFonts(of: film, path)
      return film
    } catch let error as MovieError {
      throw error
    } catch let error as InputError {
      throw error
    } catch {
      throw InputError(path: path, reason: "\(error)", isReadable: true)
    }
  }

  /// Refuses a film whose text would be drawn in other fonts than it declares.
  private static func checkFonts(of film: FilmDescription, _ path: String) throws {
    let fonts = film.scenes.fonts
    guard !fonts.isEmpty else { return }
    // Fontconfig's messages are discarded while it looks for the fonts.
    try FontSearch(fonts, isQuiet: true).finish()
    do {
      try film.checkFonts()
    } catch {
      throw InputError(path: path, reason: "\(error)", isReadable: true)
    }
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    try FileContent.requireText(path, "a recipe is a text file written by --recipe")
    do throws(BoundedFile.Failure) {
      return try BoundedFile.read(path, limit: FilmDescription.longestFile)
    } catch {
      switch error {
      case .tooLong: return []
      case .unopened(let reason), .unread(let reason):
        throw InputError(path: path, reason: reason, advice: "name a recipe", isMissing: true)
      }
    }
  }
}

extension StoryboardChanges {
  /// Refuses changes to a file that is not a storyboard.
  func requireNone(for path: String) throws(DescriptionError) {
    guard isEmpty else {
      throw DescriptionError("\(names) are for storyboards, but \(path) is not one: leave them out")
    }
  }
}
