import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelVideo

/// Reads the marks of a movie made from a fixture, and determines what happened to it.
///
/// Pictures are examined one by one as they are decoded, and only 32 bytes of each are kept.
public struct MovieVerifier {
  /// The reason why a movie cannot be verified.
  public enum Failure: ReelError {
    /// The exit code of a command that ends with this error.
    public var exitStatus: ExitStatus { .badInput }

    /// No picture has a readable mark.
    case noMarks(path: String, pictures: Int)

    /// One line that says what failed, where, why, and what to do.
    public var description: String {
      switch self {
      case .noMarks(let path, let pictures):
        "cannot verify \(path): none of its \(pictures) pictures has a readable frame mark; "
          + "was it made by capture fixture?"
      }
    }
  }

  /// The path of the movie.
  public var path: String
  /// The folder that must contain every file a playlist (`.m3u8`) refers to; nil for the playlist's folder.
  public var folder: String?
  /// The recipe; nil to use only the marks.
  public var recipe: FixtureRecipe?
  /// The pictures that a player should show, if they are not all of the recipe's.
  ///
  /// Some containers hide times before 0.
  public var showings: [Showing]?
  /// The name of the recipe's manifest, for the report.
  public var manifestName: String?
  /// Whether the clip was made in colour.
  ///
  /// Some codecs support only grey.
  public var hasColors = true
  /// The expectations that the movie must meet.
  public var expectations: [Expectation] = []
  /// Whether pictures are compared with the originals, which takes most of the time.
  public var measuresQuality = true
  /// Starts the FFmpeg process that measures VMAF; nil if VMAF was not requested.
  package var vmaf: VMAFMeter.Start?
  /// The number of worst pictures to keep for a report.
  public var worstCount = 0

  /// Creates a verifier.
  public init(path: String, recipe: FixtureRecipe? = nil, manifestName: String? = nil) {
    self.path = path
    self.recipe = recipe
    self.manifestName = manifestName
  }

  /// Decodes the movie and judges it.
  ///
  /// Blocks while it decodes: call it on a separate thread.
  ///
  /// - Throws: `MovieError.unreadable` for a file that cannot be read, unless it was damaged on purpose;
  ///   `Failure.noMarks` for a movie without marks, unless a manifest says that it should have some.
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
      result.intendedDamage? += "; nothing in it can be read"
      result.judge(expectations, tolerance: 0)
      return VerifiedMovie(verification: result, timeline: Timeline(reference: TimelineReference()), worst: [])
    }
    var watcher = try MovieWatcher(
      reader, recipe: recipe, showings: showings,
      worstCount: worstCount, measuresQuality: measuresQuality, hasColors: hasColors)
    watcher.meter = vmaf.map { VMAFMeter($0) }
    try Self.watch(reader, &watcher)
    if let scores = try watcher.meter?.finish() { watcher.qualities.note(vmaf: scores) }
    // If nothing at all can be decoded, it is unknown whether frames were dropped.
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

  /// Watches a movie while the next pictures are decoded.
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
      case .noMoov: "its index removed"
      case .zeroLength: "emptied"
      }
    }.joined(separator: ", ")
  }
}

/// A verified movie, with the verdict and data for a report.
public struct VerifiedMovie {
  /// The verdict.
  public let verification: Verification
  let timeline: Timeline
  let worst: [WorstPictures.Entry]
}
