import CReelFFmpeg
import ReelVideo

/// How far chroma is from grey in each square of 8×8 pixels of a picture.
package struct ChromaCells: Sendable {
  /// The side of a square in pixels.
  package static let side = 8

  /// The number of complete squares in a row.
  package let columns: Int
  /// The larger distance of both planes' means from 128, row by row.
  package private(set) var distances: [UInt8] = []

  /// - Parameters:
  ///   - planes: The two planes of chroma, with the bytes from row to row.
  ///   - size: The width and height of a plane.
  ///   - pitch: The size of a sample in pixels.
  fileprivate init(
    _ planes: [(base: UnsafePointer<UInt8>, stride: Int)], _ size: (width: Int, height: Int),
    pitch: (x: Int, y: Int)
  ) {
    let (across, down) = (Self.side / pitch.x, Self.side / pitch.y)
    columns = size.width / across
    let area = across * down
    distances.reserveCapacity(columns * (size.height / down))
    for row in 0..<size.height / down {
      for column in 0..<columns {
        var most = 0
        for plane in planes {
          var sum = 0
          for y in row * down..<(row + 1) * down {
            let line = plane.base + y * plane.stride + column * across
            for x in 0..<across { sum += Int(line[x]) }
          }
          most = max(most, abs(sum - 128 * area) / area)
        }
        distances.append(UInt8(clamping: most))
      }
    }
  }

  /// The largest change of a square since another picture; 0 for one of another size.
  package func change(from other: ChromaCells) -> Int {
    guard distances.count == other.distances.count else { return 0 }
    return zip(distances, other.distances).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }
}

extension ClipFrame {
  /// The chroma of each square; nil for other formats than planar YUV in 8 bits.
  package func chromaCells() -> ChromaCells? {
    let native = frame.pointer.pointee
    guard let pitch = ChromaCells.pitch(of: pixelFormat), let u = native.data.1, let v = native.data.2 else {
      return nil
    }
    return ChromaCells(
      [(UnsafePointer(u), Int(native.linesize.1)), (UnsafePointer(v), Int(native.linesize.2))],
      ((size.width + pitch.x - 1) / pitch.x, (size.height + pitch.y - 1) / pitch.y), pitch: pitch)
  }
}

extension RawPicture {
  /// The chroma of each square; nil for other formats than planar YUV in 8 bits.
  package var chromaCells: ChromaCells? {
    guard let pitch = ChromaCells.pitch(of: format) else { return nil }
    let (width, height) = ((size.width + pitch.x - 1) / pitch.x, (size.height + pitch.y - 1) / pitch.y)
    return bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress, bytes.count >= size.area + 2 * width * height else { return nil }
      return ChromaCells(
        [(base + size.area, width), (base + size.area + width * height, width)], (width, height), pitch: pitch)
    }
  }
}

extension ChromaCells {
  /// The size of a sample of chroma in pixels; nil for other formats than planar YUV in 8 bits.
  fileprivate static func pitch(of format: String) -> (x: Int, y: Int)? {
    switch format {
    case "yuv420p", "yuva420p": (2, 2)
    case "yuv422p", "yuva422p": (2, 1)
    case "yuv444p", "yuva444p": (1, 1)
    default: nil
    }
  }
}
