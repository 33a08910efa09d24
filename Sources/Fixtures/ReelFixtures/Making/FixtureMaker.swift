import ReelClips
import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelPlatform
import ReelTiming
import ReelVideo

/// Makes a fixture from a recipe: the movie, its manifest and the hashes of its frames.
///
/// Blocks while the encoder works: do not call it on a thread of Swift's cooperative pool.
public struct FixtureMaker: Sendable {
  /// The recipe.
  public let recipe: FixtureRecipe
  /// The names of the fixture's files.
  public let files: FixtureFiles
  /// Whether existing files may be replaced.
  public let replacing: ReplacementPolicy
  private let isNamed: Bool

  /// Checks the recipe and the names without making anything.
  ///
  /// - Parameters:
  ///   - recipe: The recipe of the fixture.
  ///   - path: The movie's path, whose ending selects the container.
  ///   - replacing: Which files may be replaced.
  /// - Throws: `InvalidValue` for a fixture that cannot be made.
  public init(_ recipe: FixtureRecipe, to path: String, replacing: ReplacementPolicy = .named) throws(InvalidValue) {
    try self.init(recipe, to: path, replacing: replacing, isNamed: true)
  }

  /// Checks the recipe and names of a clip whose name the user may not have typed.
  ///
  /// If not, only a clip made by Reel is replaced.
  init(_ recipe: FixtureRecipe, to path: String, replacing: ReplacementPolicy, isNamed: Bool) throws(InvalidValue) {
    try recipe.validate()
    files = try FixtureFiles(movie: path)
    _ = try FixturePlan(recipe, keepsTimes: files.container.keepsTimes)
    if recipe.damage.contains(.noMoov), ![.mp4, .m4v, .mov].contains(files.container) {
      throw InvalidValue(
        "no-moov", files.container.rawValue,
        sentence:
          "no-moov removes a box that .\(files.container.rawValue) files do not have: name an output that ends in .mp4, .m4v or .mov"
      )
    }
    if recipe.isFragmented, ![.mp4, .m4v, .mov].contains(files.container) {
      throw InvalidValue(
        "fragmented", files.container.rawValue,
        sentence:
          "fragmented needs a file that can have fragments: name an output that ends in .mp4, .m4v or .mov, or leave it out"
      )
    }
    if !recipe.damage.isEmpty, files.container == .png {
      throw InvalidValue("damage", "", sentence: "numbered pictures cannot be damaged: name a movie instead")
    }
    self.recipe = recipe
    self.replacing = replacing
    self.isNamed = isNamed
  }

  /// The key that shows whether an existing clip is up to date, from its recipe, container and versions.
  public var key: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let recipe = (try? encoder.encode(recipe)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let versions = FFmpegVersions.libraries.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let parts = [recipe, files.container.rawValue, ReelVersion.current] + versions
    return MD5.text(of: Array(parts.joined(separator: "\n").utf8))
  }

  /// Makes the clip.
  ///
  /// The three files get their names at the end, each complete, and only one process at a time may make a fixture.
  /// While the files are replaced, a note replaces the manifest, which comes last; `capture verify` reports that note.
  ///
  /// Existing manifests and hashes are replaced only if Reel made them for this clip and nobody changed them since.
  ///
  /// - Parameters:
  ///   - isCancelled: Called before every frame; true stops the work and leaves nothing.
  ///   - progress: Receives the number of completed frames.
  /// - Returns: The manifest as written.
  /// - Throws: `CancellationError`, `ClipError`, `OutputError`, `FixtureError`. Existing files then stay.
  @discardableResult
  public func make(
    isCancelled: () -> Bool = { false }, progress: (Int) -> Void = { _ in }
  ) throws -> FixtureManifest {
    try make(isCancelled) { path, pictures in
      try encoding.encode(to: path, pictures: pictures, isCancelled: isCancelled, progress: progress)
    }
  }

  /// Makes the clip with parallel jobs that each draw and encode a segment.
  ///
  /// The files have the same bytes as with one job.
  ///
  /// Short clips and clips in codecs other than H.264 are made by one job.
  ///
  /// - Parameters:
  ///   - jobs: The number of segments made in parallel.
  ///   - isCancelled: Called before every frame, on any thread; true stops the work and leaves nothing.
  /// - Throws: The errors of making it with one job.
  @discardableResult
  package func make(jobs: Int, isCancelled: @escaping @Sendable () -> Bool) throws -> FixtureManifest {
    guard jobs > 1, let pieces, pieces.segments.count(frameCount: pieces.pictureCount) > 1 else {
      return try make(isCancelled: isCancelled)
    }
    var made = FixtureJobs(pieces, count: jobs, of: files.movie, isCancelled: isCancelled)
    return try make(isCancelled: isCancelled) { try made.next() }
  }

  /// Makes the clip from pieces that are already encoded.
  ///
  /// - Parameters:
  ///   - isCancelled: Called before every piece and while the clip is read back; true stops the work and leaves
  ///     nothing.
  ///   - next: Returns the next piece; nil after the last one.
  /// - Throws: The errors of making a drawn clip; `PacketFileError` for a piece that is broken or does not fit.
  @discardableResult
  package func make(
    isCancelled: () -> Bool, joining next: () throws -> FixturePiece?
  ) throws -> FixtureManifest {
    try make(isCancelled) { path, _ in
      try encoding.join(to: path, isCancelled: isCancelled, next: next)
    }
  }

  /// The pieces of the clip; nil for a clip that cannot be divided.
  package var pieces: FixturePieces? { FixturePieces.fit(files.container) ? try? FixturePieces(recipe) : nil }

  private var encoding: FixtureEncoding {
    get throws(InvalidValue) { try FixtureEncoding(recipe: recipe, container: files.container) }
  }

  private func make(
    _ isCancelled: () -> Bool, _ encode: (String, PictureFiles?) throws -> FixtureEncoding.Result
  ) throws -> FixtureManifest {
    let drafts = try FixtureDrafts(files, replacing: replacing, isNamed: isNamed)
    let growing = drafts.growing
    let made = try named(growing) { try encode(growing, drafts.pictures) }
    var hashes: [UInt8] = []
    let read = try PerformanceTimer.measure("read back") {
      try named(growing) {
        try FixtureReading(path: growing, recipe: recipe, container: files.container).read(
          written: made.showings, isCancelled: isCancelled
        ) { hashes += $0.utf8 }
      }
    }
    var file = FixtureManifest.File(name: OutputFile.split(files.movie).name, bytes: made.summary.byteCount, md5: nil)
    if files.container != .png {
      try damage(growing, byteCount: &file.bytes)
      file.md5 = try reading(file.bytes) { () throws(BoundedFile.Failure) in try MD5.text(ofFile: growing) }
    }
    let manifest = manifest(of: made, read, file, hashes: MD5.text(of: hashes))
    try drafts.commit(hashes: hashes, manifest: manifest)
    return manifest
  }

  /// Runs a closure and replaces the temporary path in its errors with the movie's path.
  private func named<Value>(_ growing: String, _ work: () throws -> Value) throws -> Value {
    do {
      return try work()
    } catch OutputError.writeFailed(let path, let bytes, let reason, let kept, let free) where path == growing {
      throw OutputError.writeFailed(
        path: files.movie, bytesWritten: bytes, reason: reason, keptPath: kept, freeBytes: free)
    } catch OutputError.cannotCreate(let path, let reason) where path == growing {
      throw OutputError.cannotCreate(path: files.movie, reason: reason)
    } catch FixtureError.unverified(let path, let reason) where path == growing {
      throw FixtureError.unverified(path: files.movie, reason: reason)
    } catch MovieError.unreadable(let path, let reason) where path == growing {
      throw FixtureError.unverified(path: files.movie, reason: reason)
    }
  }

  /// Reads the written file.
  ///
  /// - Throws: `OutputError` if the clip cannot be read.
  func read(_ path: String, byteCount: Int) throws(OutputError) -> [UInt8] {
    try reading(byteCount) { () throws(BoundedFile.Failure) in try BoundedFile.read(path, limit: .max) }
  }

  private func reading<Value>(
    _ byteCount: Int, _ body: () throws(BoundedFile.Failure) -> Value
  ) throws(OutputError) -> Value {
    do throws(BoundedFile.Failure) {
      return try body()
    } catch {
      let reason =
        if case .unopened(let words) = error { words } else if case .unread(let words) = error { words } else { "" }
      throw .writeFailed(path: files.movie, bytesWritten: byteCount, reason: "it can't be read back: \(reason)")
    }
  }

  private func damage(_ path: String, byteCount: inout Int) throws {
    for step in recipe.damage {
      let damage: ClipDamage =
        switch step {
        case .truncate(let percent): .truncate(percent: Double(percent))
        case .flipBits(let count): .flipBits(count: count, seed: recipe.seed)
        case .noMoov: .removeIndex
        case .zeroLength: .empty
        }
      do {
        byteCount = try damage.apply(toFile: path)
      } catch let error as SystemError {
        throw OutputError.writeFailed(path: files.movie, bytesWritten: byteCount, reason: error.reason)
      }
    }
  }

  private func manifest(
    of made: FixtureEncoding.Result, _ read: FixtureReading.Result, _ file: FixtureManifest.File, hashes: String
  ) -> FixtureManifest {
    let frames = made.showings.enumerated().map { index, showing in
      FixtureManifest.Frame(
        frame: showing.frame, pts: showing.pts, duration: showing.duration, key: read.frames[index]?.isKeyframe,
        raw: made.hashes[index], decoded: read.frames[index]?.hash)
    }
    let shift = files.container.timeShift
    return FixtureManifest(
      version: recipe.drawing > 1 ? 2 : 1, key: key, recipe: recipe, clip: recipe.clip,
      timeBase: made.timeBase.description,
      fileShift: shift.ticks * shift.tickNumerator * made.timeBase.denominator
        / (shift.tickDenominator * made.timeBase.numerator),
      isPortable: recipe.pattern.isPortable && RawPicture.portableFormats.contains(made.summary.pixelFormat),
      file: file, hashes: hashes,
      versions: FixtureManifest.Versions(
        reel: ReelVersion.current, ffmpeg: FFmpegVersions.libraries, encoder: made.summary.encoder,
        soundEncoder: made.summary.soundEncoder),
      stream: read.stream, frames: frames)
  }
}
