import CReelFFmpeg

/// The number of pictures, sound packets, captions and chapters in a film.
///
/// A growing file is removed only after the film copied from it was read back and holds as many.
package struct FilmInventory: Equatable {
  var pictures = 0
  var sounds = 0
  var captions = 0
  var chapters = 0

  /// The inventory of an empty film.
  init() {}

  /// Reads a whole film and counts its contents.
  init(path: String, container: MediaContainer) throws(FFmpegError) {
    // With edit lists applied, FFmpeg leaves out sound that is decoded and never heard.
    let input =
      try container.isQuickTimeFamily
      ? InputContext(path: path, format: InputContext.fragmented, options: ["advanced_editlist": "0"])
      : InputContext(path: path, format: "matroska")
    chapters = Int(input.pointer.pointee.nb_chapters)
    let packet = try Packet()
    while try input.read(packet) {
      guard let stream = input.pointer.pointee.streams?[Int(packet.pointer.pointee.stream_index)] else { continue }
      add(packet, of: stream)
    }
  }

  /// Counts a packet, unless it is torn.
  mutating func add(_ packet: borrowing Packet, of stream: UnsafeMutablePointer<AVStream>) {
    let (native, parameters) = (packet.pointer.pointee, stream.pointee.codecpar.pointee)
    guard native.flags & AV_PKT_FLAG_CORRUPT == 0 else { return }
    switch parameters.codec_type {
    // A second video stream is the transparency of the first.
    case AVMEDIA_TYPE_VIDEO: pictures += native.stream_index == 0 ? 1 : 0
    case AVMEDIA_TYPE_AUDIO: sounds += 1
    // Timed text fills the time between captions with empty texts, which are two bytes long.
    case AVMEDIA_TYPE_SUBTITLE: captions += native.size > (parameters.codec_id == AV_CODEC_ID_MOV_TEXT ? 2 : 0) ? 1 : 0
    default: break
    }
  }

  /// Returns a description of the items missing compared with another inventory, such as “12 of 14 pictures”; nil if
  /// none are.
  func shortage(of other: FilmInventory) -> String? {
    let counts = [
      (pictures, other.pictures, "pictures"), (sounds, other.sounds, "packets of sound"),
      (captions, other.captions, "captions"), (chapters, other.chapters, "chapters"),
    ]
    return counts.first { $0.0 < $0.1 }.map { "\($0.0) of \($0.1) \($0.2)" }
  }
}
