import ArgumentParser
import Reel

struct RecoverCommand: CommandOnFiles {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "Finish a film or session whose recording was killed.",
    discussion: """
      A killed recording leaves an unfinished file beside its output:
      NAME.partial.mp4, or for pictures a hidden folder .%d.png.partial in their
      folder. recover turns everything intact in it into the film. It then reads the
      film back, and removes the unfinished file if the film holds all of it. A
      damaged recording stays if it may hold more than could be saved.

      Segments that --jobs encoded in advance stay in NAME.partial.parts. recover
      lists them, and the command that recorded the film reuses them. A killed
      terminal session leaves NAME.partial.cast, which becomes NAME.cast.

      EXAMPLES
        capture recover snowflake.partial.mp4
        capture recover snowflake.partial.mp4 -o saved.mov
        capture recover 'frames/.%d.png.partial'
        capture recover session.partial.cast

      EXIT CODES
        0 done, 64 wrong usage, 65 not an unfinished film, or damaged and kept,
        66 no such file, 73 the film cannot be created or is still being recorded,
        74 writing failed.
      """)

  @Argument(help: ArgumentHelp("The unfinished film.", valueName: "file.partial.mp4"))
  var file: String

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      "The path of the film. (default: the recording's)", valueName: "path"))
  var output: String?

  @OptionGroup var replacement: ReplacementOptions

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  var files: RunFiles { RunFiles(reads: ["the unfinished film": file], writes: ["-o": output]) }

  func run() throws {
    FFmpegLog.level = .quiet
    try OutputOptions.checkText(file)
    if OutputFile.kind(at: file) == OutputFile.folderKind { return try recoverPictures() }
    if let output { try OutputOptions.checkText(output) }
    for kind in CommandCatalog.leftovers where kind.recognizes(file) { return try kind.finish(self) }
    let movie: UnfinishedMovie
    do {
      movie = try UnfinishedMovie(
        path: file,
        destination: output.map { .path($0, replacing: replacement.policy) } ?? unnamedDestination())
      let sound = movie.missingSound
      reportResult(frames: movie.frameCount, of: movie.filmPath, try movie.finish().byteCount)
      if let sound {
        StandardError.say(
          "capture: warning: \(movie.filmPath) has no sound: a conversion copies it last. Convert \(sound) again to have it"
        )
      }
    } catch {
      // The segments may be all that is left.
      reportBeside(frameCount: 0)
      throw error
    }
    reportBeside(frameCount: movie.frameCount)
  }

  /// Lists the segments that the recording left; running its command again reuses them.
  private func reportBeside(frameCount: Int) {
    guard !quiet else { return }
    for line in CommandCatalog.beside(unfinished: file, frameCount: frameCount) { StandardError.say(line) }
  }

  /// The film's path as the recording would have chosen it; a file that Reel did not make is not replaced.
  private func unnamedDestination() throws -> MovieDestination {
    let destination = try UnfinishedMovie.destination(of: file, replacing: replacement.policy)
    guard case .path(let path, _) = destination else { return destination }
    return .path(path, replacing: try OutputOptions.policy(ofUnnamed: path, replacement.policy))
  }

  private func recoverPictures() throws {
    guard output == nil else {
      throw ValidationError("pictures are finished in their own folder: leave out --output")
    }
    let pictures = try UnfinishedPictures(path: file, replacing: replacement.policy)
    let recorded = try pictures.finish()
    reportResult(frames: pictures.frameCount, of: pictures.folderPath, recorded.byteCount)
  }

  private func reportResult(frames: Int, of path: String, _ byteCount: Int) {
    if !quiet { StandardError.say("\(path): \(counted(frames, "frame")) saved, \(Summary.text(bytes: byteCount))") }
  }
}
