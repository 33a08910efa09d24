import ArgumentParser
import Reel

struct RecoverCommand: CommandOnFiles {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "Finish a film or a session that a recording left unfinished.",
    discussion: """
      A recording that was killed leaves what it recorded beside its output:
      NAME.partial.mp4, or for pictures a hidden folder .%d.png.partial in their
      folder. Everything intact in it becomes the film that the recording would
      have made. It is removed once the film has been read back and holds all of it.
      A damaged recording stays if it may hold more than could be saved.
      Segments that --jobs had made ahead of it stay in NAME.partial.parts: recover
      names them, and the command that recorded the film takes them up when it is
      given again. A terminal session that was killed leaves NAME.partial.cast, which
      becomes NAME.cast.

      EXAMPLES
        capture recover snowflake.partial.mp4
        capture recover snowflake.partial.mp4 -o saved.mov
        capture recover 'frames/.%d.png.partial'
        capture recover session.partial.cast

      EXIT CODES
        0 done, 64 wrong usage, 65 no unfinished film, or a damaged one that stays,
        66 no such file, 73 the film cannot be created or is still being recorded,
        74 writing failed.
      """)

  @Argument(help: ArgumentHelp("The unfinished film.", valueName: "file.partial.mp4"))
  var file: String

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      "The path of the film. (default: that of the recording)", valueName: "path"))
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
      reportResult(frames: movie.frameCount, of: movie.filmPath, try movie.finish().byteCount)
    } catch {
      // They may be all that there is.
      reportBeside(frameCount: 0)
      throw error
    }
    reportBeside(frameCount: movie.frameCount)
  }

  /// Says what else the recording left, which the command that made it takes up.
  private func reportBeside(frameCount: Int) {
    guard !quiet else { return }
    for line in CommandCatalog.beside(unfinished: file, frameCount: frameCount) { StandardError.say(line) }
  }

  /// Where the recording would have put the film; what Reel did not make is not replaced there.
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
