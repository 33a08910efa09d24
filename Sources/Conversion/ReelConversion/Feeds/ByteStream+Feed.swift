import ReelTiming

extension ByteStream {
  /// Opens the frames of a stream that Reel reads itself, recognized by its first bytes; nil for one that FFmpeg has to recognize.
  ///
  /// - Parameters:
  ///   - name: Its name in messages.
  ///   - frameRate: The rate of a stream that states none.
  ///   - isLive: Whether frames are shown when they come.
  /// - Throws: what is wrong with its beginning.
  package func feed(name: String, frameRate: FrameRate, isLive: Bool = false) throws -> (any PictureFeed)? {
    if RawFeed.isY4M(beginning) { return try RawFeed(y4m: self, name: name) }
    if RawFeed.isPAM(beginning) { return try RawFeed(pam: self, name: name, frameRate: frameRate) }
    if AnimatedWebPFeed.recognizes(beginning) { return try AnimatedWebPFeed(self, name: name) }
    guard FramedFeed.recognizes(beginning) else { return nil }
    return try FramedFeed(self, name: name, frameRate: frameRate, isLive: isLive)
  }
}
