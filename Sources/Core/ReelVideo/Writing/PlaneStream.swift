import CReelFFmpeg
import ReelGeometry

/// Writes the planes of pictures uncompressed: as YUV4MPEG2, or samples only.
///
/// A packet is a picture with its header.
final class PlaneStream: FilmCompressor, PacketOutput {
  let name = "rawvideo"
  let timeBase: AVRational
  let savedFrameCount = 0

  private let sink: any FragmentSink
  private let head: String
  private let frameHead: String
  /// The last picture with its header, which a still repeats.
  private var picture: [UInt8] = []
  private let made: MadePacket

  /// Prepares a stream; nothing is written before the first picture.
  init(to sink: any FragmentSink, format: StreamFormat, configuration: VideoConfiguration) throws(FFmpegError) {
    self.sink = sink
    made = try MadePacket()
    let rate = configuration.frameRate
    timeBase = AVRational(num: Int32(rate.denominator), den: Int32(rate.numerator))
    head = format == .y4m ? Self.head(configuration) : ""
    frameHead = format == .y4m ? "FRAME\n" : ""
  }

  var byteCount: Int { sink.byteCount }

  /// Planes have no parameters that a container could hold.
  func copyParameters(to parameters: UnsafeMutablePointer<AVCodecParameters>) {}

  func encode(_ frame: borrowing VideoFrame, index: Int, to body: (borrowing Packet) throws -> Void) throws {
    picture.removeAll(keepingCapacity: true)
    picture += frameHead.utf8
    for number in 0..<3 { frame.appendPlane(number, to: &picture) }
    try repeatFrame(frame, index: index, to: body)
  }

  func repeatFrame(_ frame: borrowing VideoFrame, index: Int, to body: (borrowing Packet) throws -> Void) throws {
    try made.emit(picture, index: index, flags: AV_PKT_FLAG_KEY, to: body)
  }

  func flush(_ frame: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) {}

  func finish(_ frame: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) {}

  func write(_ packet: borrowing Packet) throws {
    if byteCount == 0, !head.isEmpty { try sink.append(Array(head.utf8)) }
    let native = packet.pointer.pointee
    try sink.append(Array(UnsafeBufferPointer(start: native.data, count: Int(native.size))))
  }

  func writeSound(_ packet: borrowing Packet) {}

  func finish() -> Int { sink.byteCount }

  /// The header of YUV4MPEG2, with the two comments from which FFmpeg reads the range and the chroma siting.
  private static func head(_ configuration: VideoConfiguration) -> String {
    let (size, rate, aspect) = (configuration.size, configuration.frameRate, configuration.display.aspect)
    let samples = configuration.samples
    let site = samples.map(\.y4mSite) ?? "mpeg2"
    let chroma =
      configuration.pixelFormat == .yuv420p ? "420\(site) XYSCSS=420\(site.uppercased())" : "444 XYSCSS=444"
    let fields: [FieldOrder: String] = [.topFirst: "t", .bottomFirst: "b"]
    let interlacing = fields[configuration.display.fields] ?? "p"
    return "YUV4MPEG2 W\(size.width) H\(size.height) F\(rate.numerator):\(rate.denominator) I\(interlacing) "
      + "A\(aspect.across):\(aspect.down) C\(chroma) XCOLORRANGE=\(samples?.isFullRange == true ? "FULL" : "LIMITED")\n"
  }
}
