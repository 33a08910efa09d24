import ReelClips
import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelVideo

/// Makes a fixture in several sizes, cut into segments: a ladder for HTTP Live Streaming (RFC 8216) or DASH (ISO/IEC
/// 23009-1).
///
/// Each rung is a fixture with its own manifest. Its segments are byte ranges of its file: an MPEG transport stream for
/// HLS, a fragmented MP4 file for DASH.
public struct LadderMaker: Sendable {
  /// One size of the ladder.
  public struct Rung: Sendable {
    /// Makes the stream.
    public let maker: FixtureMaker
    /// The playlist of the rung's segments; nil for DASH, where one file describes all rungs.
    public let playlist: String?
    /// The rung's name in a DASH presentation: the size as the user gave it.
    public let name: String
  }

  /// The path of the main playlist.
  public let path: String
  /// The rungs in the order in which they were given.
  public let rungs: [Rung]
  let segmentFrames: Int
  private let replacing: ReplacementPolicy

  /// Checks everything.
  ///
  /// Nothing is made yet.
  ///
  /// - Parameters:
  ///   - recipe: The recipe of all rungs; its size and keyframe interval are not used.
  ///   - sizes: The sizes in the form of `FixtureOption.size`, separated by commas: `1080p,720p,360p`.
  ///   - segmentLength: The duration of a segment, a whole number of frames.
  ///   - path: The main playlist, ending in `.m3u8`, or the DASH presentation, ending in `.mpd`.
  ///   - replacing: Which files may be replaced.
  /// - Throws: `InvalidValue` for a ladder that cannot be made; `OutputError` for playlists that cannot be written.
  public init(
    _ recipe: FixtureRecipe, sizes: String, segmentLength: ExactTime, to path: String,
    replacing: ReplacementPolicy = .named
  ) throws {
    try self.init(recipe, sizes, segmentLength, to: path, replacing: replacing, isNamed: true)
    for playlist in playlists { _ = try output(playlist) }
  }

  /// Checks everything except existing files.
  ///
  /// If the user may not have named the files, only those made by Reel are replaced.
  init(
    _ recipe: FixtureRecipe, _ sizes: String, _ segmentLength: ExactTime, to path: String,
    replacing: ReplacementPolicy, isNamed: Bool
  ) throws(InvalidValue) {
    guard let ending = Self.endings.first(where: path.hasSuffix), OutputFile.split(path).name != ending else {
      throw InvalidValue("output", path, expected: "a playlist for a ladder, such as film.m3u8 or film.mpd")
    }
    let isPresentation = ending == ".mpd"
    guard recipe.faults.isEmpty, recipe.damage.isEmpty else {
      throw InvalidValue(
        "ladder", sizes,
        sentence: "a ladder cannot have faults, because its rungs could not be compared: make single clips with faults")
    }
    let rate = recipe.frameRate
    let frames = segmentLength.numerator * rate.numerator
    let unit = segmentLength.denominator * rate.denominator
    guard frames > 0, frames % unit == 0, ClipConfiguration.keyframeRange.contains(frames / unit) else {
      throw InvalidValue(
        "segment length", segmentLength,
        expected: "a whole number of frames at \(rate) a second, up to \(ClipConfiguration.keyframeRange.upperBound)")
    }
    segmentFrames = frames / unit
    let names = sizes.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard Set(names).count == names.count else {
      throw InvalidValue("ladder", sizes, sentence: "the ladder \(sizes) names a size twice: name it once")
    }
    let stem = path.dropLast(ending.count)
    rungs = try names.map { name throws(InvalidValue) in
      var rung = recipe
      try rung.set(.size, name)
      rung.gop = frames / unit
      rung.isFragmented = isPresentation
      return Rung(
        maker: try FixtureMaker(
          rung, to: "\(stem)-\(name).\(isPresentation ? "mp4" : "ts")", replacing: replacing, isNamed: isNamed),
        playlist: isPresentation ? nil : "\(stem)-\(name).m3u8", name: name)
    }
    (self.path, self.replacing) = (path, replacing)
  }

  private static let endings = [".m3u8", ".mpd"]

  private var isPresentation: Bool { path.hasSuffix(".mpd") }

  /// The paths of all playlists, the main one first.
  var playlists: [String] { [path] + rungs.compactMap(\.playlist) }

  /// The paths of all written files.
  public var paths: [String] {
    playlists + rungs.flatMap { [$0.maker.files.movie, $0.maker.files.manifest, $0.maker.files.hashes] }
  }

  private func output(_ path: String) throws(OutputError) -> OutputFile {
    let file = try OutputFile(path: path, replacing: replacing)
    try file.requireKind(
      isPresentation ? "DASH presentation" : "playlist",
      beginning: isPresentation ? PresentationText.beginning : "#EXTM3U")
    return file
  }

  /// Makes all rungs, then their playlists, and the main playlist last.
  ///
  /// - Parameter isCancelled: Called before every frame; true stops the work.
  /// - Returns: The manifests, in the order of the rungs.
  /// - Throws: The errors of `FixtureMaker.make`; `OutputError`.
  public func make(isCancelled: () -> Bool = { false }) throws -> [FixtureManifest] {
    try make(isCancelled, current: { _ in nil })
  }

  /// Makes the missing rungs, then the playlists.
  ///
  /// - Parameter current: Returns the manifest of a rung that is up to date.
  func make(
    _ isCancelled: () -> Bool, current: (FixtureMaker) -> FixtureManifest?
  ) throws -> [FixtureManifest] {
    if isPresentation { return try makePresentation(isCancelled, current) }
    var (manifests, lines) = ([FixtureManifest](), ["#EXTM3U", "#EXT-X-VERSION:4", "#EXT-X-INDEPENDENT-SEGMENTS"])
    for rung in rungs {
      let manifest = try current(rung.maker) ?? rung.maker.make(isCancelled: isCancelled)
      let bytes = try rung.maker.read(rung.maker.files.movie, byteCount: manifest.file.bytes)
      let segments = try segments(of: manifest, bytes, path: rung.maker.files.movie)
      guard let playlist = rung.playlist else { continue }
      try output(playlist).put(Array(text(segments).utf8))
      let peak = segments.map { Double(($0.bytes?.count ?? 0) * 8) / $0.duration }.max() ?? 0
      let seconds = segments.reduce(0) { $0 + $1.duration }
      let rate = rung.maker.recipe.frameRate
      lines.append(
        "#EXT-X-STREAM-INF:BANDWIDTH=\(Int(clamping: peak.rounded(.up))),"
          + "AVERAGE-BANDWIDTH=\(Int(clamping: (Double(bytes.count * 8) / seconds).rounded(.up))),"
          + "RESOLUTION=\(rung.maker.recipe.shownSize),FRAME-RATE=\(fixed(rate.framesPerSecond, 3))")
      lines.append(OutputFile.split(playlist).name)
      manifests.append(manifest)
    }
    try output(path).put(Array((lines.joined(separator: "\n") + "\n").utf8))
    return manifests
  }

  private func makePresentation(
    _ isCancelled: () -> Bool, _ current: (FixtureMaker) -> FixtureManifest?
  ) throws -> [FixtureManifest] {
    var (manifests, text) = ([FixtureManifest](), PresentationText())
    for rung in rungs {
      let manifest = try current(rung.maker) ?? rung.maker.make(isCancelled: isCancelled)
      let bytes = try rung.maker.read(rung.maker.files.movie, byteCount: manifest.file.bytes)
      let cuts = FragmentCuts(bytes)
      let count = (manifest.frames.count + segmentFrames - 1) / segmentFrames
      guard cuts.fragments.count == count, !cuts.beginning.isEmpty else {
        throw FixtureError.unverified(
          path: rung.maker.files.movie,
          reason: "it has \(cuts.fragments.count) fragments, but \(count) segments need one each")
      }
      text.add(rung, cuts, bytes, frames: segmentFrames, of: manifest.frames.count)
      manifests.append(manifest)
    }
    try output(path).put(Array(text.whole.utf8))
    return manifests
  }

  /// Cuts a stream before its keyframes.
  private func segments(of manifest: FixtureManifest, _ bytes: [UInt8], path: String) throws -> [StreamPlaylist.Segment]
  {
    let count = (manifest.frames.count + segmentFrames - 1) / segmentFrames
    let cuts = TransportStreamCuts(bytes).offsets
    guard cuts.count == count, cuts.first == 0 else {
      throw FixtureError.unverified(
        path: path, reason: "it can be cut at \(cuts.count) keyframes, but \(count) segments need one each")
    }
    let length = manifest.recipe.frameRate.seconds(ofFrame: 1)
    return cuts.indices.map { index in
      let frames = min(segmentFrames, manifest.frames.count - index * segmentFrames)
      return StreamPlaylist.Segment(
        address: OutputFile.split(path).name, duration: Double(frames) * length,
        bytes: cuts[index]..<(index + 1 < cuts.count ? cuts[index + 1] : bytes.count), isDiscontinuous: false)
    }
  }

  private func text(_ segments: [StreamPlaylist.Segment]) -> String {
    let longest = segments.reduce(0) { max($0, $1.duration) }
    var lines = [
      "#EXTM3U", "#EXT-X-VERSION:4", "#EXT-X-TARGETDURATION:\(max(1, Int(clamping: longest.rounded())))",
      "#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-INDEPENDENT-SEGMENTS",
    ]
    for segment in segments {
      lines.append("#EXTINF:\(fixed(segment.duration, 6)),")
      if let bytes = segment.bytes { lines.append("#EXT-X-BYTERANGE:\(bytes.count)@\(bytes.lowerBound)") }
      lines.append(segment.address)
    }
    return (lines + ["#EXT-X-ENDLIST"]).joined(separator: "\n") + "\n"
  }
}
