import Foundation
import ReelCanvas
import ReelGeometry
import ReelTestSupport
import ReelTiming
import Testing

@testable import ReelClips
@testable import ReelVideo

/// A clip as it came back.
struct ReadClip {
  var frames: [ClipFrame] = []
  var sound: [ClipSamples] = []
  var errorCount = 0

  init(_ path: String, withSound: Bool = false, pictureRate: FrameRate = 25) throws {
    let reader = try ClipReader(path: path, withSound: withSound, pictureRate: pictureRate)
    while let item = reader.next() {
      switch item {
      case .picture(let frame): frames.append(frame)
      case .sound(let samples): sound.append(samples)
      }
    }
    errorCount = reader.errorCount
  }

  /// The times of the pictures in seconds.
  var seconds: [Double] { frames.map { $0.pts?.seconds ?? .nan } }
  /// The numbers of the key frames.
  var keyframes: [Int] { frames.indices.filter { frames[$0].isKeyframe } }
}

extension Bitmap {
  /// A picture with colours, edges and a number that can be told from its neighbours.
  static func clip(_ index: Int, _ size: PixelSize) -> Bitmap {
    var bitmap = Bitmap(size: size)
    let bytesPerRow = bitmap.bytesPerRow
    bitmap.withUnsafeMutableBytes { bytes in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let offset = y * bytesPerRow + x * 4
          bytes[offset] = UInt8(truncatingIfNeeded: x * 3 + index * 7)
          bytes[offset + 1] = UInt8(truncatingIfNeeded: (x / 8 + y / 8) % 2 * 180 + index)
          bytes[offset + 2] = UInt8(truncatingIfNeeded: y * 4)
          bytes[offset + 3] = 255
        }
      }
    }
    return bitmap
  }
}

/// The timestamps of a clip, in ticks.
struct Showing: Hashable, Sendable {
  var pts: Int
  var duration: Int = 1

  static func even(_ count: Int, from start: Int = 0, step: Int = 1) -> [Showing] {
    (0..<count).map { Showing(pts: start + $0 * step, duration: step) }
  }
}

/// Writes a clip of `Bitmap.clip` pictures.
@discardableResult
func writeClip(
  to path: String, _ configuration: ClipConfiguration, _ showings: [Showing], sound: [Float] = []
) throws -> ClipSummary {
  let writer = try ClipWriter(to: path, configuration: configuration)
  for (index, showing) in showings.enumerated() {
    try writer.append(.clip(index, configuration.size), pts: showing.pts, duration: showing.duration)
  }
  if configuration.sound != nil { try writer.append(samples: sound) }
  return try writer.finish()
}

extension Bitmap {
  /// A bitmap of one opaque colour.
  init(size: PixelSize, red: UInt8, green: UInt8, blue: UInt8) {
    self.init(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width { self[x, y] = Pixel(red: red, green: green, blue: blue) }
    }
  }
}
