import CReelFFmpeg
import ReelGeometry

/// Writes a caption track between the packets of a film: timed text in MP4 and QuickTime, SubRip text in Matroska,
/// and WebVTT in WebM, which supports nothing else.
final class TextTrackWriter {
  private let stream: UnsafeMutablePointer<AVStream>
  private let cues: [CaptionTrack.Cue]
  /// The number of captions to write.
  var cueCount: Int { cues.count }
  private let isTimedText: Bool
  private let isWebVTT: Bool
  private let packet: Packet
  private var next = 0

  /// Caption times are in milliseconds, as in all subtitle formats.
  private static let tick = AVRational(num: 1, den: 1000)

  /// Adds the track's stream to a container whose header has not been written yet.
  init(
    _ track: CaptionTrack, in output: borrowing OutputContext, container: MediaContainer, size: PixelSize
  ) throws(FFmpegError) {
    stream = try check(avformat_new_stream(output.pointer, nil), "avformat_new_stream")
    packet = try Packet()
    isTimedText = container.isQuickTimeFamily
    isWebVTT = container == .webm
    cues = Self.apart(track.cues, isTimedText: isTimedText)
    guard let parameters = stream.pointee.codecpar else { throw FFmpegError(.outOfMemory, operation: "codecpar") }
    parameters.pointee.codec_type = AVMEDIA_TYPE_SUBTITLE
    parameters.pointee.codec_id =
      isTimedText ? AV_CODEC_ID_MOV_TEXT : isWebVTT ? AV_CODEC_ID_WEBVTT : AV_CODEC_ID_SUBRIP
    stream.pointee.time_base = Self.tick
    if isTimedText {
      parameters.pointee.width = Int32(size.width)
      parameters.pointee.height = Int32(size.height)
      try Self.describe(parameters, size)
    }
    let language = LanguageCode.threeLetters(track.language)
    try check(av_dict_set(&stream.pointee.metadata, "language", language, 0), "av_dict_set")
    if track.isDefault { stream.pointee.disposition |= AV_DISPOSITION_DEFAULT }
  }

  /// Writes the captions that come before a time in milliseconds.
  func write(until time: Int64, to output: borrowing OutputContext) throws(FFmpegError) {
    while next < cues.count, Self.milliseconds(cues[next].start) < time {
      try write(cues[next], to: output)
      next += 1
    }
  }

  private func write(_ cue: CaptionTrack.Cue, to output: borrowing OutputContext) throws(FFmpegError) {
    var bytes = Array((isWebVTT ? CaptionTrack.webVTT(cue.text) : cue.text).utf8.prefix(0xFFFF))
    // Timed text starts with its length (3GPP TS 26.245, 5.17).
    if isTimedText { bytes = [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes }
    let pointer = packet.pointer
    av_packet_unref(pointer)
    try check(av_new_packet(pointer, Int32(bytes.count)), "av_new_packet")
    pointer.pointee.data.update(from: bytes, count: bytes.count)
    pointer.pointee.pts = Self.milliseconds(cue.start)
    pointer.pointee.dts = pointer.pointee.pts
    pointer.pointee.duration = Self.milliseconds(cue.end) - pointer.pointee.pts
    pointer.pointee.flags |= AV_PKT_FLAG_KEY
    pointer.pointee.stream_index = stream.pointee.index
    av_packet_rescale_ts(pointer, Self.tick, stream.pointee.time_base)
    try check(av_interleaved_write_frame(output.pointer, pointer), "av_interleaved_write_frame")
  }

  private static func milliseconds(_ seconds: Double) -> Int64 { Int64(clamping: (seconds * 1000).rounded()) }

  /// Makes captions consecutive for timed text, which shows one text at a time: overlapping ones are combined.
  private static func apart(_ cues: [CaptionTrack.Cue], isTimedText: Bool) -> [CaptionTrack.Cue] {
    let cues = cues.filter { milliseconds($0.end) > milliseconds($0.start) && !$0.text.isEmpty }
    guard isTimedText else { return cues }
    let times = Set(cues.flatMap { [$0.start, $0.end] }).sorted()
    var result: [CaptionTrack.Cue] = []
    for (start, end) in zip(times, times.dropFirst()) {
      let texts = cues.filter { $0.start < end && $0.end > start }.map(\.text)
      guard !texts.isEmpty, milliseconds(end) > milliseconds(start) else { continue }
      let text = texts.joined(separator: "\n")
      if let last = result.last, last.end == start, last.text == text, texts.count == 1,
        cues.contains(where: {
          $0.text == text && $0.start <= last.start && $0.end >= end
        })
      {
        result[result.count - 1].end = end
      } else {
        result.append(.init(text, from: start, to: end))
      }
    }
    return result
  }

  /// The default style of timed text (3GPP TS 26.245, 5.16): white, centred, in a box at the lower edge.
  private static func describe(_ parameters: UnsafeMutablePointer<AVCodecParameters>, _ size: PixelSize)
    throws(FFmpegError)
  {
    func word(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)] }
    let font = Array("sans-serif".utf8)
    let letters = UInt8(max(12, min(200, size.height / 20)))
    // Flags; centred, at the bottom; no background; the box; start and end character, font, face, size, colour.
    var bytes: [UInt8] = [0, 0, 0, 0, 1, 0xFF, 0, 0, 0, 0]
    bytes += word(0) + word(0) + word(size.height) + word(size.width)
    bytes += word(0) + word(0) + word(1) + [0, letters, 255, 255, 255, 255]
    bytes += [0, 0, 0, UInt8(13 + font.count)] + Array("ftab".utf8) + word(1) + word(1) + [UInt8(font.count)] + font
    let data = try check(av_mallocz(bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)), "av_mallocz")
    data.copyMemory(from: bytes, byteCount: bytes.count)
    parameters.pointee.extradata = data.assumingMemoryBound(to: UInt8.self)
    parameters.pointee.extradata_size = Int32(bytes.count)
  }
}

/// The containers' language codes: three letters of ISO 639-2.
enum LanguageCode {
  /// The codes of the most common caption languages, by their two letters in BCP 47.
  private static let known: [String: String] = [
    "ar": "ara", "bg": "bul", "bn": "ben", "ca": "cat", "cs": "ces", "cy": "cym", "da": "dan", "de": "deu", "el": "ell",
    "en": "eng", "es": "spa", "et": "est", "eu": "eus", "fa": "fas", "fi": "fin", "fr": "fra", "ga": "gle", "gl": "glg",
    "he": "heb", "hi": "hin", "hr": "hrv", "hu": "hun", "hy": "hye", "id": "ind", "is": "isl", "it": "ita", "ja": "jpn",
    "ka": "kat", "ko": "kor", "lt": "lit", "lv": "lav", "mk": "mkd", "ms": "msa", "nb": "nob", "nl": "nld", "nn": "nno",
    "no": "nor", "pl": "pol", "pt": "por", "ro": "ron", "ru": "rus", "sk": "slk", "sl": "slv", "sq": "sqi", "sr": "srp",
    "sv": "swe", "sw": "swa", "ta": "tam", "te": "tel", "th": "tha", "tr": "tur", "uk": "ukr", "ur": "urd", "vi": "vie",
    "zh": "zho",
  ]

  /// The three letters of a BCP 47 language; `und` if unknown.
  static func threeLetters(_ language: String) -> String {
    let first = language.lowercased().prefix { $0 != "-" && $0 != "_" }
    if first.utf8.count == 3, first.utf8.allSatisfy({ (97...122).contains($0) }) { return String(first) }
    return known[String(first)] ?? "und"
  }
}
