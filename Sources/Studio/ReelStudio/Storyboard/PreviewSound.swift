import ReelFilms
import ReelGeometry
import ReelVideo

/// The sound of a film for its preview.
enum PreviewSound {
  /// The number of seconds that are mixed; after them the preview is silent.
  static let longest = 300.0

  /// Returns the mix as a WAVE file of 16 bits a sample.
  static func wave(of film: FilmDescription) throws -> [UInt8] {
    let rate = SoundTrack.sampleRate
    let whole = Int(clamping: (try film.duration * Double(rate)).rounded())
    let mixer = try SoundMixer(film.tracks.sound, count: whole)
    var left = min(whole, Int(longest) * rate)
    let frame = 2 * SoundTrack.channelCount
    var bytes: [UInt8] = []
    bytes.reserveCapacity(44 + left * frame)
    func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
    func append(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    append("RIFF")
    append(UInt32(36 + left * frame))
    append("WAVEfmt ")
    append(UInt32(16))
    append(UInt16(1))
    append(UInt16(SoundTrack.channelCount))
    append(UInt32(rate))
    append(UInt32(rate * frame))
    append(UInt16(frame))
    append(UInt16(16))
    append("data")
    append(UInt32(left * frame))
    while left > 0 {
      let samples = try mixer.read(min(left, 1 << 14))
      for sample in samples { append(Int16(clamping: (sample * 32767).rounded())) }
      left -= samples.count / SoundTrack.channelCount
    }
    return bytes
  }
}
