import Dispatch
import ReelFiles
import ReelTiming
import ReelVideo
import Synchronization

/// Makes the segments of a clip, several at a time, and hands them on in their order.
struct FixtureJobs {
  let pieces: FixturePieces
  /// How many segments are made at the same time.
  let count: Int
  /// The clip: the packets wait on its disk, and errors name it.
  let path: String
  let isCancelled: @Sendable () -> Bool

  private var nextSegment = 0
  /// The segments that are made, the last one first.
  private var made: [Segment] = []

  /// A segment that is made.
  private struct Segment: Sendable {
    var file: SpooledFile
    var hashes: [String]
  }

  /// The file of the piece that was handed on last, which is read until the next one is asked for.
  private var open: SpooledFile?

  init(_ pieces: FixturePieces, count: Int, of path: String, isCancelled: @escaping @Sendable () -> Bool) {
    (self.pieces, self.count, self.path, self.isCancelled) = (pieces, count, path, isCancelled)
  }

  /// Returns the next piece; nil behind the last one.
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
