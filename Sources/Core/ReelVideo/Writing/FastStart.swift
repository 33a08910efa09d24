import ReelFiles
import ReelPlatform

/// Places the index of a movie before the pictures, and writes the pictures only once.
///
/// FFmpeg's own fast start writes the index last, and then moves all pictures to make room for it. Here the muxer
/// leaves as much room at the start of the file as the index will need. So all offsets are right from the start, and
/// only the index moves:
///
///     as written   room | ftyp | mdat … | moov
///     complete     ftyp | moov | mdat …
///
/// The length of the index is measured first, by a muxer that discards its output. The file is identical to that of
/// FFmpeg's own fast start.
package enum FastStart {
  /// The smallest film for which measuring costs less than moving.
  package static let smallestByteCount = 64 << 20

  /// The maximum number of attempts if the index's length changes: at 4 GiB its offsets double in size.
  static let attempts = 3

  /// The number of the index's bytes to move at a time.
  private static let pieceSize = 1 << 20

  /// Returns the position of the index in a film that the muxer has completed.
  ///
  /// - Parameters:
  ///   - start: The offset at which the muxer began.
  ///   - size: The offset at which it ended.
  ///   - read: Returns bytes of the film.
  /// - Returns: The end of the first box, which stays in front of the index, and the start of the index; nil for any
  ///   other layout.
  static func layout(
    from start: Int, to size: Int, read: (Range<Int>) -> [UInt8]
  ) -> (headEnd: Int, indexStart: Int)? {
    guard let first = MovieBoxes.box(at: start, of: size, read: read), first.type == "ftyp" else { return nil }
    var end = first.range.upperBound
    while let box = MovieBoxes.box(at: end, of: size, read: read) {
      end = box.range.upperBound
      if box.type == "mdat" { return (first.range.upperBound, end) }
    }
    return nil
  }

  /// Moves the index of a film to the front, if it exactly fills the room left for it.
  ///
  /// - Parameter room: The number of bytes before the film.
  /// - Returns: The length of the index. If it differs from the room, the file is unchanged.
  static func moveIndex(in path: String, room: Int) throws(FFmpegError) -> Int {
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { throw FFmpegError(.systemError(errno), operation: "open") }
    defer { close(file) }
    let size = MovieBoxes.size(of: file)
    guard let layout = layout(from: room, to: size, read: { MovieBoxes.read(file, $0) }),
      let index = MovieBoxes.box(at: layout.indexStart, of: size, read: { MovieBoxes.read(file, $0) }),
      index.type == "moov", index.range.upperBound == size
    else { throw FFmpegError(.invalidData, operation: "av_write_trailer") }
    guard index.range.count == room else { return index.range.count }
    do throws(SystemError) {
      try copy(room..<layout.headEnd, to: 0, in: file)
      try copy(index.range, to: layout.headEnd - room, in: file)
      guard ftruncate(file, off_t(layout.indexStart)) == 0 else { throw SystemError(errno, "ftruncate") }
    } catch {
      throw FFmpegError(.systemError(error.code), operation: error.operation)
    }
    return room
  }

  private static func copy(_ range: Range<Int>, to offset: Int, in file: Int32) throws(SystemError) {
    var done = 0
    while done < range.count {
      let start = range.lowerBound + done
      let bytes = MovieBoxes.read(file, start..<min(start + pieceSize, range.upperBound))
      guard !bytes.isEmpty else { throw SystemError(EIO, "pread") }
      try Descriptor.write(bytes, to: file, at: offset + done)
      done += bytes.count
    }
  }
}

/// A file that keeps only its length and its first bytes, to measure a muxer's output.
final class MeasuredFile {
  /// The muxer's position.
  private var position = 0
  /// The highest position so far.
  private(set) var byteCount = 0
  /// The first bytes: those of the boxes before the pictures.
  private var head = [UInt8](repeating: 0, count: 1 << 10)

  /// Writes bytes at the position.
  func write(_ bytes: UnsafeRawBufferPointer) {
    if position < head.count {
      let count = min(bytes.count, head.count - position)
      head.withUnsafeMutableBytes {
        UnsafeMutableRawBufferPointer(rebasing: $0[position..<position + count])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
      }
    }
    position += bytes.count
    byteCount = max(byteCount, position)
  }

  /// Moves the position.
  func seek(to offset: Int) { position = offset }

  /// The length of the index, which ends the film.
  ///
  /// - Throws: `FFmpegError` if the muxer wrote anything but a movie with an index at its end.
  func indexSize() throws(FFmpegError) -> Int {
    let layout = FastStart.layout(from: 0, to: byteCount) { range in
      range.upperBound <= head.count ? Array(head[range]) : []
    }
    guard let layout else { throw FFmpegError(.invalidData, operation: "av_write_trailer") }
    return byteCount - layout.indexStart
  }
}
