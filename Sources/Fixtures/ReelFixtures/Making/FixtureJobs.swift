import Dispatch
import ReelFiles
import ReelTiming
import ReelVideo
import Synchronization

/// Makes the segments of a clip in parallel and returns them in order.
struct FixtureJobs {
  let pieces: FixturePieces
  /// The number of segments made in parallel.
  let count: Int
  /// The path of the clip, used for temporary files on the same disk and for errors.
  let path: String
  let isCancelled: @Sendable () -> Bool

  private var nextSegment = 0
  /// The finished segments, in reverse order.
  private var made: [Segment] = []

  /// A finished segment.
  private struct Segment: Sendable {
    var file: SpooledFile
    var hashes: [String]
  }

  /// The file of the last returned piece.
  ///
  /// It is read until the next piece is requested.
  private var open: SpooledFile?

  init(_ pieces: FixturePieces, count: Int, of path: String, isCancelled: @escaping @Sendable () -> Bool) {
    (self.pieces, self.count, self.path, self.isCancelled) = (pieces, count, path, isCancelled)
  }

  /// Returns the next piece; nil after the last one.
  mutating func next() throws -> FixturePiece? {
    if made.isEmpty { made = try makeMore().reversed() }
    guard let segment = made.popLast() else { return nil }
    open = segment.file
    return FixturePiece(
      packets: try PacketFileReader(descriptor: segment.file.descriptor, path: path), hashes: segment.hashes)
  }

  private mutating func makeMore() throws -> [Segment] {
    let all = pieces.segments.count(frameCount: pieces.pictureCount)
    let wanted = nextSegment..<min(nextSegment + count, all)
    nextSegment = wanted.upperBound
    let results = Mutex([Int: Result<Segment, any Error>]())
    let timer = PerformanceTimer.current
    DispatchQueue.concurrentPerform(iterations: wanted.count) { [self] offset in
      let segment = wanted.lowerBound + offset
      let result = PerformanceTimer.$current.withValue(timer) { Result { try make(segment) } }
      results.withLock { $0[segment] = result }
    }
    return try wanted.compactMap { segment in try results.withLock { $0[segment] }?.get() }
  }

  private func make(_ segment: Int) throws -> Segment {
    let folder = OutputFile.split(path).prefix
    let file: SpooledFile
    do throws(SystemError) {
      file = try SpooledFile(inFolder: folder.isEmpty ? "." : folder)
    } catch {
      throw OutputError.cannotCreate(path: path, reason: error.reason)
    }
    let hashes = try pieces.write(
      pieces.segments.frames(ofSegment: segment, frameCount: pieces.pictureCount),
      to: PacketDestination(descriptor: file.descriptor, path: path), isCancelled: isCancelled)
    return Segment(file: file, hashes: hashes)
  }
}
