/// The form of the pixels of a stream, and how they become those of a bitmap.
struct FramedPixels {
  private enum Format: String, CaseIterable {
    case gray, rgb24, bgr24, rgba, bgra
  }

  private enum Alpha: String, CaseIterable {
    case straight, premultiplied, none
  }

  private let format: Format
  private let alpha: Alpha
  /// The bytes of a pixel.
  let byteCount: Int

  /// - Throws: `FramedLine.Fault` for names of no format.
  init(format: String?, alpha: String?) throws(FramedLine.Fault) {
    func list(_ names: [String]) -> String { names.dropLast().joined(separator: ", ") + " or \(names.last ?? "")" }
    guard let format else { throw FramedLine.Fault("\"format\" is missing: \(list(Format.allCases.map(\.rawValue)))") }
    guard let known = Format(rawValue: format) else {
      throw FramedLine.Fault("the format \"\(format)\" is not \(list(Format.allCases.map(\.rawValue)))")
    }
    guard let mode = alpha.map(Alpha.init(rawValue:)) ?? .straight else {
      throw FramedLine.Fault("the alpha \"\(alpha ?? "")\" is not \(list(Alpha.allCases.map(\.rawValue)))")
    }
    self.format = known
    byteCount = [.gray: 1, .rgb24: 3, .bgr24: 3][known] ?? 4
    self.alpha = byteCount == 4 ? mode : .none
  }

  /// Whether pixels may be transparent.
  var hasAlpha: Bool { alpha != .none }

  /// Converts pixels to premultiplied BGRA.
  func convert(_ source: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer) {
    switch format {
    case .gray: each(source, target, 0, 0, 0)
    case .rgb24, .rgba: each(source, target, 2, 1, 0)
    case .bgr24, .bgra: each(source, target, 0, 1, 2)
    }
  }

  /// - Parameters: blue, green, red: the bytes of a pixel that hold these colours.
  @inline(__always)
  private func each(
    _ source: UnsafeRawBufferPointer, _ target: UnsafeMutableRawBufferPointer, _ blue: Int, _ green: Int, _ red: Int
  ) {
    precondition(source.count % byteCount == 0 && target.count / 4 >= source.count / byteCount, "as many pixels")
    guard let from = source.baseAddress?.assumingMemoryBound(to: UInt8.self),
      let to = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
    else { return }
    let (step, count) = (byteCount, source.count / byteCount)
    switch alpha {
    case .none:
      for index in 0..<count {
        let (pixel, result) = (from + index * step, to + index * 4)
        (result[0], result[1], result[2], result[3]) = (pixel[blue], pixel[green], pixel[red], 255)
      }
    case .straight:
      for index in 0..<count {
        let (pixel, result) = (from + index * 4, to + index * 4)
        let alpha = pixel[3]
        (result[0], result[1], result[2], result[3]) = (pixel[blue], pixel[green], pixel[red], alpha)
        guard alpha < 255 else { continue }
        for channel in 0..<3 { result[channel] = UInt8((Int(result[channel]) * Int(alpha) + 127) / 255) }
      }
    case .premultiplied:
      for index in 0..<count {
        let (pixel, result) = (from + index * 4, to + index * 4)
        // A colour beyond its opacity has no meaning.
        let alpha = pixel[3]
        (result[0], result[1]) = (min(pixel[blue], alpha), min(pixel[green], alpha))
        (result[2], result[3]) = (min(pixel[red], alpha), alpha)
      }
    }
  }
}
