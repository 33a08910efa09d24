import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelCanvas

@Suite("Swap chain") struct SwapChainTests {
  private let size = PixelSize(width: 90, height: 70)

  /// Fills the tiles of a region with a colour.
  private func paint(_ region: Region, _ color: Color, _ draw: ((GraphicsContext) -> Void) throws -> Void) throws {
    try draw { context in
      for rect in region.rects { context.fill(rect, with: .color(color)) }
    }
  }

  private func randomRegion(_ random: inout Seeded) -> Region {
    var region = Region(of: size)
    while region.isEmpty {
      for row in 0..<region.rows {
        for column in 0..<region.columns where Int.random(in: 0..<4, using: &random) == 0 {
          region.insert(column: column, row: row)
        }
      }
    }
    return region
  }

  @Test("Frames that somebody holds keep what they show, and the newest shows everything")
  func frames() throws {
    var random = Seeded()
    var chain = SwapChain()
    var newest = Bitmap(size: size)
    var expected = Bitmap(size: size)
    var held: [(frame: Bitmap, copy: Bitmap)] = []
    for step in 0..<200 {
      let region = randomRegion(&random)
      let color = Color(white: random.double(0...1))
      try paint(region, color) { try chain.redraw(&newest, region, $0) }
      try paint(region, color) { try expected.redraw(region, $0) }
      // Somebody draws on the newest frame himself now and then.
      if Int.random(in: 0..<20, using: &random) == 0 {
        newest[3, 5] = Pixel(red: UInt8(step), green: 0, blue: 0, alpha: 255)
        expected[3, 5] = newest[3, 5]
      }
      #expect(newest == expected, "step \(step), \(random)")
      var copy = Bitmap(size: size)
      copy.withUnsafeMutableBytes { bytes in newest.withUnsafeBytes { bytes.copyMemory(from: $0) } }
      held.append((newest, copy))
      while held.count > 3 || (!held.isEmpty && Bool.random(using: &random)) {
        let frame = held.remove(at: Int.random(in: held.indices, using: &random))
        #expect(frame.frame == frame.copy, "step \(step), \(random)")
      }
    }
  }

  @Test("No more memory takes turns than is read at once, and one to draw on")
  func turns() throws {
    var chain = SwapChain()
    var newest = Bitmap(size: size)
    var queue: [Bitmap] = []
    var addresses: Set<UnsafeRawPointer> = []
    var region = Region(of: size)
    region.insert(column: 1, row: 1)
    for step in 0..<50 {
      try paint(region, Color(white: Double(step) / 50)) { try chain.redraw(&newest, region, $0) }
      newest.withUnsafeBytes { if let address = $0.baseAddress { addresses.insert(address) } }
      queue.append(newest)
      if queue.count > 3 { queue.removeFirst() }
    }
    #expect((4...5).contains(addresses.count))
  }
}
