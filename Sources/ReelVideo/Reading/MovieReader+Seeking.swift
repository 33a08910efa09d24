import CReelFFmpeg

extension MovieReader {
  /// Returns the frame that is on screen at a time, or nil before the first one and after the end of the last.
  ///
  /// Frame n of a rate is on screen from `rate.time(ofFrame: n)`, but containers may round times: Matroska to the millisecond.
  /// Frames without a time are skipped. `nextFrame()` then continues with the frame after this one.
  /// Moving forwards by at
  ///most a second is as fast as reading; otherwise it starts from the keyframe before.
  ///
  /// - Throws: `FFmpegError` if the data are damaged.
  public func frame(at time: Duration) throws -> DecodedFrame? {
    if let shown, let start = shown.time?.elapsed, start <= time, let next = following?.time?.elapsed {
      if time < next { return shown }
      if time < next + .seconds(1) { return try search(until: time) }
    }
    try seek(to: time)
    if let found = try search(until: time) { return found }
    // There may be an earlier keyframe even if the index has none.
    guard let following, let first = following.time?.elapsed, first > time else { return nil }
    try seek(to: nil)
    return try search(until: time)
  }

  /// Reads to the last frame that begins at or before a time, and peeks at the next one.
  private func search(until time: Duration) throws -> DecodedFrame? {
    var found: DecodedFrame?
    while let frame = try nextFrame() {
      guard let start = frame.time?.elapsed else { continue }
      if start > time {
        following = frame
        shown = found
        return found
      }
      found = frame
    }
    guard let found, let end = found.end, time >= end else { return found }
    return nil
  }

  /// Seeks to a keyframe at or before a time; nil is the beginning.
  private func seek(to time: Duration?) throws(FFmpegError) {
    let clock = stream.pointee.time_base
    let start = stream.pointee.start_time == reel_no_timestamp() ? 0 : stream.pointee.start_time
    var target = start
    if let time, clock.num > 0 {
      let ticks = (time / .seconds(1) * Double(clock.den) / Double(clock.num)).rounded(.down)
      if ticks.magnitude < 1e18 { target = Swift.max(start, Int64(clamping: ticks)) }
    }
    // A file without an index may only seek to its beginning.
    if av_seek_frame(input.pointer, stream.pointee.index, target, AVSEEK_FLAG_BACKWARD) < 0 {
      try check(av_seek_frame(input.pointer, -1, 0, AVSEEK_FLAG_BACKWARD | AVSEEK_FLAG_BYTE), "av_seek_frame")
    }
    restartDecoder()
  }
}

extension DecodedFrame {
  /// When the frame ends, or nil if unknown.
  fileprivate var end: Duration? {
    guard let start = time?.elapsed, let length = duration?.elapsed else { return nil }
    return start + length
  }
}

extension MovieReader: AsyncSequence {
  /// Iterates over the frames of a reader, in display order.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let reader: MovieReader

    /// Decodes the next frame on the caller's thread: it blocks like `MovieReader.nextFrame()`.
    ///
    /// - Throws: `FFmpegError` if the data are damaged.
    public mutating func next() async throws -> DecodedFrame? { try reader.nextFrame() }

    /// Decodes the next frame on the caller's thread: it blocks like `MovieReader.nextFrame()`.
    ///
    /// - Throws: `FFmpegError` if the data are damaged.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> DecodedFrame? {
      try reader.nextFrame()
    }
  }

  /// Returns an iterator over the frames that have not been read yet.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: self) }
}
