/// The boxes of an MP4 file, found without FFmpeg.
struct Atoms {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The names of the boxes at the top of the file, in their order.
  var topLevel: [String] { boxes(in: bytes[...]).map(\.name) }

  /// Whether a box of this name is anywhere in the index.
  func contains(_ name: String) -> Bool { payload(of: name) != nil }

  /// What the first box of a name holds behind its version and flags.
  func payload(of name: String) -> ArraySlice<UInt8>? { find(name, in: bytes[...])?.dropFirst(4) }

  private static let containers: Set = ["moov", "trak", "edts", "mdia", "minf", "stbl"]

  private func find(_ name: String, in slice: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    for box in boxes(in: slice) {
      if box.name == name { return box.payload }
      if Self.containers.contains(box.name), let found = find(name, in: box.payload) { return found }
    }
    return nil
  }

  private func boxes(in slice: ArraySlice<UInt8>) -> [(name: String, payload: ArraySlice<UInt8>)] {
    var result: [(String, ArraySlice<UInt8>)] = []
    var start = slice.startIndex
    while start + 8 <= slice.endIndex {
      let size = slice[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      guard size >= 8, start + size <= slice.endIndex else { break }
      let name = String(decoding: slice[start + 4..<start + 8], as: UTF8.self)
      result.append((name, slice[start + 8..<start + size]))
      start += size
    }
    return result
  }
}
