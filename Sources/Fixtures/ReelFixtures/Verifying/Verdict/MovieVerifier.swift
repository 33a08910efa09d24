import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelVideo

/// Reads the marks of a movie made from a fixture, and finds out what happened to it.
///
/// Pictures are examined one by one as they are decoded; 32 bytes of each are kept.
public struct MovieVerifier {
  /// Why a movie can't be verified.
  public enum Failure: ReelError {
    /// The exit code of a command that ends with this error.
    public var exitStatus: ExitStatus { .badInput }

    /// No picture has a readable mark.
    case noMarks(path: String, pictures: Int)

    /// One line: what failed, on what, why, and what to do.
    public var description: String {
      switch self {
      case .noMarks(let path, let pictures):
        "cannot verify \(path): none of its \(pictures) pictures has a readable frame mark; "
          + "was it made by capture fixture?"
      }
    }
  }

  /// The movie.
  public var path: String
  /// The folder within which everything lies that a playlist (`.m3u8`) names; nil for that of the playlist.
  public var folder: String?
  /// The recipe, or nil to use only the marks.
  public var recipe: FixtureRecipe?
  /// The pictures that a player is to show, where they are not all of the recipe's: times before 0 are hidden by some containers.
  public var showings: [Showing]?
  /// The name of the manifest that the recipe is from, for the report.
  public var manifestName: String?
  /// Whether it was made with colours: some codecs know grey only.
  public var hasColors = true
  /// What is demanded of it.
  public var expectations: [Expectation] = []
  /// Whether pictures are compared with the originals, which takes most of the time.
  public var measuresQuality = true
  /// Starts the FFmpeg that measures VMAF; nil where nobody asks for it.
  package var vmaf: VMAFMeter.Start?
  /// How many of the worst pictures are kept for a report.
  public var worstCount = 0

  /// Creates a verifier.
  public init(path: String, recipe: FixtureRecipe? = nil, manifestName: String? = nil) {
    self.path = path
    self.recipe = recipe
    self.manifestName = manifestName
  }

  /// Decodes the movie and judges it.
  ///
  /// It blocks while it decodes: call it on a thread of its own.
  ///
  /// - Throws: `MovieError.unreadable` for a file that can't be read, unless it was broken on purpose; `Failure.noMarks`
  ///   for one without marks, if nothing says that it should have some.
  public func run() throws -> VerifiedMovie {
    var result = Verification(file: path)
    result.manifest = manifestName
    result.asksForVMAF = vmaf != nil
    result.intendedDamage = recipe.flatMap { $0.damage.isEmpty ? nil : Self.words($0.damage) }
    let reader: ClipReader
    do {
      reader = try ClipReader(
        path: path, withSound: true, pictureRate: recipe?.frameRate ?? 25,
        playlistFolder: path.hasSuffix(".m3u8") ? folder ?? OutputFile.split(path).folder : nil)
    } catch  where result.intendedDamage != nil {
      result.intendedDamage? += "; nothing can be read of it"
      result.judge(expectations, tolerance: 0)
      return VerifiedMovie(verification: result, timeline: Timeline(reference: TimelineReference()), worst: [])
    }
    var watcher = try MovieWatcher(
      reader, recipe: recipe, showings: showings,
      worstCount: worstCount, measuresQuality: measuresQuality, hasColors: hasColors)
    watcher.meter = vmaf.map { VMAFMeter($0) }
    try Self.watch(reader, &watcher)
    if let scores = try watcher.meter?.finish() { watcher.qualities.note(vmaf: scores) }
    // Where nothing at all can be decoded, no frame of it was dropped: nobody knows.
    guard watcher.timeline.count > 0 || result.intendedDamage != nil else {
      throw MovieError.unreadable(
        path: path, reason: "none of its pictures can be decoded (\(reader.facts.codec))")
    }
    try watcher.report(into: &result, errors: reader.errorCount)
    guard result.readCount > 0 || recipe != nil else {
      throw Failure.noMarks(path: path, pictures: result.pictureCount)
    }
    result.judge(expectations, tolerance: watcher.tolerance)
    return VerifiedMovie(
      verification: result, timeline: watcher.timeline, worst: watcher.worst.entries.map(watcher.qualities.scored))
  }

  /// Has a movie watched while what follows is decoded.
  private static func watch(_ reader: ClipReader, _ watcher: inout MovieWatcher) throws {
    let decoding = DecodingAhead(reader)
    defer { decoding.end() }
    while let item = decoding.next() { try watcher.take(item) }
  }

  private static func words(_ damage: [FixtureDamage]) -> String {
    damage.map { step in
      switch step {
      case .truncate(let percent): "cut to \(percent) % of its bytes"
      case .flipBits(let count): "\(count) bits flipped"
      case .noMoov: "its index cut out"
      case .zeroLength: "emptied"
      }
    }.joined(separator: ", ")
  }
}

/// A verified movie, with what a report needs beside the verdict.
public struct VerifiedMovie {
  /// The verdict.
  public let verification: Verification
  let timeline: Timeline
  let worst: [WorstPictures.Entry]
}
