import CReelFFmpeg
import ReelFiles
import ReelGeometry
import ReelPlatform
import ReelTiming

/// Decodes the pictures of a file, and its sound if requested, in file order; continues after errors.
package final class MediaDecoder {
  /// A decoded item.
  package enum Item: ~Copyable {
    case picture(VideoFrame)
    case sound(VideoFrame)
  }

  private enum Phase { case reading, draining, ended }
  private enum Source { case video, audio }

  package let input: InputContext
  package private(set) var video: StreamDecoder
  private(set) var audio: StreamDecoder?
  private let packet: Packet
  /// Whether the last sound packet came later than the previous one ended.
  package private(set) var soundLeftGap = false
  private var lastSound: Int64?
  private var fileErrors = 0
  private var phase = Phase.reading
  private var waiting: Source?

  /// The number of file errors after which reading stops.
  private static let maxFileErrors = 100

  /// Opens a file, or numbered pictures by their pattern.
  ///
  /// - Parameter folder: The folder that must contain a playlist's files; nil for anything else.
  package init(
    path: String, withSound: Bool, pictureRate: FrameRate, playlistFolder folder: String? = nil
  ) throws(FFmpegError) {
    let input = try Self.open(path, pictureRate, folder)
    // Missing information is determined for each stream below.
    avformat_find_stream_info(input.pointer, nil)
    let video = try StreamDecoder.open(input, AVMEDIA_TYPE_VIDEO)
    packet = try Packet()
    do throws(FFmpegError) {
      audio = withSound ? try StreamDecoder.open(input, AVMEDIA_TYPE_AUDIO) : nil
    } catch {
      guard error.operation == "av_find_best_stream" else { throw error }
      audio = nil
    }
    self.video = video
    self.input = input
  }

  /// The video stream.
  package var videoStream: UnsafeMutablePointer<AVStream>? { input.pointer.pointee.streams?[Int(video.index)] }

  /// The number of errors so far, in the file and its decoders.
  package var errorCount: Int {
    let audioErrors =
      switch audio {
      case .some(let decoder): decoder.errorCount
      case .none: 0
      }
    return fileErrors + video.errorCount + audioErrors
  }

  /// The clock of the sound, or nil if it is not decoded.
  package var soundClock: TimeBase? {
    switch audio {
    case .some(let decoder): decoder.clock
    case .none: nil
    }
  }

  /// Decodes the next picture or run of sound; nil at the end.
  package func next() -> Item? {
    while true {
      if let item = decoded() { return item }
      switch phase {
      case .reading: readPacket()
      case .draining:
        video.sendCounting(nil)
        audio?.sendCounting(nil)
        phase = .ended
        waiting = .video
      case .ended: return nil
      }
    }
  }

  /// The next output of the decoder fed last.
  private func decoded() -> Item? {
    guard waiting != nil, let frame = try? VideoFrame() else { return nil }
    if waiting == .video {
      if video.receiveCounting(frame) { return .picture(frame) }
      waiting = phase == .ended ? .audio : nil
    }
    if waiting == .audio {
      if audio?.receiveCounting(frame) == true { return .sound(frame) }
      waiting = nil
    }
    return nil
  }

  private func readPacket() {
    av_packet_unref(packet.pointer)
    let status = av_read_frame(input.pointer, packet.pointer)
    guard status >= 0 else {
      if status != FFmpegError.Code.endOfStream.rawValue {
        fileErrors += 1
        // Some demuxers recover after damage; the others would fail forever.
        if fileErrors < Self.maxFileErrors { return }
      }
      phase = .draining
      return
    }
    if packet.pointer.pointee.stream_index == video.index {
      video.sendCounting(packet.pointer)
      waiting = .video
    } else if packet.pointer.pointee.stream_index == audio?.index {
      noteSound(packet.pointer.pointee)
      audio?.sendCounting(packet.pointer)
      waiting = .audio
    }
  }

  private func noteSound(_ packet: AVPacket) {
    let isTimed = packet.pts != reel_no_timestamp()
    let distance = lastSound.map { isTimed && packet.duration > 0 ? packet.pts &- $0 : 0 } ?? 0
    soundLeftGap = distance > packet.duration
    lastSound = isTimed ? packet.pts : nil
  }

  private static func open(
    _ path: String, _ pictureRate: FrameRate, _ folder: String?
  ) throws(FFmpegError) -> InputContext {
    if let folder { return try InputContext(playlist: path, within: folder) }
    // A file name may look like a pattern.
    guard path.contains("%"), access(path, F_OK) != 0, let names = try? NumberedNames(pattern: path) else {
      return try InputContext(path: path)
    }
    return try InputContext(pictures: names, rate: pictureRate)
  }
}
