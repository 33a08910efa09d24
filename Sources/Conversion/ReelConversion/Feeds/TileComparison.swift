import CReelFFmpeg
import ReelGeometry
import ReelPlatform
import ReelVideo

/// Finds the tiles in which two pictures differ, about as fast as memory can be read.
struct TileComparison {
  /// A plane of a pixel format.
  private struct Plane {
    /// The bytes of the columns and the number of the rows that belong to a tile.
    var tileBytes: Int
    var tileRows: Int
    /// The bytes in a row.
    var rowBytes: Int
    var rows: Int
    /// Whether a sample colours pixels of the tiles around its own.
    var reachesNeighbours: Bool
  }

  private let size: PixelSize
  private let format: Int32
  /// None for formats whose pixels are not whole bytes, which are compared as a whole.
  private let planes: [Plane]
  /// Whether the second plane is a palette, which colours every pixel.
  private let hasPalette: Bool

  init(_ picture: borrowing VideoFrame) {
    let native = picture.pointer.pointee
    size = PixelSize(width: Int(native.width), height: Int(native.height))
    format = native.format
    guard let description = av_pix_fmt_desc_get(AVPixelFormat(rawValue: format))?.pointee else {
      (planes, hasPalette) = ([], false)
      return
    }
    hasPalette = description.flags & UInt64(AV_PIX_FMT_FLAG_PAL) != 0
    var steps: [Int: (step: Int, isChroma: Bool)] = [:]
    let parts = [description.comp.0, description.comp.1, description.comp.2, description.comp.3]
    let isYUV = description.flags & UInt64(AV_PIX_FMT_FLAG_RGB) == 0
    for (number, part) in parts.prefix(Int(description.nb_components)).enumerated() {
      let known = steps[Int(part.plane)]
      steps[Int(part.plane)] = (
        max(known?.step ?? 0, Int(part.step)), (known?.isChroma ?? true) && isYUV && (number == 1 || number == 2)
      )
    }
    let isWhole = description.flags & UInt64(AV_PIX_FMT_FLAG_BITSTREAM) == 0
    var planes: [Plane] = []
    for number in steps.keys.sorted() where isWhole && !(hasPalette && number > 0) {
      guard let (step, isChroma) = steps[number] else { continue }
      // Packed formats with fewer colours than pixels count two pixels to a step.
      let (x, y) = isChroma ? (Int(description.log2_chroma_w), Int(description.log2_chroma_h)) : (0, 0)
      let isPackedChroma = steps.count == 1 && isYUV && description.log2_chroma_w > 0
      planes.append(
        Plane(
          tileBytes: Region.tileSide >> x * (isPackedChroma ? 2 : step), tileRows: Region.tileSide >> y,
          rowBytes: ((size.width + 1 << x - 1) >> x) * (isPackedChroma ? 2 : step),
          rows: (size.height + 1 << y - 1) >> y, reachesNeighbours: isChroma && x + y > 0 || isPackedChroma))
    }
    self.planes = planes
  }

  /// The tiles in which a picture differs from the one before it; all of them where the two can't be compared.
  func changes(from old: borrowing VideoFrame, to new: borrowing VideoFrame) -> Region {
    let (a, b) = (old.pointer.pointee, new.pointer.pointee)
    guard !planes.isEmpty, a.format == format, b.format == format, a.width == b.width, a.height == b.height,
      Int(a.width) == size.width, Int(a.height) == size.height
    else { return .all(of: size) }
    if hasPalette {
      guard let first = a.data.1, let second = b.data.1, memcmp(first, second, 1024) == 0 else { return .all(of: size) }
    }
    let (left, right) = ([a.data.0, a.data.1, a.data.2, a.data.3], [b.data.0, b.data.1, b.data.2, b.data.3])
    let (leftStrides, rightStrides) = (
      [a.linesize.0, a.linesize.1, a.linesize.2, a.linesize.3],
      [b.linesize.0, b.linesize.1, b.linesize.2, b.linesize.3]
    )
    var changed = Region(of: size)
    for (number, plane) in planes.enumerated() {
      guard let first = left[number], let second = right[number] else { return .all(of: size) }
      if first == second, leftStrides[number] == rightStrides[number] { continue }
      compare(plane, first, Int(leftStrides[number]), second, Int(rightStrides[number]), &changed)
    }
    return changed
  }

  private func compare(
    _ plane: Plane, _ left: UnsafePointer<UInt8>, _ leftStride: Int, _ right: UnsafePointer<UInt8>, _ rightStride: Int,
    _ changed: inout Region
  ) {
    let columns = (plane.rowBytes + plane.tileBytes - 1) / plane.tileBytes
    var isChanged = [Bool](repeating: false, count: columns)
    var y = 0
    while y < plane.rows {
      // The rows of a tile; a tile that is known to differ is not looked at again.
      let end = min(y + plane.tileRows, plane.rows)
      var count = 0
      for y in y..<end where count < columns {
        let (a, b) = (left + y * leftStride, right + y * rightStride)
        if memcmp(a, b, plane.rowBytes) == 0 { continue }
        for column in 0..<columns where !isChanged[column] {
          let start = column * plane.tileBytes
          if memcmp(a + start, b + start, min(plane.tileBytes, plane.rowBytes - start)) != 0 {
            isChanged[column] = true
            count += 1
          }
        }
      }
      if count > 0 {
        for column in 0..<columns where isChanged[column] {
          insert(column, y / plane.tileRows, reaches: plane.reachesNeighbours, &changed)
          isChanged[column] = false
        }
      }
      y = end
    }
  }

  private func insert(_ column: Int, _ row: Int, reaches: Bool, _ changed: inout Region) {
    let reach = reaches ? 1 : 0
    for row in row - reach...row + reach {
      for column in column - reach...column + reach { changed.insert(column: column, row: row) }
    }
  }
}
