import CReelFFmpeg

/// Gives the packets of a film's pictures, as often as they are asked for, in place of the file that describes them.
package protocol PacketSupply: AnyObject {
  /// The clock of their times.
  var timeBase: AVRational { get }
  /// About how many bytes they have together.
  var byteCount: Int { get }

  /// Begins with the first packet.
  ///
  /// - Parameter measuring: Whether only the sizes and times of packets count, and not their bytes.
  func begin(measuring: Bool) throws(FFmpegError)
  /// Reads the next packet, which replaces the one before; false at the end.
  func read(into packet: borrowing Packet) throws(FFmpegError) -> Bool
}

extension Remuxer.Source {
  /// Creates a source of packets, which are described by a film of one frame.
  package init(path: String, description: [UInt8], packets: any PacketSupply) {
    self.init(path: path, joined: (description, packets))
  }
}

/// The streams of a film whose packets are made elsewhere.
package struct StreamsToCome {
  /// The name of the encoder that such packets need.
  package var encoderName: String { encoder.name }
  /// The clock of their times.
  package var timeBase: AVRational { encoder.timeBase }
  /// The parameter sets with which they were encoded.
  package let parameterSets: [UInt8]

  private let encoder: SegmentedEncoder
  private let configuration: VideoConfiguration

  /// Opens the encoder, which knows the parameters.
  package init(_ configuration: VideoConfiguration) throws {
    self.configuration = configuration
    encoder = try SegmentedEncoder(configuration)
    parameterSets = try encoder.parameterSets()
  }

  /// Returns a film of one frame that describes the streams.
  package func description(with packet: borrowing Packet) throws -> [UInt8] {
    let sink = GatheredFragments()
    let film = try FragmentedOutput(to: sink, encoder: encoder, sound: nil, configuration: configuration)
    try film.write(packet)
    _ = try film.finish()
    return sink.bytes
  }
}

/// Keeps the fragments of a short movie in memory.
private final class GatheredFragments: FragmentSink {
  private(set) var bytes: [UInt8] = []
  let outlivesProcess = false
  var byteCount: Int { bytes.count }

  func append(_ boxes: [UInt8]) { bytes += boxes }
}
