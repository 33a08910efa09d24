import CReelFFmpeg
import ReelCanvas
import ReelGeometry

extension RawPicture {
  /// Copies the samples of a decoded picture.
  init(_ frame: borrowing VideoFrame) throws(FFmpegError) {
    let native = frame.pointer.pointee
    self.init(
      trusting: try frame.bytes(), size: PixelSize(width: Int(native.width), height: Int(native.height)),
      format: Self.canonicalName(AVPixelFormat(rawValue: native.format)),
      isFullRange: native.color_range == AVCOL_RANGE_JPEG,
      matrix: ColorMatrix(PictureColors.matrix(of: frame.pointer)) ?? .bt2020,
      transfer: ColorTransfer(native.color_trc))
  }

  /// Returns the picture as an opaque bitmap, according to its own range, matrix and transfer function.
  ///
  /// High dynamic range becomes sRGB: everything brighter than `ColorTransfer.white` or beyond the primaries is
  /// clipped.
  ///
  /// The formats of `portableFormats` are converted with integers; a pixel takes the chroma sample of its block.
  ///
  /// - Throws: `FFmpegError` for a format that swscale cannot convert from, and for a side longer than a bitmap's.
  public func bitmap() throws -> Bitmap {
    try bitmap(transfer.isHDR ? HDRColors.Reader(transfer) : nil)
  }

  /// Returns the picture as an opaque bitmap.
  ///
  /// - Parameter reader: converts high dynamic range; nil for a picture of standard range.
  func bitmap(_ reader: HDRColors.Reader?) throws -> Bitmap {
    // A damaged file may contain any value.
    guard Bitmap.sideRange.contains(size.width), Bitmap.sideRange.contains(size.height) else {
      throw FFmpegError(.invalidData, operation: "conversion of a picture of \(size)")
    }
    guard let layout = RawLayout.named(format) else { return try scaledBitmap() }
    var bitmap = Bitmap(size: size)
    let bytesPerRow = bitmap.bytesPerRow
    bytes.withUnsafeBufferPointer { source in
      guard let samples = source.baseAddress else { return }
      bitmap.withUnsafeMutableBytes { target in
        guard let pixels = target.bindMemory(to: UInt8.self).baseAddress else { return }
        read(samples, layout, reader, to: pixels, bytesPerRow)
      }
    }
    return bitmap
  }

  /// Calls a closure with a function that returns single pixels as `bitmap()` would; for a few pixels that is much
  /// faster.
  ///
  /// - Throws: as `bitmap()`.
  package func withPixels<Result>(_ body: (_ pixel: (_ x: Int, _ y: Int) -> Pixel) throws -> Result) throws -> Result {
    guard let layout = RawLayout.named(format) else {
      let bitmap = try bitmap()
      return try body { bitmap[$0, $1] }
    }
    let reader = transfer.isHDR ? HDRColors.Reader(transfer) : nil
    return try bytes.withUnsafeBufferPointer { source in
      guard let samples = source.baseAddress else {
        throw FFmpegError(.invalidData, operation: "reading of no samples")
      }
      return try body { x, y in
        let (red, green, blue) = color(x, y, samples, layout, reader)
        return Pixel(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
      }
    }
  }

  /// Returns the lightness of each pixel, from 0 for black to 255 for white, row by row without padding.
  ///
  /// Formats with luma are stretched to the full range; for others this is the BT.709 luma of the colours.
  ///
  /// - Throws: `FFmpegError` for a format that swscale cannot convert from.
  public func gray() throws -> [UInt8] {
    guard let layout = RawLayout.named(format) else { return Self.gray(of: try scaledBitmap()) }
    guard case .yuv = layout.kind else { return Self.gray(of: try bitmap()) }
    let scale = ColorMatrix.Scale(bits: layout.bits, isFullRange: isFullRange)
    // One entry per sample value, because a division per pixel would take longer.
    let table = (0...scale.highest).map { sample in
      UInt8(clamping: divideRounding((sample - scale.black) * 255, scale.lumaSteps))
    }
    let area = size.area
    return [UInt8](unsafeUninitializedCapacity: area) { target, count in
      bytes.withUnsafeBufferPointer { source in
        if layout.bits == 8 {
          for index in 0..<area { target[index] = table[Int(source[index])] }
        } else {
          for index in 0..<area {
            target[index] = table[min(Int(source[2 * index]) | Int(source[2 * index + 1]) << 8, scale.highest)]
          }
        }
      }
      count = area
    }
  }

  private static func gray(of bitmap: Bitmap) -> [UInt8] {
    let matrix = ColorMatrix.bt709
    let scale = ColorMatrix.Scale(bits: 8, isFullRange: true)
    return bitmap.withUnsafeBytes { bytes in
      (0..<bitmap.height).flatMap { y in
        (0..<bitmap.width).map { x in
          let pixel = y * bitmap.bytesPerRow + x * 4
          return UInt8(matrix.luma(Int(bytes[pixel + 2]), Int(bytes[pixel + 1]), Int(bytes[pixel]), scale))
        }
      }
    }
  }

  private func read(
    _ samples: UnsafePointer<UInt8>, _ layout: RawLayout, _ reader: HDRColors.Reader?,
    to pixels: UnsafeMutablePointer<UInt8>, _ bytesPerRow: Int
  ) {
    for y in 0..<size.height {
      var pixel = pixels + y * bytesPerRow
      for x in 0..<size.width {
        let (red, green, blue) = color(x, y, samples, layout, reader)
        (pixel[0], pixel[1], pixel[2], pixel[3]) = (UInt8(blue), UInt8(green), UInt8(red), 255)
        pixel += 4
      }
    }
  }

  @inline(__always)
  private func color(
    _ x: Int, _ y: Int, _ samples: UnsafePointer<UInt8>, _ layout: RawLayout, _ reader: HDRColors.Reader?
  ) -> (Int, Int, Int) {
    let index = y * size.width + x
    switch layout.kind {
    case .packed(let red, let green, let blue, let step):
      let pixel = samples + index * step
      return (Int(pixel[red]), Int(pixel[green]), Int(pixel[blue]))
    case .planarRGB:
      let highest = 1 << layout.bits - 1
      func part(_ plane: Int) -> Int {
        divideRounding(min(sample(plane * size.area + index, samples, layout), highest) * 255, highest)
      }
      return (part(2), part(0), part(1))
    case .palette:
      let entry = samples + size.area + Int(samples[index]) * 4
      return (Int(entry[2]), Int(entry[1]), Int(entry[0]))
    case .yuv(let chroma, let shiftX, let shiftY):
      let scale = ColorMatrix.Scale(bits: layout.bits, isFullRange: isFullRange)
      let luma = sample(index, samples, layout)
      guard chroma != .none else { return matrix.colors(luma, scale.grey, scale.grey, scale) }
      let chromaSize = layout.chromaSize(of: size)
      let chromaIndex = (y >> shiftY) * chromaSize.width + x >> shiftX
      let isPlanar = chroma == .planar
      let blue = size.area + (isPlanar ? chromaIndex : 2 * chromaIndex)
      let red = isPlanar ? blue + chromaSize.area : blue + 1
      let (blueChroma, redChroma) = (sample(blue, samples, layout), sample(red, samples, layout))
      guard let reader else { return matrix.colors(luma, blueChroma, redChroma, scale) }
      let signal = matrix.colors(luma, blueChroma, redChroma, scale, peak: HDRColors.readingPeak)
      return reader.color(signal.0, signal.1, signal.2)
    }
  }

  @inline(__always)
  private func sample(_ index: Int, _ samples: UnsafePointer<UInt8>, _ layout: RawLayout) -> Int {
    layout.bits == 8 ? Int(samples[index]) : Int(samples[2 * index]) | Int(samples[2 * index + 1]) << 8
  }

  /// Converts through swscale, for formats without a conversion of Reel's.
  private func scaledBitmap() throws -> Bitmap {
    let native = try Self.native(format)
    let frame = try VideoFrame.make(size: size, format: native)
    try frame.setBytes(bytes)
    let scaler = try ScalerContext.make(
      size: size, from: .init(format: native, isFullRange: isFullRange),
      to: .init(format: AV_PIX_FMT_BGRA, isFullRange: true),
      matrix: matrix.scalerNumber, flags: reel_scaler_flags_to_rgb())
    let planes = frame.pointer.pointee
    var bitmap = Bitmap(size: size)
    let bytesPerRow = Int32(bitmap.bytesPerRow)
    try bitmap.withUnsafeMutableBytes { target in
      try scaler.scale(
        height: size.height,
        from: [planes.data.0, planes.data.1, planes.data.2, planes.data.3].map { $0.map { UnsafePointer($0) } },
        strides: [planes.linesize.0, planes.linesize.1, planes.linesize.2, planes.linesize.3],
        to: [target.bindMemory(to: UInt8.self).baseAddress, nil, nil, nil], strides: [bytesPerRow, 0, 0, 0])
    }
    return bitmap
  }
}
