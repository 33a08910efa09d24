import ReelPlatform

/// The fragments of an unfinished movie, as listed in their boxes.
///
/// A fragment counts if its boxes nest exactly, its samples fill its data, and its times come after those before it.
/// FFmpeg tolerates many errors by leaving out pictures without reporting it; it also does not report pictures'
/// durations.
struct FragmentIndex {
  /// A picture of a whole fragment.
  struct Picture {
    var byteCount: Int
    /// Its duration in ticks of its track.
    var duration: Int
  }

  /// The pictures of the whole fragments, by the offsets of their data.
  private(set) var pictures: [Int: Picture] = [:]
  /// The end of the last whole fragment; nil if there is none.
  private(set) var end: Int?
  /// Whether anything follows the whole fragments except zeros or the fragment being written when the recording died.
  private(set) var isDamaged = false

  /// The tracks, the pictures first, each with the decoding time of its last sample.
  private var tracks: [(id: Int, time: Int?)] = []

  /// Reads all boxes of a file.
  init(of file: Int32) {
    let size = MovieBoxes.size(of: file)
    var start = 0
    boxes: while let box = MovieBoxes.box(at: start, of: size, read: { MovieBoxes.read(file, $0) }),
      box.range.upperBound <= size
    {
      switch box.type {
      case "moof" where !tracks.isEmpty:
        guard let next = addFragment(box, of: size, in: file) else { break boxes }
        (start, end) = (next, next)
        continue
      case "ftyp" where start == 0: break
      // The captions and chapters (`TracksBox`) come after the header, and after fragments.
      case "uuid" where !tracks.isEmpty: break
      case "moov" where tracks.isEmpty:
        guard MovieBoxes.sampleCount(of: box, in: file) <= size else { return }
        tracks = Self.trackIDs(of: MovieBoxes.read(file, box.range)).map { ($0, nil) }
        if tracks.isEmpty { return }
      default: break boxes
      }
      start = box.range.upperBound
    }
    isDamaged = !tracks.isEmpty && Self.holdsMore(after: start, of: size, in: file)
  }

  // MARK: - Fragments

  /// A run of samples that one `trun` lists.
  private struct Run {
    var track: Int
    var time: Int
    /// The offset of its data from the fragment.
    var offset: Int
    var samples: [Picture]
  }

  /// Adds a fragment, and returns its end; nil if it differs from what a recording writes.
  private mutating func addFragment(_ box: MovieBoxes.Box, of size: Int, in file: Int32) -> Int? {
    let bytes = MovieBoxes.read(file, box.range)
    guard
      let data = MovieBoxes.box(at: box.range.upperBound, of: size, read: { MovieBoxes.read(file, $0) }),
      data.type == "mdat", data.range.upperBound <= size,
      let runs = Self.runs(of: bytes, sampleLimit: data.range.count)
    else { return nil }
    var (times, found, position) = (tracks, [(Int, Picture)](), data.start)
    for run in runs {
      guard let track = times.firstIndex(where: { $0.id == run.track }), run.offset == position - box.range.lowerBound,
        times[track].time.map({ run.time > $0 }) ?? true
      else { return nil }
      var time = run.time
      for sample in run.samples {
        guard sample.byteCount <= data.range.upperBound - position else { return nil }
        if track == 0 { found.append((position, sample)) }
        times[track].time = time
        position += sample.byteCount
        time += sample.duration
      }
    }
    guard position == data.range.upperBound else { return nil }
    tracks = times
    for (offset, picture) in found { pictures[offset] = picture }
    return position
  }

  /// Returns the runs that a `moof` lists (ISO/IEC 14496-12, 8.8.4 to 8.8.12); nil unless its boxes fill it.
  private static func runs(of bytes: [UInt8], sampleLimit: Int) -> [Run]? {
    guard let parts = MovieBoxes.boxes(in: 8..<bytes.count, of: bytes), parts.first?.type == "mfhd" else { return nil }
    var runs: [Run] = []
    var sampleCount = 0
    for part in parts.dropFirst() {
      guard part.type == "traf", let boxes = MovieBoxes.boxes(in: part.start..<part.range.upperBound, of: bytes),
        boxes.count > 2, let usual = Usual(boxes[0], bytes), var time = time(boxes[1], bytes)
      else { return nil }
      for box in boxes.dropFirst(2) {
        guard let run = run(box, bytes, usual, at: time, limit: sampleLimit - sampleCount) else { return nil }
        sampleCount += run.samples.count
        time += run.samples.reduce(0) { $0 + $1.duration }
        runs.append(run)
      }
    }
    return runs.isEmpty ? nil : runs
  }

  /// The defaults that a `tfhd` declares for all samples of its track.
  private struct Usual {
    var track: Int
    var duration: Int?
    var byteCount: Int?

    init?(_ box: MovieBoxes.Box, _ bytes: [UInt8]) {
      guard box.type == "tfhd", box.range.upperBound - box.start >= 8 else { return nil }
      var fields = Fields(bytes, box.start)
      let flags = fields.next() & 0xFF_FFFF
      track = fields.next()
      // A recording's data offsets are relative to the fragment.
      guard flags & 0x2_0001 == 0x2_0000 else { return nil }
      let present = [0x2, 0x8, 0x10, 0x20].filter { flags & $0 != 0 }
      guard box.range.upperBound - fields.position == 4 * present.count else { return nil }
      for flag in present {
        let value = fields.next()
        if flag == 0x8 { duration = value }
        if flag == 0x10 { byteCount = value }
      }
    }
  }

  /// The decoding time that a `tfdt` gives the first sample.
  private static func time(_ box: MovieBoxes.Box, _ bytes: [UInt8]) -> Int? {
    let count = box.range.upperBound - box.start
    guard box.type == "tfdt", count == (bytes[box.start] == 1 ? 12 : 8) else { return nil }
    let time = bytes[box.start + 4..<box.range.upperBound].reduce(0) { $0 << 8 | UInt64($1) }
    // Damaged times must not overflow when durations are added.
    return time < 1 << 60 ? Int(time) : nil
  }

  private static func run(
    _ box: MovieBoxes.Box, _ bytes: [UInt8], _ usual: Usual, at time: Int, limit: Int
  ) -> Run? {
    guard box.type == "trun", box.range.upperBound - box.start >= 12 else { return nil }
    var fields = Fields(bytes, box.start)
    let flags = fields.next() & 0xFF_FFFF
    let count = fields.next()
    let fieldCount = [0x100, 0x200, 0x400, 0x800].count { flags & $0 != 0 }
    guard flags & 1 != 0, count > 0, count <= limit,
      box.range.upperBound - fields.position == 4 * (1 + (flags & 4 != 0 ? 1 : 0) + count * fieldCount)
    else { return nil }
    var run = Run(track: usual.track, time: time, offset: fields.next(), samples: [])
    if flags & 4 != 0 { _ = fields.next() }
    run.samples.reserveCapacity(count)
    for _ in 0..<count {
      guard let duration = flags & 0x100 != 0 ? fields.next() : usual.duration,
        let byteCount = flags & 0x200 != 0 ? fields.next() : usual.byteCount, byteCount > 0
      else { return nil }
      for flag in [0x400, 0x800] where flags & flag != 0 { _ = fields.next() }
      run.samples.append(Picture(byteCount: byteCount, duration: duration))
    }
    return run
  }

  /// The 32-bit numbers in a box, one after another.
  private struct Fields {
    let bytes: [UInt8]
    private(set) var position: Int

    init(_ bytes: [UInt8], _ position: Int) { (self.bytes, self.position) = (bytes, position) }

    mutating func next() -> Int {
      defer { position += 4 }
      return bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
    }
  }

  /// Returns the track numbers of a `moov` in order (8.3.2); none unless its boxes fill it.
  private static func trackIDs(of bytes: [UInt8]) -> [Int] {
    guard let parts = MovieBoxes.boxes(in: 8..<bytes.count, of: bytes) else { return [] }
    return parts.filter { $0.type == "trak" }.compactMap { part in
      let boxes = MovieBoxes.boxes(in: part.start..<part.range.upperBound, of: bytes)
      guard let header = boxes?.first(where: { $0.type == "tkhd" }), header.range.count > 32 else { return nil }
      // The preceding times have 32 or 64 bits each.
      var fields = Fields(bytes, header.start + (bytes[header.start] == 1 ? 20 : 12))
      return fields.next()
    }
  }

  // MARK: - The rest of the file

  /// Whether the whole fragments are followed by more than zeros or an incomplete fragment.
  private static func holdsMore(after end: Int, of size: Int, in file: Int32) -> Bool {
    guard let box = MovieBoxes.box(at: end, of: size, read: { MovieBoxes.read(file, $0) }) else {
      return end + 8 <= size && !isZero(end..<size, of: file)
    }
    let next = box.range.upperBound
    switch box.type {
    case "free":
      // The `moof` of an incomplete fragment is still hidden; its data end with the file.
      var rest = next
      if let data = MovieBoxes.box(at: next, of: size, read: { MovieBoxes.read(file, $0) }), data.type == "mdat" {
        rest = data.range.upperBound
      }
      return rest + 8 <= size && !isZero(rest..<size, of: file) || hasFragment(in: end..<size, of: file)
    case "moof":
      // After a power failure it can be truncated. Its pictures come after the next box's header.
      return next + 8 < size || contains("mdat", in: end..<size, of: file)
    case "uuid" where next >= size: return hasFragment(in: end..<size, of: file)
    default: return !isZero(end..<size, of: file)
    }
  }

  private static func hasFragment(in range: Range<Int>, of file: Int32) -> Bool {
    contains("moof", in: range, of: file) { MovieBoxes.read(file, $0 + 8..<$0 + 12).elementsEqual("mfhd".utf8) }
  }

  private static func isZero(_ range: Range<Int>, of file: Int32) -> Bool {
    pieces(of: range, in: file).allSatisfy { piece in piece.bytes.allSatisfy { $0 == 0 } }
  }

  /// Whether four letters occur in a range of the file, at a plausible offset.
  private static func contains(
    _ letters: String, in range: Range<Int>, of file: Int32, where isRight: (Int) -> Bool = { _ in true }
  ) -> Bool {
    let wanted = Array(letters.utf8)
    return pieces(of: range, in: file).contains { start, bytes in
      bytes.indices.dropLast(3).contains { index in
        bytes[index] == wanted[0] && bytes[index..<index + 4].elementsEqual(wanted) && isRight(start + index)
      }
    }
  }

  /// The bytes of a range in pieces; each begins with the last three bytes of the previous one, so that no four
  /// letters are split.
  private static func pieces(of range: Range<Int>, in file: Int32) -> some Sequence<(start: Int, bytes: [UInt8])> {
    stride(from: range.lowerBound, to: range.upperBound, by: 1 << 20).lazy.map { start in
      (start, MovieBoxes.read(file, start..<min(start + 1 << 20 + 3, range.upperBound)))
    }
  }
}
