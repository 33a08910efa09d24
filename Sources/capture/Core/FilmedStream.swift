import Reel

/// A kind of stream that is filmed when it comes through standard input, recognized by its first bytes.
protocol FilmedStream {
  /// Whether a stream that begins with these bytes, 32 at least where there are as many, is of this kind.
  static func recognizes(_ bytes: [UInt8]) -> Bool

  /// Opens a stream.
  ///
  /// - Throws: what is wrong with its beginning.
  static func feed(_ stream: ByteStream, _ reading: StreamReading) throws -> any PictureFeed
}

/// How a stream is read.
struct StreamReading {
  /// Its name in messages.
  var name: String
  /// The rate of frames, where the stream says none.
  var rate: FrameRate
  /// Whether frames are shown when they come.
  var isLive = false
}

/// YUV4MPEG2.
enum Y4MStream: FilmedStream {
  static func recognizes(_ bytes: [UInt8]) -> Bool { RawFeed.isY4M(bytes) }

  static func feed(_ stream: ByteStream, _ reading: StreamReading) throws -> any PictureFeed {
    try RawFeed(y4m: stream, name: reading.name)
  }
}

/// Animated WebP.
enum WebPStream: FilmedStream {
  static func recognizes(_ bytes: [UInt8]) -> Bool { AnimatedWebPFeed.recognizes(bytes) }

  static func feed(_ stream: ByteStream, _ reading: StreamReading) throws -> any PictureFeed {
    try AnimatedWebPFeed(stream, name: reading.name)
  }
}

/// Portable arbitrary maps, one after another.
enum PAMStream: FilmedStream {
  static func recognizes(_ bytes: [UInt8]) -> Bool { RawFeed.isPAM(bytes) }

  static func feed(_ stream: ByteStream, _ reading: StreamReading) throws -> any PictureFeed {
    try RawFeed(pam: stream, name: reading.name, frameRate: reading.rate)
  }
}
