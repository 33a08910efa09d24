import ReelClips
import ReelFiles
import ReelGeometry
import ReelPlatform
import ReelVideo

/// The three files of a fixture being made, which get their names together.
///
/// The draft of the manifest locks all three. Before the first of the other files moves, a note that the fixture is
/// unfinished replaces the manifest. The new manifest comes last, so a manifest always describes the files beside it.
final class FixtureDrafts {
  private let files: FixtureFiles
  private let replacing: ReplacementPolicy
  /// Whether the user named the clip, which may then replace any file.
  private let isNamed: Bool
  private let manifest: OutputDraft
  private let hashes: OutputDraft
  /// The clip; nil for numbered pictures.
  private let clip: OutputDraft?
  /// The pictures; nil for a clip in one file.
  let pictures: PictureFiles?
  /// The path that the clip is written to: a file, or the pattern of numbered pictures.
  let growing: String

  /// Checks the existing files of these names and locks them.
  ///
  /// - Throws: `OutputError` for files that must not be replaced, and if another process is making this fixture.
  init(_ files: FixtureFiles, replacing: ReplacementPolicy, isNamed: Bool) throws {
    self.files = files
    self.replacing = replacing
    self.isNamed = isNamed
    let isOneFile = files.container != .png
    let output = try isOneFile ? OutputFile(path: files.movie, replacing: replacing) : nil
    if let output { try UnfinishedMovie.requireNone(for: output) }
    manifest = try OutputDraft(for: OutputFile(path: files.manifest, replacing: replacing), isAlone: true)
    hashes = try OutputDraft(for: OutputFile(path: files.hashes, replacing: replacing))
    let clip = try output.map { output throws(OutputError) in try OutputDraft(for: output) }
    let pictures = isOneFile ? nil : try PictureFiles(pattern: files.movie, replacing: replacing)
    growing = pictures?.partialPattern ?? clip?.path(ending: files.container.rawValue) ?? files.movie
    (self.clip, self.pictures) = (clip, pictures)
    _ = try known()
  }

  /// Gives the files their final names.
  ///
  /// - Parameters:
  ///   - hashes: the text of the hashes.
  ///   - manifest: the manifest, which has the MD5 of the other files.
  /// - Throws: `OutputError`; then the previous files are restored, or a note instead of the manifest says that it
  ///   could not be put back.
  func commit(hashes: [UInt8], manifest: FixtureManifest) throws {
    if let clip, rename(growing, clip.path) != 0 { throw clip.failure(SystemError(errno, "rename")) }
    try Self.write(hashes, to: self.hashes)
    try Self.write(Array(try manifest.json.utf8), to: self.manifest)
    var note = try known()
    note.add(manifest.file.md5, as: .clip)
    note.add(manifest.hashes, as: .hashes)
    let others = [clip, self.hashes].compactMap(\.self)
    for draft in others + [self.manifest] { draft.keep() }
    do {
      try self.manifest.post(note.json)
      try pictures?.commit()
      for draft in others { try draft.commit() }
      // The note is at this path.
      try self.manifest.commit(replacing: .always)
    } catch {
      // Pictures that have moved cannot be moved back.
      if pictures?.hasMovedNothing ?? true, others.reversed().map({ $0.restore() }).allSatisfy(\.self) {
        self.manifest.restore()
      }
      throw error
    }
  }

  /// Returns what is known of the existing files, all of which may be replaced.
  private func known() throws(OutputError) -> UnfinishedFixture {
    let name = OutputFile.split(files.movie).name
    var known = UnfinishedFixture(file: name)
    var foreign: [String] = []
    if Self.isThere(files.manifest) {
      if let found = UnfinishedFixture(path: files.manifest) {
        guard found.file == name || replacing == .always || !isOther(found.file) else {
          throw .cannotCreate(
            path: files.manifest,
            reason:
              "it belongs to \(found.file.onOneLine(limit: 120)), which exists: choose another name, or give --force")
        }
        known.digests = found.digests
      } else {
        foreign.append(files.manifest)
      }
    }
    if Self.isThere(files.hashes), !known.knows(files.hashes, as: .hashes) { foreign.append(files.hashes) }
    if clip != nil, !isNamed, Self.isThere(files.movie), !known.knows(files.movie, as: .clip) {
      foreign.append(files.movie)
    }
    guard let first = foreign.first, replacing != .always else { return known }
    throw .foreign(path: first, otherCount: foreign.count - 1)
  }

  /// Whether the manifest is that of another clip that exists.
  private func isOther(_ name: String) -> Bool { Self.isThere(OutputFile.split(files.movie).prefix + name) }

  private static func isThere(_ path: String) -> Bool { OutputFile.exists(path) }

  private static func write(_ bytes: [UInt8], to draft: OutputDraft) throws(OutputError) {
    do throws(SystemError) {
      try OutputFile.write(bytes, to: draft.path)
    } catch {
      throw draft.failure(error)
    }
  }
}
