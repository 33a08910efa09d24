import CReelFFmpeg
import ReelGeometry

/// A part of a picture that is converted by itself.
struct PixelPart {
  var left: Int
  var right: Int
  var rows: Range<Int>

  var size: PixelSize { PixelSize(width: right - left, height: rows.count) }
}

extension Region {
  /// Returns the part of some rows that holds all tiles of the region in them, with at least one column of pixels beside
  /// them that has not changed, or the border of the picture.
  func columns(inRows rows: Range<Int>) -> PixelPart {
    let tiles = rows.lowerBound / Self.tileSide...(rows.upperBound - 1) / Self.tileSide
    func isTouched(_ column: Int) -> Bool { tiles.contains { contains(column: column, row: $0) } }
    let first = (0..<columns).first(where: isTouched) ?? 0
    let last = (0..<columns).last(where: isTouched) ?? columns - 1
    // Pairs of tiles: planes begin at multiples of 16 bytes then, which vector code likes.
    let left = max(0, first - 1) / 2 * 2 * Self.tileSide
    let right = min(frame.width, (last + 3) / 2 * 2 * Self.tileSide)
    return PixelPart(left: left, right: right, rows: rows)
  }
}

/// A conversion of parts of one size.
final class PartScaler {
  let context: ScalerContext

  init(size: PixelSize, format: AVPixelFormat) throws(FFmpegError) {
    context = try .toPlanes(size: size, format: format)
  }
}

/// The conversions of parts whose size comes again and again; to prepare one takes as long as several strips.
struct PartScalers {
  private var scalers: [(size: PixelSize, scaler: PartScaler)] = []
  /// The sizes asked for last.
  private var wanted: [PixelSize] = []

  private static let most = 4

  /// Returns the conversion of a part, or nil for a size that has not been asked for lately.
  mutating func scaler(for part: PixelPart, format: AVPixelFormat) throws(FFmpegError) -> PartScaler? {
    let size = part.size
    // The library takes other code for very few rows, whose results differ.
    guard size.height >= Region.tileSide else { return nil }
    if let known = scalers.first(where: { $0.size == size }) { return known.scaler }
    guard wanted.contains(size) else {
      wanted.append(size)
      if wanted.count > Self.most { wanted.removeFirst() }
      return nil
    }
    let made = try PartScaler(size: size, format: format)
    scalers.append((size, made))
    if scalers.count > Self.most { scalers.removeFirst() }
    return made
  }
}

extension ScalerContext {
  /// Prepares the conversion of bitmaps to the planes of the encoder.
  static func toPlanes(size: PixelSize, format: AVPixelFormat) throws(FFmpegError) -> ScalerContext {
    try make(
      size: size, from: .init(format: AV_PIX_FMT_BGRA, isFullRange: true),
      to: .init(format: format, isFullRange: false), matrix: SWS_CS_ITU709, flags: reel_scaler_flags_to_yuv())
  }
}

extension VideoFrame {
  /// The format of the planes.
  var format: AVPixelFormat { AVPixelFormat(rawValue: pointer.pointee.format) }

  /// The bytes from one row to the next in each plane.
  var strides: [Int32] {
    let sizes = pointer.pointee.linesize
    return [sizes.0, sizes.1, sizes.2, 0]
  }

  /// The pixels that share a sample of chroma, in each direction.
  var chromaStep: Int { format == AV_PIX_FMT_YUV420P ? 2 : 1 }

  /// The addresses of a pixel in the planes; for chroma, its coordinates are divided.
  func addresses(of place: (x: Int, y: Int)) -> [UnsafeMutablePointer<UInt8>?] {
    let (data, strides, step) = (pointer.pointee.data, strides, chromaStep)
    func address(_ plane: UnsafeMutablePointer<UInt8>?, _ number: Int, _ step: Int) -> UnsafeMutablePointer<UInt8>? {
      plane.map { $0 + place.y / step * Int(strides[number]) + place.x / step }
    }
    return [address(data.0, 0, 1), address(data.1, 1, step), address(data.2, 2, step), nil]
  }
}

/// A copy of one column of chroma samples.
///
/// Valid as long as the frame it was taken of.
struct ChromaColumn {
  private let planes: [(start: UnsafeMutablePointer<UInt8>, stride: Int, samples: [UInt8])]

  init(_ frame: borrowing VideoFrame, at x: Int, rows: Range<Int>) {
    let addresses = frame.addresses(of: (x: x, y: rows.lowerBound))
    let strides = frame.strides
    let count = (rows.count + frame.chromaStep - 1) / frame.chromaStep
    planes = [1, 2].compactMap { plane in
      addresses[plane].map { start in
        let stride = Int(strides[plane])
        return (start, stride, (0..<count).map { start[$0 * stride] })
      }
    }
  }

  func restore() {
    for plane in planes {
      for (row, sample) in plane.samples.enumerated() { plane.start[row * plane.stride] = sample }
    }
  }
}
