import ReelCanvas
import ReelPlatform
import ReelVideo

/// The turn that TIFF, PNG and WebP files name for their picture, which FFmpeg's decoders leave out (that of JPEG they read).
enum PictureTags {
  /// The turn that makes the picture of a file upright; `up` for a file that names none, or a faulty one.
  static func orientation(of path: String) -> ImageOrientation {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return .up }
    defer { close(file) }
    return tags(in: file).flatMap { orientation(in: file, from: $0) } ?? .up
  }

  /// Where the TIFF structure with the tags begins.
  private static func tags(in file: Int32) -> Int? {
    let beginning = MovieBoxes.read(file, 0..<12)
    if beginning.starts(with: Array("II*\0".utf8)) || beginning.starts(with: Array("MM\0*".utf8)) { return 0 }
    if beginning.starts(with: [0x89] + Array("PNG".utf8)) {
      return chunk(in: file, from: 8, isPNG: true) { $0 == Array("eXIf".utf8) }
    }
    guard beginning.starts(with: Array("RIFF".utf8)), beginning.dropFirst(8).elementsEqual("WEBP".utf8) else {
      return nil
    }
    guard let start = chunk(in: file, from: 12, isPNG: false, where: { $0 == Array("EXIF".utf8) }) else { return nil }
    // Some programs put the header of JPEG's segment in front.
    return MovieBoxes.read(file, start..<start + 4) == Array("Exif".utf8) ? start + 6 : start
  }

  /// The most chunks of a file that are looked through.
  private static let chunkLimit = 10_000

  /// Finds the content of a chunk: in PNG the length comes first, in WebP after the name and with an even end.
  private static func chunk(in file: Int32, from first: Int, isPNG: Bool, where matches: ([UInt8]) -> Bool) -> Int? {
    var start = first
    for _ in 0..<chunkLimit {
      let head = MovieBoxes.read(file, start..<start + 8)
      guard head.count == 8 else { return nil }
      let length = number(isPNG ? head[0..<4] : head[4..<8], isLittle: !isPNG)
      if matches(Array(isPNG ? head[4..<8] : head[0..<4])) { return start + 8 }
      start += 8 + (isPNG ? length + 4 : length + length % 2)
    }
    return nil
  }

  /// Reads the tag 0x112 of the first directory (TIFF 6.0, section 8).
  private static func orientation(in file: Int32, from start: Int) -> ImageOrientation? {
    let head = MovieBoxes.read(file, start..<start + 8)
    guard head.count == 8 else { return nil }
    let isLittle = head[0] == UInt8(ascii: "I")
    let directory = start + number(head[4..<8], isLittle: isLittle)
    let count = MovieBoxes.read(file, directory..<directory + 2)
    guard count.count == 2 else { return nil }
    let length = 12 * number(count[0..<2], isLittle: isLittle)
    let entries = MovieBoxes.read(file, directory + 2..<directory + 2 + length)
    for entry in stride(from: 0, to: entries.count - 11, by: 12)
    where number(entries[entry..<entry + 2], isLittle: isLittle) == 0x112 {
      return ImageOrientation(rawValue: number(entries[entry + 8..<entry + 10], isLittle: isLittle))
    }
    return nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>, isLittle: Bool) -> Int {
    (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
  }
}
