import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelVideo

/// Verifies every rung of a playlist as a movie, and the boundaries of its segments.
public struct StreamVerifier {
  /// The path of the playlist.
  public var path: String
  /// Verifies one movie.
  ///
  /// The second path is the name: the path of the file or playlist that has the manifest beside it. The third one is
  /// the folder that must contain every file the movie refers to if it is a playlist; see `MovieVerifier.folder`.
  public var verify: (_ movie: String, _ name: String, _ folder: String) throws -> Verification

  /// Whether a path is that of a playlist or a DASH presentation.
  public static func isPlaylist(_ path: String) -> Bool { path.hasSuffix(".m3u8") || path.hasSuffix(".mpd") }

  /// Creates a verifier.
  ///
  /// - Parameters:
  ///   - path: The playlist of rungs or segments, or a DASH presentation, whose name ends in `.mpd`.
  ///   - verify: Verifies the movie at a path, by its name, within a folder.
  public init(
    path: String, verify: @escaping (_ movie: String, _ name: String, _ folder: String) throws -> Verification
  ) {
    self.path = path
    self.verify = verify
  }

  /// Verifies all rungs.
  ///
  /// - Throws: `StreamPlaylist.Failure` for a file that is not a playlist.
  public func run() throws -> StreamVerification {
    var result = StreamVerification(file: path)
    if path.hasSuffix(".mpd") {
      let presentation = try MediaPresentation(path: path)
      let movies = try PresentationMovies(presentation, path: path)
      for representation in presentation.pictures { result.rungs.append(rung(representation, presentation, movies)) }
      result.compareRungs()
      return result
    }
    let folder = StreamFolder(of: path)
    switch try StreamPlaylist(path: path) {
    case .segments: result.rungs.append(rung(OutputFile.split(path).name, path, sound: nil, in: folder))
    case .ladder(let rungs):
      for listed in rungs {
        do throws(StreamFolder.Refusal) {
          let rungPath = try folder.path(of: listed.address, in: path)
          let sound = try listed.sound.map { address throws(StreamFolder.Refusal) in
            try folder.path(of: address, in: path)
          }
          result.rungs.append(rung(listed.address, rungPath, sound: sound, in: folder))
        } catch {
          var rung = StreamVerification.Rung(name: listed.address)
          rung.failure = "\(listed.address) or its sound can't be read: \(error)"
          result.rungs.append(rung)
        }
      }
    }
    result.compareRungs()
    return result
  }

  private func rung(
    _ name: String, _ path: String, sound: String?, in folder: StreamFolder
  ) -> StreamVerification.Rung {
    var rung = StreamVerification.Rung(name: name)
    do {
      guard case .segments(let segments) = try StreamPlaylist(path: path) else {
        throw StreamPlaylist.Failure(path: path, reason: "it names no segments")
      }
      rung.segments = segments.map { SegmentReader(playlist: path, folder: folder).read($0) }
      // Faulty segments are often the reason why no movie can be assembled from them.
      defer { rung.judge() }
      if let sound, case .segments(let segments) = try StreamPlaylist(path: sound) {
        rung.problems += SegmentReader(playlist: sound, folder: folder).problems(ofSound: segments)
      }
      if rung.problems.isEmpty, let movies = try joined(name, segments, path, sound: sound, in: folder) {
        let movie = try movies.movie(movies.presentation.pictures[0])
        rung.verification = try naming(path, insteadOf: movie) { try verify(movie, path, movies.folder.path) }
        rung.verification?.file = path
        return rung
      }
      let both = try sound.map { try PlaylistPair(picture: path, sound: $0) }
      rung.verification = try naming(path, insteadOf: both?.path ?? path) {
        try verify(both?.path ?? path, path, folder.path)
      }
      rung.verification?.file = path
    } catch {
      rung.failure = "\(error)"
    }
    return rung
  }
}

extension StreamVerifier {
  /// Returns a rung whose segments are joined if its sound is packed audio (RFC 8216, 3.4), whose segments begin with
  /// their times in ID3 tags; nil for any other.
  ///
  /// FFmpeg reads the tag of the next segment before the packets of the last one are decoded, and shifts them by a
  /// segment. With only one tag they have their times.
  private func joined(
    _ name: String, _ segments: [StreamPlaylist.Segment], _ path: String, sound: String?, in folder: StreamFolder
  ) throws -> PresentationMovies? {
    guard let sound, case .segments(var sounds) = try StreamPlaylist(path: sound), let first = sounds.first,
      !(segments + sounds).contains(where: \.isDiscontinuous),
      let start = try? SegmentReader(playlist: sound, folder: folder).bytes(first.bytes, of: first.address),
      start.starts(with: Array("ID3".utf8))
    else { return nil }
    for index in sounds.indices {
      sounds[index].address = PlaylistPair.absolute(try folder.path(of: sounds[index].address, in: sound))
    }
    return try PresentationMovies(
      MediaPresentation(picture: .init(name: name, segments: segments), sound: .init(name: sound, segments: sounds)),
      path: path)
  }

  /// An error about a temporary file, in words that name the user's.
  private struct Renamed: Error, CustomStringConvertible {
    var description: String
  }

  private func naming<Result>(
    _ name: String, insteadOf path: String, _ work: () throws -> Result
  ) throws -> Result {
    do { return try work() } catch  where name != path {
      throw Renamed(
        description: "\(error)".split(separator: path, omittingEmptySubsequences: false).joined(separator: name))
    }
  }

  private func rung(
    _ representation: MediaPresentation.Representation, _ presentation: MediaPresentation, _ movies: PresentationMovies
  ) -> StreamVerification.Rung {
    var rung = StreamVerification.Rung(name: representation.name)
    do {
      rung.segments = representation.segments.map { SegmentReader(playlist: path, folder: movies.source).read($0) }
      // Faulty segments are often the reason why no movie can be assembled from them.
      defer { rung.judge() }
      if let sound = presentation.sounds.first {
        rung.problems += SegmentReader(playlist: path, folder: movies.source).problems(ofSound: sound.segments)
      }
      let origin = movies.origin(of: representation)
      let movie = try movies.movie(representation)
      rung.verification = try naming(origin, insteadOf: movie) { try verify(movie, origin, movies.folder.path) }
      rung.verification?.file = origin
    } catch {
      rung.failure = "\(error)"
    }
    return rung
  }
}

/// The result of verifying a playlist.
public struct StreamVerification: Sendable {
  /// One segment of a rung.
  public struct Segment: Hashable, Sendable, Encodable {
    /// The address as written in the playlist.
    public var address: String
    /// The declared duration in seconds.
    public var duration: Double
    /// The number of its first frame; nil if unreadable.
    public var firstFrame: Int?
    /// Whether its first picture can be decoded without earlier ones.
    public var beginsWithKeyframe = false
    /// Whether the playlist declares a discontinuity of times or codecs before it.
    public var isDiscontinuous = false
    /// The reason why it cannot be read; nil if it can.
    public var failure: String?
  }

  /// One rung.
  public struct Rung: Sendable {
    /// The address as written in the playlist.
    public var name: String
    /// The rung's segments.
    public var segments: [Segment] = []
    /// The result of verifying the rung's pictures; nil if they cannot be read.
    public var verification: Verification?
    /// The reason why it cannot be read; nil if it can.
    public var failure: String?
    /// The problems of its segments, one a line.
    public var problems: [String] = []

    /// Whether the rung has no problem.
    public var isAsExpected: Bool { failure == nil && problems.isEmpty && verification?.isAsExpected == true }

    init(name: String) { self.name = name }
  }

  /// The path of the playlist.
  public let file: String
  /// The rungs in playlist order.
  public internal(set) var rungs: [Rung] = []

  init(file: String) { self.file = file }

  /// Whether no rung has a problem.
  public var isAsExpected: Bool { rungs.allSatisfy(\.isAsExpected) }
}

extension StreamVerification.Rung {
  /// Finds problems in the order of the segments and in the playlist's claims about them.
  mutating func judge() {
    for (index, segment) in segments.enumerated() {
      if let failure = segment.failure {
        problems.append("segment \(index) (\(segment.address)) can't be read: \(failure)")
      }
      if segment.failure == nil, !segment.beginsWithKeyframe {
        problems.append("segment \(index) (\(segment.address)) does not begin with a keyframe")
      }
    }
    var seen: [Int: Int] = [:]
    for (index, segment) in segments.enumerated() {
      guard let first = segment.firstFrame else { continue }
      if let other = seen[first] {
        problems.append("segment \(index) (\(segment.address)) repeats the frames of segment \(other)")
        continue
      }
      seen[first] = index
      if let before = segments[..<index].last(where: { $0.firstFrame != nil })?.firstFrame, first < before {
        problems.append("segment \(index) (\(segment.address)) begins with frame \(first), after frame \(before)")
      }
    }
    judgeLengths()
  }

  /// Compares the declared durations with the frames between the starts of segments.
  private mutating func judgeLengths() {
    guard let verification, verification.frameRate > 0 else { return }
    let (rate, frames) = (verification.frameRate, verification.showings.map(\.number))
    let positions = Dictionary(grouping: frames.indices.filter { frames[$0] != nil }, by: { frames[$0] })
    var position = 0
    for (index, pair) in zip(segments, segments.dropFirst()).enumerated() {
      guard let first = pair.0.firstFrame, let next = pair.1.firstFrame,
        let begin = positions[first]?.first(where: { $0 >= position }),
        let end = positions[next]?.first(where: { $0 > begin }),
        let last = frames[begin..<end].last(where: { $0 != nil }) ?? nil
      else { continue }
      position = end
      // Frames that are missing before the next segment may belong to this one or to a missing one.
      let said = pair.0.duration * rate
      guard [last + 1, next].allSatisfy({ abs(said - Double($0 - first)) > 1 }) else { continue }
      problems.append(
        "segment \(index) (\(pair.0.address)) is \(decimal(pair.0.duration, places: 3)) s long in the playlist, "
          + "but frames \(first) to \(last) take \(decimal(Double(last + 1 - first) / rate, places: 3)) s")
    }
  }
}

extension StreamVerification {
  /// Compares the rungs' segment boundaries with those of the first rung.
  mutating func compareRungs() {
    guard let first = rungs.first(where: { !$0.segments.isEmpty }) else { return }
    for index in rungs.indices where rungs[index].name != first.name && !rungs[index].segments.isEmpty {
      let rung = rungs[index]
      if rung.segments.count != first.segments.count {
        rungs[index].problems.append(
          "it has \(rung.segments.count) segments, but \(first.name) has \(first.segments.count)")
      }
      for (number, pair) in zip(rung.segments, first.segments).enumerated() {
        guard let mine = pair.0.firstFrame, let other = pair.1.firstFrame, mine != other else { continue }
        rungs[index].problems.append(
          "segment \(number) begins with frame \(mine), but with frame \(other) in \(first.name)")
        // After a missing segment all later ones differ too.
        break
      }
    }
  }
}

extension StreamVerification: Encodable {
  private struct Item: Encodable {
    var name: String
    var asExpected: Bool
    var problems: [String]
    var failure: String?
    var segments: [Segment]
    var verification: Verification?
  }

  private enum CodingKeys: String, CodingKey { case file, asExpected, rungs }

  /// Encodes the verification for programs.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(file, forKey: .file)
    try container.encode(isAsExpected, forKey: .asExpected)
    let items = rungs.map { rung in
      Item(
        name: rung.name, asExpected: rung.isAsExpected, problems: rung.problems, failure: rung.failure,
        segments: rung.segments, verification: rung.verification)
    }
    try container.encode(items, forKey: .rungs)
  }

  /// The result for each rung, for reports.
  public var files: [VerifiedFile] {
    rungs.map { rung in
      let problems = (rung.failure.map { [$0] } ?? []) + rung.problems
      let failure = problems.isEmpty ? nil : problems.joined(separator: "; ")
      return VerifiedFile(name: rung.name, verification: failure == nil ? rung.verification : nil, failure: failure)
    }
  }

  /// The result for people: a line for the playlist, then each rung with its problems.
  public var text: String {
    let fine = rungs.count(where: \.isAsExpected)
    var lines = ["\(file): \(rungs.count == 1 ? "1 rung" : "\(rungs.count) rungs"), \(fine) as expected"]
    for rung in rungs {
      let pictures = rung.verification.map { ", \($0.pictureCount) pictures" } ?? ""
      lines.append(
        "  \(rung.name): \(rung.segments.count == 1 ? "1 segment" : "\(rung.segments.count) segments")\(pictures)")
      if let failure = rung.failure { lines.append("    difference  \(failure)") }
      lines += rung.problems.map { "    difference  \($0)" }
      lines += (rung.verification?.differences ?? []).map { "    difference  \($0)" }
      let discontinuities = rung.segments.indices.filter { rung.segments[$0].isDiscontinuous }
      if !discontinuities.isEmpty {
        lines.append(
          "    seen        discontinuity before segment \(discontinuities.map(String.init).joined(separator: ", "))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
