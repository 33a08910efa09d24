import ReelVideo
import ReelCanvas
import ReelGeometry

extension RawPicture {
  /// Converts a bitmap that consists of two fields without mixing their chroma.
  ///
  /// Formats with half the chroma lines are converted field by field; in all others each line is independent.
  ///
  /// - Throws: As `init(_:format:)`; `InvalidValue` for a height that is not a multiple of four in formats with half
  ///   the chroma lines.
  package init(fieldsOf bitmap: Bitmap, format: String, matrix: ColorMatrix, transfer: ColorTransfer) throws {
    guard let layout = RawLayout.named(format), case .yuv(let chroma, _, let shiftY) = layout.kind, chroma != .none,
      shiftY > 0
    else {
      self = try RawPicture(bitmap, format: format, matrix: matrix, transfer: transfer)
      return
    }
    guard bitmap.height % 4 == 0 else {
      throw InvalidValue(
        "size", bitmap.size, expected: "a height that is a multiple of 4 for two fields in \(format)")
    }
    let fields = try (0..<2).map { parity in
      try RawPicture(bitmap.field(parity), format: format, matrix: matrix, transfer: transfer).bytes
    }
    let (width, height) = (bitmap.width, bitmap.height)
    let chromaSize = layout.chromaSize(of: bitmap.size)
    let bytes = layout.bytesPerSample
    let planes: [(width: Int, lines: Int)] =
      chroma == .planar
      ? [(width * bytes, height)] + [(chromaSize.width * bytes, chromaSize.height)] + [
        (chromaSize.width * bytes, chromaSize.height)
      ]
      : [(width * bytes, height), (2 * chromaSize.width * bytes, chromaSize.height)]
    var woven: [UInt8] = []
    woven.reserveCapacity(fields[0].count * 2)
    var start = 0
    for plane in planes {
      for line in 0..<plane.lines {
        let first = start + line / 2 * plane.width
        woven += fields[line % 2][first..<first + plane.width]
      }
      start += plane.width * plane.lines / 2
    }
    self.init(trusting: woven, size: bitmap.size, format: format, matrix: matrix, transfer: transfer)
  }
}

extension Bitmap {
  /// Every second line, starting at line 0 or 1.
  fileprivate func field(_ parity: Int) -> Bitmap {
    var result = Bitmap(size: PixelSize(width: width, height: height / 2))
    let (from, to) = (bytesPerRow, result.bytesPerRow)
    let count = width * 4
    withUnsafeBytes { source in
      result.withUnsafeMutableBytes { target in
        for line in 0..<height / 2 {
          UnsafeMutableRawBufferPointer(rebasing: target[line * to..<line * to + count])
            .copyMemory(
              from: UnsafeRawBufferPointer(
                rebasing: source[(2 * line + parity) * from..<(2 * line + parity) * from + count]))
        }
      }
    }
    return result
  }
}
