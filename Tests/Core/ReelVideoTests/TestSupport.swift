import Foundation
import ReelCanvas
import ReelGeometry
import ReelTestSupport
import ReelTiming
import Testing

@testable import ReelVideo

extension Bitmap {
  /// A bitmap of one opaque colour.
  init(size: PixelSize, red: UInt8, green: UInt8, blue: UInt8) {
    self.init(size: size)
    fill(x: 0..<size.width, y: 0..<size.height, Pixel(red: red, green: green, blue: blue, alpha: 255))
  }

  mutating func fill(x columns: Range<Int>, y rows: Range<Int>, _ pixel: Pixel) {
    let bytesPerRow = self.bytesPerRow
    withUnsafeMutableBytes { bytes in
      for y in rows {
        for x in columns {
          let offset = y * bytesPerRow + x * 4
          bytes[offset] = pixel.blue
          bytes[offset + 1] = pixel.green
          bytes[offset + 2] = pixel.red
          bytes[offset + 3] = pixel.alpha
        }
      }
    }
  }

  /// A bitmap of opaque noise.
  static func noise(_ size: PixelSize, using generator: inout Seeded) -> Bitmap {
    var bitmap = Bitmap(size: size)
    bitmap.addNoise(Region.all(of: size), using: &generator)
    return bitmap
  }

  /// Puts new noise on the tiles of a region.
  mutating func addNoise(_ region: Region, using generator: inout Seeded) {
    for rect in region.rects {
      for y in Int(rect.minY)..<Int(rect.maxY) {
        for x in Int(rect.minX)..<Int(rect.maxX) {
          let bits = generator.next()
          self[x, y] = Pixel(
            red: UInt8(truncatingIfNeeded: bits >> 16), green: UInt8(truncatingIfNeeded: bits >> 8),
            blue: UInt8(truncatingIfNeeded: bits), alpha: 255)
        }
      }
    }
  }

  /// A picture with the number in its grey level and a bar that moves.
  static func numbered(_ index: Int, _ size: PixelSize) -> Bitmap {
    let grey = UInt8(40 + index * 3 % 180)
    var bitmap = Bitmap(size: size, red: grey, green: grey, blue: grey)
    let x = index * 4 % (size.width - 8)
    bitmap.fill(x: x..<x + 8, y: 0..<size.height, Pixel(red: 255, green: 255, blue: 255, alpha: 255))
    return bitmap
  }
}

extension MovieWriter {
  /// Appends pictures made by `picture`, each changed everywhere.
  func append(_ count: Int, picture: (Int) -> Bitmap) throws {
    for index in 0..<count {
      try append(picture(index), changed: .all(of: configuration.size), at: index)
    }
  }
}

extension MovieReader {
  /// All the pictures that are left.
  func remainingFrames() throws -> [DecodedFrame] {
    var frames: [DecodedFrame] = []
    while let frame = try nextFrame() { frames.append(frame) }
    return frames
  }
}

/// Writes a movie of numbered pictures and returns its summary.
@discardableResult
func writeMovie(
  to url: URL, frames: Int, size: PixelSize = PixelSize(width: 160, height: 96), frameRate: FrameRate = 10,
  pixelFormat: PixelFormat = .yuv420p, quality: EncodingQuality = .crf(23),
  stills: VideoConfiguration.Stills = .skip, picture: ((Int) -> Bitmap)? = nil
) async throws -> MovieSummary {
  let configuration = VideoConfiguration(
    size: size, frameRate: frameRate, pixelFormat: pixelFormat, quality: quality, stills: stills)
  let writer = try MovieWriter(to: .file(url), configuration: configuration)
  let make = picture ?? { Bitmap.numbered($0, size) }
  for index in 0..<frames {
    try await writer.append(make(index), changed: .all(of: size), at: index)
  }
  return try await writer.finish()
}
