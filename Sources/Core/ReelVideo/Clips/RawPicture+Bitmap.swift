import CReelFFmpeg
import ReelCanvas
import ReelGeometry

extension RawPicture {
  /// Converts a bitmap: sRGB to BT.709, limited range except for the JPEG formats (`yuvj…`) and grey.
  ///
  /// The formats of `portableFormats` are converted with integers: each sample is the exact value rounded to nearest.
  /// A chroma sample is the mean of the pixels around it. In `yuvj…` that is the square it covers. In other formats
  /// it lies on the left column of its pair, as in MPEG-2, and is the mean of three columns weighted 1:2:1, and of
  /// its one or two rows. Beyond the edge the last pixel is repeated. `pal8` has a fixed palette (`FixedPalette`).
  ///
  /// Colours are composited over black, and alpha becomes 255.
  ///
  /// - Throws: `InvalidValue` for a format that FFmpeg does not know, `FFmpegError` for one that it cannot convert
  ///   to.
  public init(_ bitmap: Bitmap, format name: String) throws {
    try self.init(bitmap, format: name, matrix: .bt709)
  }

  /// Converts a bitmap with a given matrix; an HDR transfer is supported only for portable formats of luma and
  /// chroma.
  package init(
    _ bitmap: Bitmap, format name: String, matrix: ColorMatrix, transfer: ColorTransfer = .sdr
  ) throws {
    let native = try Self.native(name)
    let format = Self.canonicalName(native)
    guard let layout = RawLayout.named(format) else {
      self = try Self.scaled(bitmap, to: native, matrix)
      return
    }
    let count = layout.byteCount(of: bitmap.size)
    let signals = transfer.isHDR ? HDRColors.signals(of: bitmap, transfer) : []
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = count
      guard let start = buffer.baseAddress else { return }
      if transfer.isHDR {
        signals.withUnsafeBufferPointer { signals in
          guard let first = signals.baseAddress else { return }
          RawWriting.writeYUV(SignalRows(start: first, size: bitmap.size), layout, matrix, start)
        }
        return
      }
      bitmap.withUnsafeBytes { pixels in
        guard let first = pixels.bindMemory(to: UInt8.self).baseAddress else { return }
        let source = PixelRows(start: first, bytesPerRow: bitmap.bytesPerRow, size: bitmap.size)
        RawWriting.write(source, layout, matrix, to: start)
      }
    }
    self.init(trusting: bytes, size: bitmap.size, format: format, matrix: matrix, transfer: transfer)
  }

  /// Converts a bitmap through swscale.
  private static func scaled(
    _ bitmap: Bitmap, to native: AVPixelFormat, _ matrix: ColorMatrix
  ) throws(FFmpegError) -> RawPicture {
    let name = canonicalName(native)
    let frame = try VideoFrame.make(size: bitmap.size, format: native)
    let scaler = try ScalerContext.make(
      size: bitmap.size, from: .init(format: AV_PIX_FMT_BGRA, isFullRange: true),
      to: .init(format: native, isFullRange: name.hasPrefix("yuvj")), matrix: matrix.scalerNumber,
      flags: reel_scaler_flags_to_yuv())
    let planes = frame.pointer.pointee
    let bytesPerRow = Int32(bitmap.bytesPerRow)
    do {
      try bitmap.withUnsafeBytes { bytes in
        try scaler.scale(
          height: bitmap.height, from: [bytes.bindMemory(to: UInt8.self).baseAddress, nil, nil, nil],
          strides: [bytesPerRow, 0, 0, 0], to: [planes.data.0, planes.data.1, planes.data.2, planes.data.3],
          strides: [planes.linesize.0, planes.linesize.1, planes.linesize.2, planes.linesize.3])
      }
    } catch let error as FFmpegError {
      throw error
    } catch {
      throw FFmpegError(.invalidData, operation: "sws_scale")
    }
    return RawPicture(trusting: try frame.bytes(), size: bitmap.size, format: name, matrix: matrix)
  }
}

/// Rows of red, green and blue pixels.
protocol ColorRows {
  /// The maximum value of a component.
  static var peak: Int { get }
  var size: PixelSize { get }
  /// Returns a pixel; beyond the edge the last one is repeated.
  func pixel(_ x: Int, _ y: Int) -> (red: Int, green: Int, blue: Int)
}

/// HDR signals, three per pixel.
struct SignalRows: ColorRows {
  static let peak = HDRColors.peak
  let start: UnsafePointer<UInt16>
  let size: PixelSize

  @inline(__always)
  func pixel(_ x: Int, _ y: Int) -> (red: Int, green: Int, blue: Int) {
    let pixel = start + 3 * (min(y, size.height - 1) * size.width + min(max(x, 0), size.width - 1))
    return (Int(pixel[0]), Int(pixel[1]), Int(pixel[2]))
  }
}

/// The pixels of a bitmap, four bytes each: blue, green, red, alpha.
struct PixelRows: ColorRows {
  static let peak = 255
  let start: UnsafePointer<UInt8>
  let bytesPerRow: Int
  let size: PixelSize

  @inline(__always)
  func pixel(_ x: Int, _ y: Int) -> (red: Int, green: Int, blue: Int) {
    let column = min(max(x, 0), size.width - 1)
    let pixel = start + min(y, size.height - 1) * bytesPerRow + column * 4
    return (Int(pixel[2]), Int(pixel[1]), Int(pixel[0]))
  }
}

/// Writes the samples of a layout.
enum RawWriting {
  static func write(
    _ source: PixelRows, _ layout: RawLayout, _ matrix: ColorMatrix, to target: UnsafeMutablePointer<UInt8>
  ) {
    switch layout.kind {
    case .yuv: writeYUV(source, layout, matrix, target)
    case .packed(let red, let green, let blue, let step):
      var pixel = target
      for y in 0..<source.size.height {
        for x in 0..<source.size.width {
          let color = source.pixel(x, y)
          // First, because the colours then overwrite three of the four bytes.
          if step == 4 { for part in 0..<4 { pixel[part] = layout.filler } }
          pixel[red] = UInt8(color.red)
          pixel[green] = UInt8(color.green)
          pixel[blue] = UInt8(color.blue)
          pixel += step
        }
      }
    case .planarRGB: writePlanarRGB(source, layout, target)
    case .palette:
      for y in 0..<source.size.height {
        for x in 0..<source.size.width {
          let color = source.pixel(x, y)
          target[y * source.size.width + x] = FixedPalette.index(red: color.red, green: color.green, blue: color.blue)
        }
      }
      // A word of alpha, red, green, blue, low byte first.
      for (number, color) in FixedPalette.colors.enumerated() {
        let entry = target + source.size.area + number * 4
        (entry[0], entry[1], entry[2], entry[3]) = (color.blue, color.green, color.red, 255)
      }
    }
  }

  private static func writePlanarRGB(
    _ source: PixelRows, _ layout: RawLayout, _ target: UnsafeMutablePointer<UInt8>
  ) {
    let highest = 1 << layout.bits - 1
    for y in 0..<source.size.height {
      for x in 0..<source.size.width {
        let color = source.pixel(x, y)
        let index = y * source.size.width + x
        for (plane, value) in [(0, color.green), (1, color.blue), (2, color.red)] {
          store(divideRounding(value * highest, 255), at: plane * source.size.area + index, layout, target)
        }
      }
    }
  }

  static func writeYUV<Rows: ColorRows>(
    _ source: Rows, _ layout: RawLayout, _ matrix: ColorMatrix, _ target: UnsafeMutablePointer<UInt8>
  ) {
    let scale = ColorMatrix.Scale(bits: layout.bits, isFullRange: layout.isFullRange)
    // Drawings have runs of one colour, and a division costs more than everything else.
    var last = source.pixel(0, 0)
    var level = matrix.luma(last.red, last.green, last.blue, scale, peak: Rows.peak)
    for y in 0..<source.size.height {
      for x in 0..<source.size.width {
        let color = source.pixel(x, y)
        if color != last {
          last = color
          level = matrix.luma(color.red, color.green, color.blue, scale, peak: Rows.peak)
        }
        store(level, at: y * source.size.width + x, layout, target)
      }
    }
    guard case .yuv(let chroma, let shiftX, let shiftY) = layout.kind, chroma != .none else { return }
    let size = layout.chromaSize(of: source.size)
    let first = source.size.area
    var known = weighedSum(source, 0, 0, shiftX, shiftY, isCentred: layout.isFullRange)
    var (blue, red) = matrix.chroma(known.red, known.green, known.blue, scale, peak: Rows.peak)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let sum = weighedSum(source, x << shiftX, y << shiftY, shiftX, shiftY, isCentred: layout.isFullRange)
        if sum != known {
          known = sum
          (blue, red) = matrix.chroma(sum.red, sum.green, sum.blue, scale, peak: Rows.peak)
        }
        let index = y * size.width + x
        if chroma == .planar {
          store(blue, at: first + index, layout, target)
          store(red, at: first + size.area + index, layout, target)
        } else {
          store(blue, at: first + 2 * index, layout, target)
          store(red, at: first + 2 * index + 1, layout, target)
        }
      }
    }
  }

  /// The weighted sum of the pixels around a chroma sample; the weights add up to 8.
  @inline(__always)
  private static func weighedSum<Rows: ColorRows>(
    _ source: Rows, _ x: Int, _ y: Int, _ shiftX: Int, _ shiftY: Int, isCentred: Bool
  ) -> (red: Int, green: Int, blue: Int) {
    var (red, green, blue) = (0, 0, 0)
    @inline(__always) func add(_ x: Int, _ y: Int, _ weight: Int) {
      let color = source.pixel(x, y)
      red += weight * color.red
      green += weight * color.green
      blue += weight * color.blue
    }
    let rowWeight = shiftY == 0 ? 2 : 1
    for row in y...y + shiftY {
      if shiftX == 0 {
        add(x, row, 4 * rowWeight)
      } else if isCentred {
        add(x, row, 2 * rowWeight)
        add(x + 1, row, 2 * rowWeight)
      } else {
        add(x - 1, row, rowWeight)
        add(x, row, 2 * rowWeight)
        add(x + 1, row, rowWeight)
      }
    }
    return (red, green, blue)
  }

  @inline(__always)
  private static func store(
    _ value: Int, at index: Int, _ layout: RawLayout, _ target: UnsafeMutablePointer<UInt8>
  ) {
    if layout.bits == 8 {
      target[index] = UInt8(truncatingIfNeeded: value)
    } else {
      target[2 * index] = UInt8(truncatingIfNeeded: value)
      target[2 * index + 1] = UInt8(truncatingIfNeeded: value >> 8)
    }
  }
}
