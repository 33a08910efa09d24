import CReelFFmpeg
import ReelCanvas
import ReelGeometry
import ReelPlatform
import ReelTiming
import ReelVideo

/// Reads raw frames, or those of YUV4MPEG2, straight into the memory in which they are compared and encoded.
///
/// Unchecked Sendable: it is used by one thread at a time.
package final class RawFeed: PictureFeed, @unchecked Sendable {
  package private(set) var facts: FeedFacts
  private let stream: ByteStream
  private let frames: RawFrames
  /// The header before each frame.
  private let head: Head
  private let isFullRange: Bool
  /// The expected number of frames; nil for any number.
  private let wantedCount: Int?
  private var count = 0
  private var first: FilmPicture?
  private var padding: [UInt8] = []
  /// The frame that was read last, if its rows have no padding.
  private var last: FilmPicture?
  /// The part of a frame that is compared with the one before; it fits into a processor's cache.
  private var part: [UInt8]
  /// The memory of frames is used again, but for that of the first ones: of those many are kept at once.
  private let pool: OpaquePointer?
  private let bufferSize: Int
  private var firstBuffers = FirstPictures.movingLimit

  private enum Head {
    case none
    /// A line.
    case y4m
    /// A header that repeats the size.
    case pam
  }

  /// Reads raw frames.
  ///
  /// - Parameters:
  ///   - stream: where they come from.
  ///   - frameRate: the pictures per second.
  ///   - count: the expected number of frames; nil for any number.
  /// - Throws: `FeedError` for a stream without a whole frame.
  package convenience init(
    _ stream: ByteStream, name: String, frames: RawFrames, frameRate: FrameRate, count: Int? = nil
  ) throws {
    try self.init(stream, name, frames, frameRate, count)
  }

  /// Reads YUV4MPEG2, whose header describes the frames.
  ///
  /// - Throws: `FeedError` for a header or a first frame that can't be read.
  package convenience init(y4m stream: ByteStream, name: String) throws {
    let header = try Y4MHeader(stream.line(limit: 1024) ?? [], name: name)
    try self.init(stream, name, header.frames, header.frameRate, nil, head: .y4m, header)
  }

  /// Reads pictures in the portable arbitrary map, one after another.
  ///
  /// - Throws: `FeedError` for a header or a first picture that can't be read.
  package convenience init(pam stream: ByteStream, name: String, frameRate: FrameRate) throws {
    let frames = try Self.frames(ofPAM: stream, name: name, frame: 0)
    guard let frames else { throw FeedError.empty(name: name) }
    try self.init(stream, name, frames, frameRate, nil, head: .pam)
  }

  /// Whether bytes are the beginning of a portable arbitrary map.
  package static func isPAM(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "P7\n".utf8) }

  /// Reads the header of a picture; nil at the end.
  private static func frames(ofPAM stream: ByteStream, name: String, frame: Int) throws -> RawFrames? {
    guard var line = stream.line(limit: 128) else { return nil }
    var fields: [String: Int] = [:]
    guard line == Array("P7".utf8) else { throw FeedError.damaged(name: name, frame: frame) }
    while line != Array("ENDHDR".utf8) {
      guard let next = stream.line(limit: 1024), fields.count < 16 else {
        throw FeedError.damaged(name: name, frame: frame)
      }
      line = next
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      if words.count == 2 { fields[String(words[0])] = Int(words[1]) }
    }
    let formats = [1: "gray", 3: "rgb24", 4: "rgba"]
    guard let format = formats[fields["DEPTH"] ?? 0], fields["MAXVAL"] == 255 else {
      throw FeedError.unreadable(
        name: name, reason: "of this format, pictures with 1, 3 or 4 components of 8 bits are read")
    }
    return try RawFrames(format: format, size: PixelSize(width: fields["WIDTH"] ?? 0, height: fields["HEIGHT"] ?? 0))
  }

  /// Whether bytes are the beginning of YUV4MPEG2.
  package static func isY4M(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "YUV4MPEG2 ".utf8) }

  private init(
    _ stream: ByteStream, _ name: String, _ frames: RawFrames, _ frameRate: FrameRate, _ count: Int?,
    head: Head = .none,
    _ header: Y4MHeader? = nil
  ) throws {
    guard !stream.beginning.isEmpty else { throw FeedError.empty(name: name) }
    (self.stream, self.frames, wantedCount) = (stream, frames, count)
    part = [UInt8](repeating: 0, count: min(frames.byteCount, 1 << 17))
    (self.head, isFullRange) = (head, header?.isFullRange ?? false)
    // Vectors may be read beyond the last row.
    bufferSize =
      Int(av_image_get_buffer_size(frames.native, Int32(frames.size.width), Int32(frames.size.height), 1)) + 1024
    pool = av_buffer_pool_init(bufferSize, nil)
    var facts = FeedFacts(
      name: name, size: frames.size, frameRate: frameRate, isConstant: true, clock: TimeBase(frameRate))
    (facts.frameCount, facts.seconds) = (count, count.map { frameRate.seconds(ofFrame: $0) })
    facts.pixelAspect = header?.pixelAspect ?? .square
    facts.hasAlpha = FilmPicture.hasAlpha(frames.native.rawValue)
    self.facts = facts
    guard let first = try read() else { throw FeedError.empty(name: name) }
    self.first = first
    self.facts.form = first.form
  }

  deinit {
    var pool = pool
    av_buffer_pool_uninit(&pool)
  }

  package func next() throws -> FilmPicture? { try first.take() ?? read() }

  private func read() throws -> FilmPicture? {
    let cut = { (has: Int, needs: Int) in
      FeedError.cut(name: self.facts.name, frame: self.count, has: has, needs: needs)
    }
    if head == .pam, count > 0 {
      guard let next = try Self.frames(ofPAM: stream, name: facts.name, frame: count) else { return nil }
      guard next == frames else {
        throw FeedError.otherSize(name: facts.name, frame: count, size: next.size, first: facts.size)
      }
    }
    if head == .y4m {
      guard let line = stream.line(limit: 1024) else { return nil }
      guard line.starts(with: "FRAME".utf8) else { throw FeedError.damaged(name: facts.name, frame: count) }
    }
    var has = 0
    let frame = frames.isDense ? try readWhole(&has) : try readRows(&has)
    guard has == frames.byteCount else {
      if has > 0 || head != .none { throw cut(has, frames.byteCount) }
      if let wantedCount, count < wantedCount { throw cut(0, frames.byteCount) }
      return nil
    }
    count += 1
    let picture = FilmPicture(frame, FrameSpan(pts: count - 1, duration: 1))
    if frames.isDense { last = picture }
    return picture
  }

  /// Reads a frame without padding, and counts its bytes.
  ///
  /// Each part is compared with the frame before while the processor's cache holds it: nothing is written for a frame that is equal,
  /// which shares the memory of that one.
  private func readWhole(_ has: inout Int) throws(FFmpegError) -> VideoFrame {
    let byteCount = frames.byteCount
    guard let old = last?.frame.pointer, let start = old.pointee.data.0 else {
      let frame = try makeFrame()
      fill(frame, &has)
      return frame
    }
    while has < byteCount {
      let wanted = min(part.count, byteCount - has)
      let (more, isEqual) = part.withUnsafeMutableBytes { bytes in
        let more = stream.read(UnsafeMutableRawBufferPointer(rebasing: bytes[..<wanted]))
        return (more, bytes.baseAddress.map { memcmp($0, start + has, more) == 0 } ?? false)
      }
      guard isEqual else {
        let frame = try makeFrame()
        if let target = frame.pointer.pointee.data.0 {
          memcpy(target, start, has)
          part.withUnsafeBytes { bytes in
            UnsafeMutableRawPointer(target + has).copyMemory(
              from: bytes.baseAddress ?? UnsafeRawPointer(start), byteCount: more)
          }
        }
        has += more
        if more == wanted { fill(frame, &has) }
        return frame
      }
      has += more
      if more < wanted { break }
    }
    let frame = try VideoFrame()
    try check(av_frame_ref(frame.pointer, old), "av_frame_ref")
    return frame
  }

  /// Reads the rest of a frame without padding.
  private func fill(_ frame: borrowing VideoFrame, _ has: inout Int) {
    guard let start = frame.pointer.pointee.data.0 else { return }
    has += stream.read(UnsafeMutableRawBufferPointer(start: start + has, count: frames.byteCount - has))
  }

  /// Reads a frame whose rows are padded, and counts its bytes.
  private func readRows(_ has: inout Int) throws(FFmpegError) -> VideoFrame {
    let frame = try makeFrame()
    let native = frame.pointer.pointee
    let data = [native.data.0, native.data.1, native.data.2, native.data.3]
    let strides = [native.linesize.0, native.linesize.1, native.linesize.2, native.linesize.3]
    for (number, plane) in frames.planes.enumerated() {
      guard let start = data[number] else { break }
      has += read(plane, to: start, Int(strides[number]))
    }
    return frame
  }

  /// Reads a plane, and returns how many bytes there were.
  private func read(
    _ plane: (rowBytes: Int, rows: Int, stride: Int), to start: UnsafeMutablePointer<UInt8>, _ stride: Int
  ) -> Int {
    var has = 0
    if padding.count != plane.stride - plane.rowBytes {
      padding = [UInt8](repeating: 0, count: plane.stride - plane.rowBytes)
    }
    for row in 0..<plane.rows {
      has += stream.read(UnsafeMutableRawBufferPointer(start: start + row * stride, count: plane.rowBytes))
      if !padding.isEmpty { has += padding.withUnsafeMutableBytes { stream.read($0) } }
    }
    return has
  }

  /// A frame with memory of its own, whose rows lie as they come where that is possible.
  private func makeFrame() throws(FFmpegError) -> VideoFrame {
    let frame = try VideoFrame()
    let native = frame.pointer
    (native.pointee.width, native.pointee.height) = (Int32(frames.size.width), Int32(frames.size.height))
    native.pointee.format = frames.native.rawValue
    native.pointee.color_range = isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_UNSPECIFIED
    firstBuffers -= firstBuffers > 0 ? 1 : 0
    native.pointee.buf.0 = try check(
      firstBuffers > 0 ? av_buffer_alloc(bufferSize) : pool.flatMap { av_buffer_pool_get($0) }, "av_buffer_pool_get")
    // Without padding, as they come: a frame is one read.
    try check(reel_frame_fill(native), "av_image_fill_arrays")
    return frame
  }
}

/// The first line of YUV4MPEG2.
private struct Y4MHeader {
  var frames: RawFrames
  var frameRate: FrameRate
  var pixelAspect = PixelAspect.square
  var isFullRange = false

  /// The pixel formats by the names that the header gives them.
  private static let formats: [String: String] = [
    "420": "yuv420p", "420jpeg": "yuv420p", "420mpeg2": "yuv420p", "420paldv": "yuv420p", "422": "yuv422p",
    "444": "yuv444p", "mono": "gray", "420p10": "yuv420p10le", "422p10": "yuv422p10le", "444p10": "yuv444p10le",
    "444alpha": "yuva444p", "411": "yuv411p",
  ]

  init(_ line: [UInt8], name: String) throws {
    let fields = String(decoding: line, as: UTF8.self).split(separator: " ").dropFirst()
    func value(_ key: Character) -> String? { fields.first { $0.first == key }.map { String($0.dropFirst()) } }
    func ratio(_ text: String?) -> (Int, Int)? {
      let parts = (text ?? "").split(separator: ":").compactMap { Int($0) }
      return parts.count == 2 && parts.allSatisfy { $0 > 0 } ? (parts[0], parts[1]) : nil
    }
    let color = value("C") ?? "420"
    guard let width = Int(value("W") ?? ""), let height = Int(value("H") ?? ""), let format = Self.formats[color] else {
      throw FeedError.unreadable(name: name, reason: "its header names no size or an unknown format (\(color))")
    }
    do {
      frames = try RawFrames(format: format, size: PixelSize(width: width, height: height))
      frameRate = try ratio(value("F")).map { try FrameRate($0.0, $0.1) } ?? 25
    } catch {
      throw FeedError.unreadable(name: name, reason: "\(error)")
    }
    if let (across, down) = ratio(value("A")) { pixelAspect = PixelAspect(across: across, down: down) ?? .square }
    isFullRange = fields.contains("XCOLORRANGE=FULL")
  }
}
