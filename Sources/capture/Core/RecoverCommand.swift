import ArgumentParser
import Reel
import ReelFarm
import ReelTapes

struct RecoverCommand: CommandOnFiles {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "Finish a film or a session that a recording left unfinished.",
    discussion: """
      A recording that was killed leaves what it recorded beside its output:
      NAME.partial.mp4, or for pictures a hidden folder .%d.png.partial in their
      folder. Everything intact in it becomes the film that the recording would
      have made. It is removed once the film has been read back and holds all of it.
      A damaged recording stays if it holds more pictures than could be saved.
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
    if file.hasSuffix(GrowingCast.ending) { return try recoverSession() }
    let movie: UnfinishedMovie
    do {
      movie = try UnfinishedMovie(
        path: file,
        destination: output.map { .path($0, replacing: replacement.policy) } ?? unnamedDestination())
      reportResult(frames: movie.frameCount, of: movie.filmPath, try movie.finish().byteCount)
    } catch {
      // They may be all that there is.
      reportSegments(behind: 0)
      throw error
    }
    reportSegments(behind: movie.frameCount)
  }

  /// Names the segments behind a frame that are whole.
  private func reportSegments(behind frameCount: Int) {
    guard !quiet, let folder = SegmentFolder(besideUnfinished: file) else { return }
    let whole = folder.whole.filter { $0.firstFrame + $0.frameCount > frameCount }
    guard let count = whole.last?.count else { return }
    let numbers = FarmError.numbers(whole.filter { $0.count == count }.map(\.part))
    StandardError.say(
      "\(folder.folder.path): \(whole.count == 1 ? "segment" : "segments") \(numbers) of \(count) "
        + "\(whole.count == 1 ? "is" : "are") whole: give the command that recorded the film again, with --force, to take "
        + "\(whole.count == 1 ? "it" : "them") up, or remove the folder")
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

  /// Makes a recording of a terminal session that was killed; what is cut off at its end is left out.
  private func recoverSession() throws {
    let name = output ?? String(file.dropLast(GrowingCast.ending.count)) + ".cast"
    guard name.hasSuffix(".cast") else {
      throw ValidationError("a session becomes a .cast: to film it, run capture \(file) -o \(name)")
    }
    let session = try CastFile.read(file)
    let growing = try GrowingCast(adopting: file)
    // Nothing in a recording tells who made it.
    let policy = output == nil && replacement.policy != .always ? .never : replacement.policy
    let bytes = Array(session.text.utf8)
    try OutputFile(path: name, replacing: policy).put(bytes)
    guard try CastFile.read(name).events == session.events else {
      throw InputError(path: name, reason: "it is not what was written: \(file) stays", advice: "check the disk")
    }
    growing.remove()
    if !quiet {
      StandardError.say("\(name): \(fixed(session.duration, 1)) s saved, \(Summary.text(bytes: bytes.count))")
    }
  }

  private func reportResult(frames: Int, of path: String, _ byteCount: Int) {
    if !quiet { StandardError.say("\(path): \(counted(frames, "frame")) saved, \(Summary.text(bytes: byteCount))") }
  }
}
