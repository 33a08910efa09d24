import ReelFiles
import ReelGeometry
import ReelPlatform
import ReelVideo

/// Looks at the first picture of a segment, decoded without the segments before it.
struct SegmentReader {
  /// The path of the playlist that names the segments.
  let playlist: String
  /// The folder in which they have to be.
  let folder: StreamFolder

  /// The longest segment that is copied, in bytes.
  private static let longest = 1 << 30

  func read(_ segment: StreamPlaylist.Segment) -> StreamVerification.Segment {
    var result = StreamVerification.Segment(
      address: segment.address, duration: segment.duration, isDiscontinuous: segment.isDiscontinuous)
    do {
      let path = try folder.path(of: segment.address, in: playlist)
      if segment.bytes == nil, segment.beginning == nil {
        try look(path, &result)
        return result
      }
      // A part of a file, or one that decoders need another one for, becomes a file of its own.
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("reel-segment-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      var bytes: [UInt8] = []
      if let beginning = segment.beginning { bytes = try self.bytes(segment.beginningBytes, of: beginning) }
      bytes += try self.bytes(segment.bytes, of: segment.address)
      let copy = folder.appendingPathComponent(segment.beginning == nil ? "segment.ts" : "segment.mp4")
      try Data(bytes).write(to: copy)
      try look(copy.path, &result)
    } catch {
      result.failure = "\(error)"
    }
    return result
  }

  /// Why the bytes of a segment can't be had.
  private struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Returns the bytes of a range of a file, or all of them.
  ///
  /// - Throws: why they can't be had, in words.
  func bytes(_ range: Range<Int>?, of address: String) throws -> [UInt8] {
    let path = try folder.path(of: address, in: playlist)
    do throws(BoundedFile.Failure) {
      guard let range else { return try BoundedFile.read(path, limit: Self.longest) }
      guard range.count <= Self.longest else { throw .tooLong }
      let bytes = try BoundedFile.read(path, range: range)
      guard bytes.count == range.count else {
        throw .unread("the playlist names bytes up to \(range.upperBound), and the file ends before")
      }
      return bytes
    } catch {
      switch error {
      case .unopened(let reason), .unread(let reason): throw Failure(description: reason)
      case .tooLong: throw Failure(description: "it has more than \(Self.longest >> 20) MB")
      }
    }
  }

  private func look(_ path: String, _ result: inout StreamVerification.Segment) throws {
    let reader = try ClipReader(path: path)
    guard let frame = reader.nextFrame() else {
      result.failure = "none of its pictures can be decoded"
      return
    }
    result.beginsWithKeyframe = frame.isKeyframe
    var marks = FrameMarkReader()
    if case .mark(let mark) = marks.read(gray: try frame.luma().samples, size: frame.size) {
      result.firstFrame = mark.number
    }
  }
}
