import ReelFiles
import ReelGeometry
import ReelPlatform
import ReelVideo

/// Reads the first picture of a segment, decoded without the segments before it.
struct SegmentReader {
  /// The path of the playlist with the segments.
  let playlist: String
  /// The folder that must contain the segments.
  let folder: StreamFolder

  /// The maximum size of a segment that is copied, in bytes.
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
      // A byte range, or a segment that needs initialization data from another file, is copied to its own file.
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

  /// Returns the problems of segments with sound, one a line.
  func problems(ofSound segments: [StreamPlaylist.Segment]) -> [String] {
    segments.enumerated().compactMap { index, segment in
      do {
        if let beginning = segment.beginning { _ = try bytes(segment.beginningBytes, of: beginning) }
        let content = try bytes(segment.bytes, of: segment.address)
        return content.isEmpty ? "sound segment \(index) (\(segment.address)) is empty" : nil
      } catch {
        return "sound segment \(index) (\(segment.address)) can't be read: \(error)"
      }
    }
  }

  /// The reason why the bytes of a segment cannot be read.
  private struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Returns a byte range of a file, or the whole file.
  ///
  /// - Throws: The reason why it cannot be read, in words.
  func bytes(_ range: Range<Int>?, of address: String) throws -> [UInt8] {
    let path = try folder.path(of: address, in: playlist)
    do throws(BoundedFile.Failure) {
      guard let range else { return try BoundedFile.read(path, limit: Self.longest) }
      guard range.count <= Self.longest else { throw .tooLong }
      let bytes = try BoundedFile.read(path, range: range)
      guard bytes.count == range.count else {
        throw .unread("the playlist names bytes up to \(range.upperBound), but the file is shorter")
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
