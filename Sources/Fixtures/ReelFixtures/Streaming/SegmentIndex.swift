/// The index of segments in an MP4 file: the box `sidx` (ISO/IEC 14496-12, 8.16.3).
struct SegmentIndex {
  /// The bytes between the end of the index and the first segment.
  let offset: Int
  /// The segments' sizes in bytes and durations in seconds.
  let segments: [(size: Int, seconds: Double)]

  /// Parses the box; nil for anything else, and for an index that refers to other indexes.
  init?(_ bytes: [UInt8]) {
    func number(_ start: Int, _ count: Int) -> Int? {
      guard start >= 0, start + count <= bytes.count, bytes.count < 1 << 32 else { return nil }
      return bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
    }
    guard Array(bytes.dropFirst(4).prefix(4)) == Array("sidx".utf8), let version = number(8, 1), version < 2,
      let timescale = number(16, 4), timescale > 0
    else { return nil }
    let wide = version == 1
    guard let first = wide ? number(32, 4) : number(24, 4), let count = number(wide ? 38 : 30, 2) else { return nil }
    offset = first
    var list: [(size: Int, seconds: Double)] = []
    for index in 0..<count {
      let start = (wide ? 40 : 32) + 12 * index
      guard let reference = number(start, 4), reference >> 31 == 0, let length = number(start + 4, 4) else {
        return nil
      }
      list.append((reference, Double(length) / Double(timescale)))
    }
    segments = list
  }
}

/// The boxes of a fragmented MP4 file (ISO/IEC 14496-12).
struct FragmentCuts {
  /// The bytes before the first fragment, which decoders need for every fragment.
  private(set) var beginning = 0..<0
  /// The byte range of each fragment.
  private(set) var fragments: [Range<Int>] = []

  /// Scans the boxes of a file.
  init(_ bytes: [UInt8]) {
    var start = 0
    var begun: Int?
    while start + 8 <= bytes.count {
      var size = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      let kind = String(decoding: bytes[start + 4..<start + 8], as: UTF8.self)
      if size == 1, start + 16 <= bytes.count { size = bytes[start + 8..<start + 16].reduce(0) { $0 << 8 | Int($1) } }
      guard size >= 8, size <= bytes.count - start else { return }
      if kind == "moov" { beginning = 0..<start + size }
      if kind == "moof" || kind == "styp" { begun = begun ?? start }
      if kind == "mdat", let first = begun {
        fragments.append(first..<start + size)
        begun = nil
      }
      start += size
    }
  }

  /// The RFC 6381 name of an H.264 codec, such as `avc1.64001f`; nil for other codecs.
  static func codec(_ beginning: ArraySlice<UInt8>) -> String? {
    guard let box = beginning.firstRange(of: Array("avcC".utf8)), box.upperBound + 4 <= beginning.endIndex else {
      return nil
    }
    let digits = beginning[box.upperBound + 1..<box.upperBound + 4].map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "avc1." + digits.joined()
  }
}
