import ReelFiles
import ReelPlatform

/// Lays the index of a movie in front of the pictures, and writes the pictures once.
///
/// FFmpeg's own fast start writes the index last, and then moves all pictures to make room for it. Here the muxer begins as far behind the
/// start of the file as the index will be long. So all offsets are right from the start, and only the index moves:
///
///     as written   room | ftyp | mdat … | moov
///     complete     ftyp | moov | mdat …
///
/// How long the index will be is measured first, by a muxer that writes to nowhere. The file has the bytes of FFmpeg's own fast start.
package enum FastStart {
  /// The smallest film for which measuring costs less than moving.
  package static let smallestByteCount = 64 << 20

  /// How often the index may turn out to be longer or shorter than before: at 4 GiB its offsets become twice as long.
  static let attempts = 3

  /// How much of the index is moved at once.
  private static let pieceSize = 1 << 20

  /// Returns where the index begins in a film that the muxer has completed.
  ///
  /// - Parameters:
  ///   - start: Where the muxer began.
  ///   - size: Where it ended.
  ///   - read: Returns bytes of the film.
  /// - Returns: The end of the first box, which stays in front of the index, and where the index begins; nil for anything else.
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

  /// Puts the index of a film in front, if there is exactly the room that it takes.
  ///
  /// - Parameter room: The bytes in front of the film.
  /// - Returns: The length of the index. If it is not that of the room, the file is as it was.
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

/// A file that keeps nothing but its length and its first bytes, in which a muxer finds how long a film will be.
final class MeasuredFile {
  /// Where the muxer is.
  private var position = 0
  /// Where it was farthest.
  private(set) var byteCount = 0
  /// The first bytes: those of the boxes in front of the pictures.
  private var head = [UInt8](repeating: 0, count: 1 << 10)

  /// Takes bytes at the position.
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
  /// - Throws: `FFmpegError` if the muxer wrote something else than a movie with an index at its end.
  func indexSize() throws(FFmpegError) -> Int {
    let layout = FastStart.layout(from: 0, to: byteCount) { range in
      range.upperBound <= head.count ? Array(head[range]) : []
    }
    guard let layout else { throw FFmpegError(.invalidData, operation: "av_write_trailer") }
    return byteCount - layout.indexStart
  }
}
