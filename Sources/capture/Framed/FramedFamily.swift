import Reel
import ReelFramed

extension Family {
  /// Frames with times and changed rectangles, through a pipe.
  static var framed: Family { Family(streams: [FramedStream.self]) }
}

/// The framed protocol.
enum FramedStream: FilmedStream {
  static func recognizes(_ bytes: [UInt8]) -> Bool { FramedFeed.recognizes(bytes) }

  static func feed(_ stream: ByteStream, _ reading: StreamReading) throws -> any PictureFeed {
    try FramedFeed(stream, name: reading.name, frameRate: reading.rate, isLive: reading.isLive)
  }
}
