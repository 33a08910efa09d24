import ReelFiles

extension StoryDesk {
  /// The size limit of a cue file, in bytes.
  private static let longestCues = 1 << 20

  /// The path of the cue file: `lesson.vtt` beside `lesson.yaml`; nil if the storyboard has no file.
  nonisolated var cuePath: String? {
    guard let file else { return nil }
    let (prefix, _, name) = OutputFile.split(file)
    let dot = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
    return prefix + name[..<dot] + ".vtt"
  }

  /// The cues of the storyboard.
  func cues() throws -> CueState {
    guard let path = cuePath else { throw Self.withoutFile }
    return CueState(file: OutputFile.split(path).name, cues: try read(path).cues)
  }

  /// Changes the cues in their file.
  func changeCues(_ change: (inout CueFile) throws -> Void) async throws -> CueState {
    guard let path = cuePath else { throw Self.withoutFile }
    var file = try read(path)
    try change(&file)
    try OutputFile(path: path, replacing: .named).put(file.bytes)
    await readAgain(where: path)
    return CueState(file: OutputFile.split(path).name, cues: file.cues)
  }

  private func read(_ path: String) throws -> CueFile {
    guard OutputFile.exists(path) else { return CueFile() }
    let name = OutputFile.split(path).name
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) {
      bytes = try BoundedFile.read(path, limit: Self.longestCues)
    } catch {
      throw Problem(409, "the cues in \(name) can't be read: \(error.reason)")
    }
    return try CueFile(bytes, name: name)
  }

  private static let withoutFile = Problem(
    409, "this storyboard has no file: open the studio with one, as in capture studio story.yaml")
}

/// The cues of a storyboard, as sent to the page.
struct CueState: Encodable, Sendable {
  /// The name of the cue file.
  var file: String
  var cues: [CueFile.Cue]
}
