import ReelTestSupport
import Testing

@testable import ReelFixtures

/// Runs of equal changes between dark and light, in lines of all lengths.
@Suite struct LevelLinesTests {
  /// The runs of a line or a column, found pixel by pixel.
  private static func rows(_ line: [UInt8], _ threshold: UInt8, isNegative: Bool, _ grid: FrameMarkGrid) -> [[Int]] {
    // Outside the edges is light, which is dark in a negative.
    let isLight = [true] + line.map { ($0 > threshold) != isNegative } + [true]
    let changes = isLight.indices.dropFirst().filter { isLight[$0 - 1] != isLight[$0] }.map { $0 - 1 }
    return stride(from: 0, to: changes.count, by: 2).compactMap { first -> [Int]? in
      guard first + grid.columns <= changes.count else { return nil }
      let row = Array(changes[first..<first + grid.columns])
      let span = row[grid.columns - 1] - row[0]
      let cells = Double(grid.columns - 1)
      guard Double(span) + 1 >= 2.5 * cells else { return nil }
      let (least, most) = (Double(span - 1) / cells, Double(span + 1) / cells)
      let isEven = zip(row, row.dropFirst()).allSatisfy { before, after in
        let way = Double(after - before)
        return way + 1 >= 0.7 * least - 0.6 - 1e-9 && way - 1 <= 1.3 * most + 0.6 + 1e-9
      }
      return isEven ? row : nil
    }
  }

  @Test(
    "Comparing eight pixels at a time gives the same runs as one at a time", arguments: [FrameMarkGrid.single, .double])
  func equal(grid: FrameMarkGrid) {
    var random = Seeded()
    var found = 0
    for _ in 0..<60 {
      let (width, height) = (Int.random(in: 1...200, using: &random), Int.random(in: 1...90, using: &random))
      let (padding, cell) = (Int.random(in: 0...9, using: &random), Int.random(in: 2...9, using: &random))
      let threshold = [0, 1, 126, 127, 128, 254].randomElement(using: &random) ?? 127
      let shift = Int.random(in: 0...20, using: &random)
      // A checkerboard with a little noise, which has runs in both directions up to the edges.
      let bytes = (0..<height * (width + padding)).map { index -> UInt8 in
        let (y, x) = index.quotientAndRemainder(dividingBy: width + padding)
        let isLight = ((x + shift) / cell + (y + shift) / cell).isMultiple(of: 2)
        let isNoise = Int.random(in: 0..<400, using: &random) == 0
        return isLight != isNoise
          ? .random(in: UInt8(threshold + 1)...255, using: &random) : .random(in: 0...UInt8(threshold), using: &random)
      }
      func line(_ number: Int, isTurned: Bool) -> [UInt8] {
        isTurned
          ? (0..<height).map { bytes[$0 * (width + padding) + number] }
          : Array(bytes[number * (width + padding)..<number * (width + padding) + width])
      }
      let lines =
        stride(from: 1, to: height, by: 2).map { ($0, false) } + stride(from: 1, to: width, by: 2).map { ($0, true) }
      for isNegative in [false, true] {
        let expected = lines.flatMap { number, isTurned in
          Self.rows(line(number, isTurned: isTurned), UInt8(threshold), isNegative: isNegative, grid)
            .map { "\(number) \(isTurned) \($0)" }
        }
        var seen: [String] = []
        bytes.withUnsafeBufferPointer { buffer in
          guard let base = buffer.baseAddress else { return }
          let plane = GrayPlane(base: base, width: width, height: height, stride: width + padding)
          var lines = LevelLines(plane, shapes: [.init(grid, minCell: 2.5)])
          let isEnded = lines.contains(threshold: UInt8(threshold)) { row in
            if row.isNegative == isNegative { seen.append("\(row.line) \(row.isTurned) \(row.changes)") }
            return false
          }
          #expect(!isEnded)
        }
        #expect(seen == expected, "\(width)×\(height), cells of \(cell), threshold \(threshold), \(random)")
        found += seen.count
      }
    }
    #expect(found > 100)
  }
}
