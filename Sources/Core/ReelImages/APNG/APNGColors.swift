/// The pixel format of an APNG: palette indices if the film has few colours, otherwise red, green and blue.
///
/// Both reserve a transparent colour for unchanged pixels.
enum APNGColors {
  /// Indices into a sorted palette; the index after the last colour is transparent.
  case table([UInt32])
  /// Red, green and blue; a colour that the film does not use is transparent.
  case direct(transparent: UInt32)
  /// Red, green, blue and alpha.
  case alpha

  /// Chooses the format for the colours of a film.
  init(_ histogram: ColorHistogram) {
    if histogram.count <= 255, histogram.mask == 0xFF_FFFF {
      self = .table(histogram.entries.map(\.color))
      return
    }
    // An unused colour always exists, because fewer colours are counted than possible. All merged neighbours count as used.
    let taken = Set(histogram.entries.map(\.key))
    let free = (0...0xFF_FFFF as ClosedRange<UInt32>).first { !taken.contains($0 & histogram.mask) }
    self = .direct(transparent: free ?? 0)
  }

  /// The colour type in the header.
  var colorType: UInt8 {
    switch self {
    case .table: 3
    case .direct: 2
    case .alpha: 6
    }
  }

  /// The number of bytes per pixel.
  var bytesPerPixel: Int {
    switch self {
    case .table: 1
    case .direct: 3
    case .alpha: 4
    }
  }

  /// The bytes of an unchanged pixel.
  var transparentBytes: [UInt8] {
    switch self {
    case .table(let table): [UInt8(table.count)]
    case .alpha: [0, 0, 0, 0]
    case .direct(let color): [UInt8(color >> 16 & 0xFF), UInt8(color >> 8 & 0xFF), UInt8(color & 0xFF)]
    }
  }

  /// Returns the palette index of a colour.
  func number(of color: UInt32) -> UInt8 {
    guard case .table(let table) = self else { return 0 }
    var (low, high) = (0, table.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if table[middle] < color { low = middle + 1 } else { high = middle }
    }
    return UInt8(low)
  }
}
