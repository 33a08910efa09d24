import CReelFFmpeg
import ReelCanvas

extension MovieReader {
  /// Returns the frame on screen at a time, or nil before the first one and after the end of the last.
  ///
  /// Frame n of a rate is on screen from `rate.time(ofFrame: n)`, but containers may round times: Matroska to the
  /// millisecond. Frames without a time are skipped. `nextFrame()` then continues with the frame after this one.
  /// Moving forwards by at most a second is as fast as reading; otherwise reading starts from the previous keyframe.
  ///
  /// - Throws: `FFmpegError` if the data are damaged.
  public func frame(at time: Duration) throws -> DecodedFrame? { try frame(at: time, skippingErrors: false) }

  private func frame(at time: Duration, skippingErrors: Bool) throws -> DecodedFrame? {
    if let shown, let start = shown.time?.elapsed, start <= time, let next = following?.time?.elapsed {
      if time < next { return shown }
      if time < next + .seconds(1) { return try search(until: time, skippingErrors) }
    }
    try seek(to: time)
    if let found = try search(until: time, skippingErrors) { return found }
    // There may be an earlier keyframe even if the index has none.
    // Or nothing could be decoded from there on.
    guard (following?.time?.elapsed).map({ $0 > time }) ?? (skippingErrors && last == nil) else { return nil }
    try seek(to: nil)
    return try search(until: time, skippingErrors)
  }

  /// Returns the frame that a player shows at a time after the start of the movie.
  ///
  /// That is the first frame before it is due, and the last one after its end. Many movies do not begin at 0:
  /// transport streams begin at any time. Undecodable data are skipped.
  ///
  /// - Throws: `FFmpegError` for a movie without seeking.
  package func frame(sinceStart time: Duration) throws -> DecodedFrame? {
    guard let first = firstPicture() else { return nil }
    let time = origin(first) + time
    if let begin = first.time?.elapsed, time < begin { return first }
    if let begin = last?.time?.elapsed, begin <= time { return last }
    return try frame(at: time, skippingErrors: true) ?? last
  }

  /// Returns the first picture that can be decoded; nil if there is none.
  package func firstPicture() -> DecodedFrame? {
    if let first { return first }
    first = try? nextFrame(skippingErrors: true)
    return first
  }

  /// The time at which a player starts.
  private func origin(_ first: DecodedFrame) -> Duration {
    let start = input.pointer.pointee.start_time
    // AVI has no times. FFmpeg numbers its pictures in decoding order, so the first one comes late.
    if facts.container == "avi" || start == reel_no_timestamp() { return first.time?.elapsed ?? .zero }
    // Sound may begin before 0, and is cut there.
    return Swift.max(.zero, .microseconds(start))
  }

  private func nextFrame(skippingErrors: Bool) throws -> DecodedFrame? {
    // A stream that was cut anywhere begins with pictures that need earlier ones.
    for _ in 0..<(skippingErrors ? Self.mostErrors : 0) {
      do { return try nextFrame() } catch {}
    }
    return try nextFrame()
  }

  /// The number of consecutive errors after which a movie is given up.
  private static let mostErrors = 1000

  /// The rotation or flip that makes a stored picture upright.
  package var orientation: ImageOrientation { ClipReader.orientation(of: stream) }

  /// The aspect ratio of a stored pixel, width by height, from 1/16 to 16; 1 if the movie does not declare it.
  package var pixelAspect: Double {
    let ratio = av_guess_sample_aspect_ratio(input.pointer, stream, nil)
    let value = ratio.num > 0 && ratio.den > 0 ? Double(ratio.num) / Double(ratio.den) : 1
    return (1.0 / 16...16).contains(value) ? value : 1
  }

  /// Reads to the last frame that begins at or before a time, and peeks at the next one.
  private func search(until time: Duration, _ skippingErrors: Bool) throws -> DecodedFrame? {
    var found: DecodedFrame?
    while let frame = try nextFrame(skippingErrors: skippingErrors) {
      guard let start = frame.time?.elapsed else { continue }
      if start > time {
        following = frame
        shown = found
        return found
      }
      found = frame
    }
    last = found ?? last
    guard let found, let end = found.end, time >= end else { return found }
    return nil
  }

  /// Seeks to a keyframe at or before a time; nil for the beginning.
  private func seek(to time: Duration?) throws(FFmpegError) {
    let flags = input.pointer.pointee.iformat?.pointee.flags ?? 0
    // In such a stream FFmpeg seeks by decoding time, and the first picture is decoded before it is presented.
    if time == nil, flags & AVFMT_TS_DISCONT != 0 { return try seekToFirstByte() }
    let clock = stream.pointee.time_base
    let start = stream.pointee.start_time == reel_no_timestamp() ? 0 : stream.pointee.start_time
    var target = start
    if let time, clock.num > 0 {
      let ticks = (time / .seconds(1) * Double(clock.den) / Double(clock.num)).rounded(.down)
      if ticks.magnitude < 1e18 { target = Swift.max(start, Int64(clamping: ticks)) }
    }
    // A file without an index may only seek to its beginning.
    if av_seek_frame(input.pointer, stream.pointee.index, target, AVSEEK_FLAG_BACKWARD) < 0 {
      return try seekToFirstByte()
    }
    restartDecoder()
  }

  private func seekToFirstByte() throws(FFmpegError) {
    try check(av_seek_frame(input.pointer, -1, 0, AVSEEK_FLAG_BACKWARD | AVSEEK_FLAG_BYTE), "av_seek_frame")
    restartDecoder()
  }
}

extension DecodedFrame {
  /// The end of the frame, or nil if unknown.
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
