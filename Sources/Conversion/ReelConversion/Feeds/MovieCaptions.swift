import CReelFFmpeg
import ReelPlatform
import ReelVideo

/// Reads the subtitles of a movie as captions.
package enum MovieCaptions {
  /// The most bytes of text that are read.
  private static let maxBytes = 8 << 20

  /// Returns the tracks of text, with times in seconds from a start, and the codecs of those that are pictures.
  ///
  /// - Parameters:
  ///   - path: The movie.
  ///   - start: The time on the movie's clock from which times count.
  package static func read(_ path: String, start: Double) -> (tracks: [CaptionTrack], pictures: [String]) {
    (try? readTracks(path, start: start)) ?? ([], [])
  }

  private static func readTracks(
    _ path: String, start: Double
  ) throws(FFmpegError) -> (tracks: [CaptionTrack], pictures: [String]) {
    let input = try InputContext(path: path)
    var (decoders, pictures): ([Int: SubtitleDecoder], [String]) = ([:], [])
    for index in 0..<Int(input.pointer.pointee.nb_streams) {
      guard let stream = input.pointer.pointee.streams?[index] else { continue }
      stream.pointee.discard = AVDISCARD_ALL
      let parameters = stream.pointee.codecpar.pointee
      guard parameters.codec_type == AVMEDIA_TYPE_SUBTITLE,
        let codec = avcodec_descriptor_get(parameters.codec_id)?.pointee
      else { continue }
      if codec.props & AV_CODEC_PROP_TEXT_SUB != 0, let decoder = try? SubtitleDecoder(stream, start: start) {
        stream.pointee.discard = AVDISCARD_DEFAULT
        decoders[index] = decoder
      } else {
        pictures.append(String(cString: codec.name))
      }
    }
    guard !decoders.isEmpty else { return ([], pictures) }
    let packet = try Packet()
    var byteCount = 0
    while byteCount < maxBytes, (try? input.read(packet)) == true {
      byteCount += Int(packet.pointer.pointee.size)
      decoders[Int(packet.pointer.pointee.stream_index)]?.take(packet)
    }
    return (decoders.sorted { $0.key < $1.key }.map(\.value.track).filter { !$0.cues.isEmpty }, pictures)
  }

  /// Returns the words of a line of Advanced SubStation Alpha, the form in which FFmpeg gives all texts.
  static func words(ofEvent line: String) -> String {
    // ReadOrder, Layer, Style, Name, three margins, Effect, Text.
    let text = line.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false).last ?? ""
    var (words, depth, isEscaped) = ("", 0, false)
    for letter in text {
      if isEscaped {
        isEscaped = false
        switch letter {
        case "N", "n": words.append("\n")
        case "h": words.append(" ")
        default: words += "\\" + String(letter)
        }
      } else if depth == 0, letter == "\\" {
        isEscaped = true
      } else if letter == "{" {
        depth = 1
      } else if letter == "}", depth > 0 {
        depth = 0
      } else if depth == 0 {
        words.append(letter)
      }
    }
    return words.split(whereSeparator: \.isNewline).joined(separator: "\n")
  }
}

/// Decodes the subtitles of a stream.
private final class SubtitleDecoder {
  private let context: CodecContext
  private let clock: AVRational
  private let start: Double
  private let language: String
  private let isDefault: Bool
  private var cues: [CaptionTrack.Cue] = []

  init(_ stream: UnsafeMutablePointer<AVStream>, start: Double) throws(FFmpegError) {
    let codec = try check(avcodec_find_decoder(stream.pointee.codecpar.pointee.codec_id), "avcodec_find_decoder")
    context = try CodecContext(codec)
    try check(
      avcodec_parameters_to_context(context.pointer, stream.pointee.codecpar), "avcodec_parameters_to_context")
    context.pointer.pointee.pkt_timebase = stream.pointee.time_base
    try check(avcodec_open2(context.pointer, codec, nil), "avcodec_open2")
    (clock, self.start) = (stream.pointee.time_base, start)
    language =
      av_dict_get(stream.pointee.metadata, "language", nil, 0).map { String(cString: $0.pointee.value) } ?? "und"
    isDefault = stream.pointee.disposition & AV_DISPOSITION_DEFAULT != 0
  }

  /// The captions so far.
  var track: CaptionTrack { CaptionTrack(cues, language: language, isDefault: isDefault) }

  func take(_ packet: borrowing Packet) {
    let native = packet.pointer.pointee
    var (subtitle, isWhole) = (AVSubtitle(), Int32(0))
    guard native.pts != reel_no_timestamp(),
      avcodec_decode_subtitle2(context.pointer, &subtitle, &isWhole, packet.pointer) >= 0, isWhole != 0
    else { return }
    defer { avsubtitle_free(&subtitle) }
    let tick = Double(clock.num) / Double(clock.den)
    let time = Double(native.pts) * tick - start + Double(subtitle.start_display_time) / 1000
    // Where no length is stated, words stay for two seconds.
    var length = native.duration > 0 ? Double(native.duration) * tick : Double(subtitle.end_display_time) / 1000
    if length <= 0 || length > 86_400 { length = 2 }
    let texts = (0..<Int(subtitle.num_rects)).compactMap { number -> String? in
      guard let rect = subtitle.rects?[number]?.pointee else { return nil }
      return rect.ass.map { MovieCaptions.words(ofEvent: String(cString: $0)) } ?? rect.text.map { String(cString: $0) }
    }
    let text = texts.filter { !$0.isEmpty }.joined(separator: "\n")
    guard !text.isEmpty, time + length > 0 else { return }
    cues.append(.init(text, from: max(0, time), to: time + length))
  }
}
