import ReelClips
import Foundation
import ReelCanvas
import ReelGeometry
import ReelTestSupport
import ReelVideo
import Testing

@testable import ReelFixtures

/// Marks that are damaged until they can hardly be read, or not at all.
///
/// None may be read as another number.
///
/// `make test-marks` tries a million; without `REEL_DAMAGED_MARKS` it is a few hundred.
@Suite struct DamagedMarkTests {
  /// The kind of damage to a picture.
  enum Damage: CaseIterable {
    case cells, noise, blur, mixture, cover, tear, quarter, posterized
  }

  static let size = PixelSize(width: 176, height: 144)
  static let marks = ProcessInfo.processInfo.environment["REEL_DAMAGED_MARKS"].flatMap { Int($0) } ?? 240

  /// The luma of a frame with a noisy background.
  private static func frame(
    _ mark: FrameMark, _ form: FrameMarkForm, _ levels: inout LumaLevels, _ random: inout Seeded
  ) -> GrayPicture {
    var plane = LumaPlane(size: size)
    let word = UInt64.random(in: 0...UInt64.max, using: &random)
    for index in plane.bytes.indices {
      plane.bytes[index] = UInt8(
        truncatingIfNeeded: word >> UInt64((index % size.width + 3 * (index / size.width)) % 57))
    }
    LumaPainter.paint(&plane, &levels) { mark.draw(with: $0, form) }
    return GrayPicture(size: size, levels: plane.bytes)
  }

  private static func damage(
    _ picture: GrayPicture, _ other: GrayPicture, _ kind: Damage, _ random: inout Seeded
  ) -> GrayPicture {
    var picture = picture
    let (width, height) = (picture.size.width, picture.size.height)
    switch kind {
    case .cells:
      for _ in 0..<Int.random(in: 1...90, using: &random) {
        let (x, y) = (
          Int.random(in: 0..<width / 8, using: &random) * 8, Int.random(in: 0..<height / 8, using: &random) * 8
        )
        for index in 0..<64 { picture.levels[(y + index / 8) * width + x + index % 8] ^= 255 }
      }
    case .noise:
      let most = Int.random(in: 40...500, using: &random)
      for index in picture.levels.indices {
        picture.levels[index] = UInt8(clamping: Int(picture.levels[index]) + .random(in: -most...most, using: &random))
      }
    case .blur:
      // A run of pixels along each row, smeared as by a bad scaler.
      let reach = Int.random(in: 3...14, using: &random)
      for y in 0..<height {
        var sum = 0
        let row = Array(picture.levels[y * width..<(y + 1) * width])
        for x in 0..<width + reach {
          sum += Int(row[min(x, width - 1)]) - (x >= reach ? Int(row[x - reach]) : 0)
          if x >= reach { picture.levels[y * width + x - reach] = UInt8(max(0, min(255, sum / reach))) }
        }
      }
    case .mixture: picture = picture.mixed(with: other, share: .random(in: 0.05...0.95, using: &random))
    case .cover:
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let (x, y) = (Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random))
        let level = UInt8.random(in: 0...255, using: &random)
        for line in y..<min(height, y + 50) {
          for column in x..<min(width, x + 60) { picture.levels[line * width + column] = level }
        }
      }
    case .tear:
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let (from, to) = (Int.random(in: 0..<height, using: &random), Int.random(in: 0..<height, using: &random))
        for line in min(from, to)..<max(from, to) {
          picture.levels.replaceSubrange(
            line * width..<(line + 1) * width, with: other.levels[line * width..<(line + 1) * width])
        }
      }
    case .quarter:
      let part = Int.random(in: 3...5, using: &random)
      picture = picture.scaled(to: PixelSize(width: width / part, height: height / part))
    case .posterized:
      let step = Int.random(in: 2...40, using: &random)
      for line in stride(from: 0, to: height, by: step) {
        let shift = Int.random(in: 0...step, using: &random)
        for y in line..<min(height, line + step) {
          let row = Array(picture.levels[y * width..<(y + 1) * width])
          for x in 0..<width { picture.levels[y * width + x] = row[(x + shift) % width] & 0xC0 }
        }
      }
    }
    return picture
  }

  @Test("No damaged mark is read as another number", arguments: Damage.allCases)
  func misread(kind: Damage) throws {
    var random = Seeded()
    var levels = LumaLevels(.usual)
    let form = try FrameMarkForm(version: 2, size: Self.size)
    let empty = GrayPicture(size: .init(width: 0, height: 0), levels: [])
    let holdsTwo = [.mixture, .tear].contains(kind)
    var read = 0
    for _ in 0..<Self.marks / Damage.allCases.count {
      let number = Int.random(in: 0..<FrameMark.numbers.upperBound - 9, using: &random)
      let clip = Int.random(in: FrameMark.clips, using: &random)
      let first = try FrameMark(number: number, clip: clip)
      let second = try FrameMark(number: number + .random(in: 1...9, using: &random), clip: clip)
      let other = holdsTwo ? Self.frame(second, form, &levels, &random) : empty
      let picture = Self.damage(Self.frame(first, form, &levels, &random), other, kind, &random)
      var reader = FrameMarkReader(original: Self.size, drawing: 2)
      let finding = reader.read(gray: picture.levels, size: picture.size)
      let isShown: Bool
      switch finding {
      case .mark(let mark):
        // If a picture holds two frames, either may be found.
        isShown = mark == first || mark == second && holdsTwo
        read += 1
      case .mixed(let a, let b), .torn(let a, let b):
        isShown = holdsTwo && Set([a, b]) == [first, second]
      case .unclear, .none: isShown = true
      }
      if !isShown { Issue.record("\(first) as \(finding), \(random)") }
    }
    #expect(read > 0)
  }
}
