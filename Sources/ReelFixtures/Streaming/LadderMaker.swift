import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelVideo

/// Makes a fixture in several sizes, cut into segments: a ladder for HTTP Live Streaming (RFC 8216).
///
/// Each rung is a fixture of its own, an MPEG transport stream with its manifest, whose segments are ranges of its bytes.
public struct LadderMaker: Sendable {
  /// What is made.
  public struct Rung: Sendable {
    /// Makes the stream.
    public let maker: FixtureMaker
    /// The playlist of its segments.
    public let playlist: String
  }

  /// The playlist of the rungs.
  public let path: String
  /// The rungs, in the order in which they were named.
  public let rungs: [Rung]
  private let segmentFrames: Int
  private let replacing: ReplacementPolicy

  /// Checks everything; nothing is made yet.
  ///
  /// - Parameters:
  ///   - recipe: what all rungs show; its size and its distance of keyframes are those of none.
  ///   - sizes: the sizes as `FixtureOption.size` takes them, with commas between: `1080p,720p,360p`.
  ///   - segmentLength: the length of a segment, a whole number of frames.
  ///   - path: the playlist of the rungs, whose name ends in `.m3u8`.
  ///   - replacing: what may be replaced.
  /// - Throws: `InvalidValue` for what can't be made; `OutputError` for playlists that can't be written.
  public init(
    _ recipe: FixtureRecipe, sizes: String, segmentLength: ExactTime, to path: String,
    replacing: ReplacementPolicy = .named
  ) throws {
    guard path.hasSuffix(".m3u8"), OutputFile.split(path).name != ".m3u8" else {
      throw InvalidValue("output", path, expected: "a playlist for a ladder, such as film.m3u8")
    }
    guard recipe.faults.isEmpty, recipe.damage.isEmpty else {
      throw InvalidValue(
        "ladder", sizes,
        sentence: "a ladder takes no faults: its rungs could not be compared; make single clips for them")
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
    let stem = path.dropLast(".m3u8".count)
    rungs = try names.map { name in
      var rung = recipe
      try rung.set(.size, name)
      rung.gop = frames / unit
      return Rung(
        maker: try FixtureMaker(rung, to: "\(stem)-\(name).ts", replacing: replacing),
        playlist: "\(stem)-\(name).m3u8")
    }
    (self.path, self.replacing) = (path, replacing)
    for playlist in [path] + rungs.map(\.playlist) { _ = try output(playlist) }
  }

  /// The paths of everything that is written.
  public var paths: [String] {
    [path] + rungs.flatMap { [$0.playlist, $0.maker.files.movie, $0.maker.files.manifest, $0.maker.files.hashes] }
  }

  private func output(_ path: String) throws(OutputError) -> OutputFile {
    let file = try OutputFile(path: path, replacing: replacing)
    try file.requireKind("playlist", beginning: "#EXTM3U")
    return file
  }

  /// Makes all rungs, then their playlists, and the playlist of the rungs last.
  ///
  /// - Parameter isCancelled: is asked before every frame; true ends the work.
  /// - Returns: the manifests, in the order of the rungs.
  /// - Throws: what `FixtureMaker.make` throws, and `OutputError`.
  public func make(isCancelled: () -> Bool = { false }) throws -> [FixtureManifest] {
    var (manifests, lines) = ([FixtureManifest](), ["#EXTM3U", "#EXT-X-VERSION:4", "#EXT-X-INDEPENDENT-SEGMENTS"])
    for rung in rungs {
      let manifest = try rung.maker.make(isCancelled: isCancelled)
      let bytes = try BoundedFile.read(rung.maker.files.movie, limit: .max)
      let segments = try segments(of: manifest, bytes, path: rung.maker.files.movie)
      try output(rung.playlist).put(Array(text(segments).utf8))
      let peak = segments.map { Double(($0.bytes?.count ?? 0) * 8) / $0.duration }.max() ?? 0
      let seconds = segments.reduce(0) { $0 + $1.duration }
      let rate = rung.maker.recipe.frameRate
      lines.append(
        "#EXT-X-STREAM-INF:BANDWIDTH=\(Int(peak.rounded(.up))),"
          + "AVERAGE-BANDWIDTH=\(Int((Double(bytes.count * 8) / seconds).rounded(.up))),"
          + "RESOLUTION=\(rung.maker.recipe.shownSize),FRAME-RATE=\(fixed(rate.framesPerSecond, 3))")
      lines.append(OutputFile.split(rung.playlist).name)
      manifests.append(manifest)
    }
    try output(path).put(Array((lines.joined(separator: "\n") + "\n").utf8))
    return manifests
  }

  /// Cuts a stream in front of its keyframes.
  private func segments(of manifest: FixtureManifest, _ bytes: [UInt8], path: String) throws -> [StreamPlaylist.Segment]
  {
    let count = (manifest.frames.count + segmentFrames - 1) / segmentFrames
    let cuts = TransportStreamCuts(bytes).offsets
    guard cuts.count == count, cuts.first == 0 else {
      throw FixtureError.unverified(
        path: path, reason: "it can be cut at \(cuts.count) keyframes, and \(count) segments need as many")
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
      "#EXTM3U", "#EXT-X-VERSION:4", "#EXT-X-TARGETDURATION:\(max(1, Int(longest.rounded())))",
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
