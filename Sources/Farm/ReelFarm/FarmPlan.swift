import ReelFiles
import ReelFilms
import ReelGeometry
import ReelRecording
import ReelTiming
import ReelVideo

/// An estimate of what each part of a film costs, measured on a few of its frames.
package struct FarmPlan: Codable, Hashable, Sendable {
  /// One part.
  package struct Part: Codable, Hashable, Sendable {
    /// The part's number, from 1.
    package var part: Int
    /// The number of its first frame in the film.
    package var firstFrame: Int
    /// The number of frames in the part.
    package var frames: Int
    /// The estimated time in seconds on a machine like this one that does nothing else.
    package var seconds: Double
    /// The estimated size of the part's file in bytes.
    package var bytes: Int
  }

  /// The number of frames in the film.
  package var frames: Int
  /// The number of frames in a segment.
  ///
  /// Only the last part may be shorter.
  package var segmentFrames: Int
  /// The parts.
  package var parts: [Part]
  /// The memory that each process needs, in bytes.
  package var memory: Int

  /// The time in seconds if one machine makes all parts one after another.
  package var totalSeconds: Double { parts.reduce(0) { $0 + $1.seconds } }
  /// The time of the slowest part in seconds, which is the film's time if all parts are made at once.
  package var longestSeconds: Double { parts.map(\.seconds).max() ?? 0 }
  /// The total size of all parts in bytes.
  package var bytes: Int { parts.reduce(0) { $0 + $1.bytes } }

  /// The number of parts that have frames.
  ///
  /// It is at most the number of segments.
  package var filledCount: Int { parts.count { $0.frames > 0 } }

  /// The number of frames measured in each sampled part.
  private static let sampleFrames = 8
  /// The maximum number of sampled parts.
  ///
  /// The parts between them are assumed to be like their neighbours.
  private static let mostSamples = 16

  /// Measures a film.
  ///
  /// - Parameters:
  ///   - film: The film.
  ///   - count: The number of parts.
  ///   - folder: A folder that receives a temporary file.
  /// - Throws: The errors of `SegmentedFilm` and of drawing.
  package init(_ film: FilmDescription, parts count: Int, inFolder folder: String) async throws {
    let segmented = try SegmentedFilm(film)
    let ranges = (1...count).map { part in
      segmented.segments.frames(ofPart: part, of: count, frameCount: segmented.frameCount)
    }
    let filled = ranges.indices.filter { !ranges[$0].isEmpty }
    let step = max(1, (filled.count + Self.mostSamples - 1) / Self.mostSamples)
    var samples: [Sample] = []
    for position in stride(from: 0, to: filled.count, by: step) {
      samples.append(try await Sample(segmented, of: ranges[filled[position]], inFolder: folder))
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
    frames = segmented.frameCount
    segmentFrames = segmented.segments.length
    memory = segmented.configuration.estimatedMemory
  }

  /// The cost of a few frames.
  private struct Sample {
    /// The seconds spent before the second frame, on fonts, caches and the encoder.
    var start: Double
    var secondsPerFrame: Double
    var bytesPerFrame: Double

    /// Measures frames in the middle of a range.
    init(_ segmented: SegmentedFilm, of range: Range<Int>, inFolder folder: String) async throws {
      let count = min(range.count, FarmPlan.sampleFrames)
      let first = range.lowerBound + (range.count - count) / 2
      let one = try await Self.measure(segmented, first..<first + 1, folder)
      let all = try await Self.measure(segmented, first..<first + count, folder)
      start = one.seconds
      secondsPerFrame = count == 1 ? 0 : max(0, all.seconds - one.seconds) / Double(count - 1)
      bytesPerFrame = Double(all.bytes) / Double(count)
    }

    private static func measure(
      _ segmented: SegmentedFilm, _ frames: Range<Int>, _ folder: String
    ) async throws -> (seconds: Double, bytes: Int) {
      let file = try SpooledFile(inFolder: folder)
      let clock = ContinuousClock()
      let start = clock.now
      let recorder = try segmented.recorder(
        of: frames, to: PacketDestination(descriptor: file.descriptor, path: "a file in \(folder)"))
      let recording = try await recorder.record(frames: frames.count)
      return ((clock.now - start) / .seconds(1), recording.output.byteCount)
    }
  }
}
