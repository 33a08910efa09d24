import CReelFFmpeg
import ReelGeometry
import ReelTiming

/// What is in the whole fragments of an unfinished movie.
struct FragmentContent {
  /// The frames from the first on without a gap, which are as many packets from the first on.
  private(set) var frameCount = 0
  private(set) var frameRate: FrameRate?
  private(set) var size = PixelSize(width: 0, height: 0)

  /// Reads every packet, until one is not as a recording writes it.
  ///
  /// Packets come in the order of decoding. Where the last ones are missing, a picture may be there without one that is
  /// shown before it; the film ends before such a group, as a hole in it would be no frame of the recording.
  init(_ source: Remuxer.Source) throws(FFmpegError) {
    let input = try source.open()
    try check(avformat_find_stream_info(input.pointer, nil), "avformat_find_stream_info")
    guard let stream = input.pointer.pointee.streams?[0],
      stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_H264
    else { throw FFmpegError(.invalidData, operation: "avformat_find_stream_info") }
    let parameters = stream.pointee.codecpar.pointee
    size = PixelSize(width: Int(parameters.width), height: Int(parameters.height))
    let base = stream.pointee.time_base
    let packet = try Packet()
    var (count, end, step) = (0, 0, 0)
    while (try? input.read(packet)) == true {
      guard packet.pointer.pointee.stream_index == 0 else { continue }
      let (pts, duration) = (Int(packet.pointer.pointee.pts), Int(packet.pointer.pointee.duration))
      if step == 0 {
        step = duration
        guard step > 0 else { break }
        frameRate = try? FrameRate(Int(base.den), Int(base.num) * step)
      }
      guard pts >= 0, pts % step == 0, Self.isWhole(packet) else { break }
      count += 1
      end = max(end, pts / step + 1)
      if count == end { frameCount = count }
    }
  }

  /// Whether the lengths in front of the NAL units fill the packet exactly.
  ///
  /// After a loss of power a part of the file can be zeros although its size is right.
  private static func isWhole(_ packet: borrowing Packet) -> Bool {
    guard let data = packet.pointer.pointee.data else { return false }
    var rest = UnsafeBufferPointer(start: data, count: Int(packet.pointer.pointee.size))[...]
    guard !rest.isEmpty else { return false }
    while !rest.isEmpty {
      guard rest.count > 4 else { return false }
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard length > 0, length <= rest.count - 4, rest[rest.startIndex + 4] != 0 else { return false }
      rest = rest.dropFirst(4 + length)
    }
    return true
  }
}
