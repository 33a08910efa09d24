import ReelFiles
import ReelFilms
import ReelGeometry
import ReelRecording
import ReelTiming
import ReelVideo

/// What the parts of a film will take, measured by a few frames of each.
package struct FarmPlan: Codable, Hashable, Sendable {
  /// One part.
  package struct Part: Codable, Hashable, Sendable {
    /// Its number, from 1.
    package var part: Int
    /// The number of its first frame in the film.
    package var firstFrame: Int
    /// How many frames it has.
    package var frames: Int
    /// How long it takes, in seconds, on a machine like this one with nothing else to do.
    package var seconds: Double
    /// The bytes of its file.
    package var bytes: Int
  }

  /// The frames of the film.
  package var frames: Int
  /// The frames of a segment: no part is shorter, but for one at the end.
  package var segmentFrames: Int
  /// The parts.
  package var parts: [Part]
  /// The memory of each process, in bytes.
  package var memory: Int

  /// The time of one machine that makes all parts, one after another, in seconds.
  package var totalSeconds: Double { parts.reduce(0) { $0 + $1.seconds } }
  /// The time of the slowest part, in seconds: that of the film where all are made at once.
  package var longestSeconds: Double { parts.map(\.seconds).max() ?? 0 }
  /// The bytes of all parts.
  package var bytes: Int { parts.reduce(0) { $0 + $1.bytes } }

  /// The parts that have frames: at most as many as the film has segments.
  package var filledCount: Int { parts.count { $0.frames > 0 } }

  /// The frames that are measured of a part.
  private static let sampleFrames = 8
  /// How many parts are measured at most; those between them are taken to be like their neighbours.
  private static let mostSamples = 16

  /// Measures a film.
  ///
  /// - Parameters:
  ///   - film: The film.
  ///   - count: Into how many parts it is divided.
  ///   - folder: A folder that takes a file for a moment.
  /// - Throws: As `FilmPieces` and drawing do.
  package init(_ film: FilmDescription, parts count: Int, inFolder folder: String) async throws {
    let pieces = try FilmPieces(film)
    let ranges = (1...count).map { part in
      pieces.segments.frames(ofPart: part, of: count, frameCount: pieces.frameCount)
    }
    let filled = ranges.indices.filter { !ranges[$0].isEmpty }
    let step = max(1, (filled.count + Self.mostSamples - 1) / Self.mostSamples)
    var samples: [Sample] = []
    for position in stride(from: 0, to: filled.count, by: step) {
      samples.append(try await Sample(pieces, of: ranges[filled[position]], inFolder: folder))
    }
    parts = []
    for (index, range) in ranges.enumerated() {
      let sample = filled.firstIndex(of: index).map { samples[$0 / step] }
      parts.append(
        Part(
          part: index + 1, firstFrame: range.lowerBound, frames: range.count,
          seconds: sample.map { $0.start + $0.secondsPerFrame * Double(range.count) } ?? 0,
          bytes: sample.map { Int(clamping: $0.bytesPerFrame * Double(range.count)) } ?? 0))
    }
    frames = pieces.frameCount
    segmentFrames = pieces.segments.length
    memory = pieces.configuration.estimatedMemory
  }

  /// What a few frames took.
  private struct Sample {
    /// What comes before the second frame: fonts, caches, the encoder; in seconds.
    var start: Double
    var secondsPerFrame: Double
    var bytesPerFrame: Double

    /// Measures frames in the middle of a range.
    init(_ pieces: FilmPieces, of range: Range<Int>, inFolder folder: String) async throws {
      let count = min(range.count, FarmPlan.sampleFrames)
      let first = range.lowerBound + (range.count - count) / 2
      let one = try await Self.measure(pieces, first..<first + 1, folder)
      let all = try await Self.measure(pieces, first..<first + count, folder)
      start = one.seconds
      secondsPerFrame = count == 1 ? 0 : max(0, all.seconds - one.seconds) / Double(count - 1)
      bytesPerFrame = Double(all.bytes) / Double(count)
    }

    private static func measure(
      _ pieces: FilmPieces, _ frames: Range<Int>, _ folder: String
    ) async throws -> (seconds: Double, bytes: Int) {
      let file = try SpooledFile(inFolder: folder)
      let clock = ContinuousClock()
      let start = clock.now
      let recorder = try pieces.recorder(
        of: frames, to: PacketDestination(descriptor: file.descriptor, path: "a file in \(folder)"))
      let recording = try await recorder.record(frames: frames.count)
      return ((clock.now - start) / .seconds(1), recording.output.byteCount)
    }
  }
}
