import ReelCanvas
import ReelFiles

/// Pictures that FFmpeg reads as films of one frame: WebP and AVIF.
enum StillPicture {
  /// Whether a file begins like a WebP or an AVIF.
  static func begins(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 12 else { return false }
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let isWebP = text(0..<4) == "RIFF" && text(8..<12) == "WEBP"
    return isWebP || text(4..<8) == "ftyp" && ["avif", "avis"].contains(text(8..<12))
  }

  /// Decodes the first picture of a file.
  ///
  /// - Throws: `ImageError` if the file is damaged or too large, or if this FFmpeg has no decoder for it.
  static func bitmap(at path: String) throws -> Bitmap {
    do {
      let reader = try MovieReader(path: path)
      guard reader.facts.size.area <= Bitmap.pngPixelLimit else {
        throw ImageError(reason: "it has \(reader.facts.size) pixels: make it smaller")
      }
      guard let frame = try reader.nextFrame() else { throw ImageError(reason: "it contains no picture") }
      return try frame.bitmap()
    } catch let error as FFmpegError {
      throw ImageError(reason: "it is damaged, or FFmpeg does not decode it: \(error.message)")
    } catch MovieError.unreadable(_, let reason) {
      throw ImageError(reason: "it is damaged, or FFmpeg does not decode it: \(reason)")
    }
  }
}

extension Bitmap {
  /// Premultiplies colours by their opacity.
  mutating func premultiply() {
    withUnsafeMutableBytes { bytes in
      for index in stride(from: 0, to: bytes.count - 3, by: 4) where bytes[index + 3] < 255 {
        let alpha = Int(bytes[index + 3])
        for channel in index..<index + 3 { bytes[channel] = UInt8((Int(bytes[channel]) * alpha + 127) / 255) }
      }
    }
  }
}
