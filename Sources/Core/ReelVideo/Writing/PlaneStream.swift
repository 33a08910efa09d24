import CReelFFmpeg
import ReelGeometry

/// Writes the planes of pictures uncompressed: as YUV4MPEG2, or only the samples.
final class PlaneStream: PictureOutput {
  private let sink: any FragmentSink
  private let head: String
  private let frameHead: String
  /// The last picture with its header, which a still repeats.
  private var picture: [UInt8] = []

  /// Creates a stream; nothing is written before the first picture.
  init(to sink: any FragmentSink, format: StreamFormat, configuration: VideoConfiguration) {
    self.sink = sink
    head = format == .y4m ? Self.head(configuration) : ""
    frameHead = format == .y4m ? "FRAME\n" : ""
  }

  var encoderName: String { "rawvideo" }
  var byteCount: Int { sink.byteCount }
  let savedFrameCount = 0
  let packetCount = 0

  func encode(_ frame: borrowing VideoFrame, index: Int) throws {
    if index == 0, !head.isEmpty { try sink.append(Array(head.utf8)) }
    picture.removeAll(keepingCapacity: true)
    picture += frameHead.utf8
    for number in 0..<3 { frame.appendPlane(number, to: &picture) }
    try sink.append(picture)
  }

  func repeatFrame(_ frame: borrowing VideoFrame, index: Int) throws { try sink.append(picture) }

  func flush(_ frame: borrowing VideoFrame) {}

  func append(_ packets: PacketFileReader) throws -> Int {
    throw InvalidValue("output", "raw planes", sentence: "pieces of a film are compressed: join them into a movie")
  }

  func finishEncoding(_ frame: borrowing VideoFrame) {}

  func close() -> Int { sink.byteCount }

  /// The header of YUV4MPEG2, with the two comments from which FFmpeg reads the range and the chroma siting.
  private static func head(_ configuration: VideoConfiguration) -> String {
    let (size, rate) = (configuration.size, configuration.frameRate)
    let chroma = configuration.pixelFormat == .yuv420p ? "420mpeg2 XYSCSS=420MPEG2" : "444 XYSCSS=444"
    return "YUV4MPEG2 W\(size.width) H\(size.height) F\(rate.numerator):\(rate.denominator) Ip A1:1 "
      + "C\(chroma) XCOLORRANGE=LIMITED\n"
  }
}
