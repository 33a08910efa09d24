import ReelCanvas
import ReelGeometry
import Testing

@testable import ReelVideo

@Suite("Curves of high dynamic range")
struct ColorTransferTests {
  @Test("White has the signals of ITU-R BT.2408: 58 % in PQ, 75 % in HLG, both 203 cd/m²")
  func white() {
    #expect(abs(ColorTransfer.pq.signal(1) - 0.5807) < 0.0001)
    #expect(abs(ColorTransfer.hlg.signal(1) - 0.75) < 1e-9)
    #expect(ColorTransfer.pq.luminance(1) == 203)
    #expect(abs(ColorTransfer.hlg.luminance(1) - 203) < 1)
    // 100 and 1000 cd/m² have 51 and 75 %.
    #expect(abs(ColorTransfer.pq.signal(100 / 203) - 0.5081) < 0.0001)
    #expect(abs(ColorTransfer.pq.signal(1000 / 203) - 0.7518) < 0.0001)
  }

  @Test("Light comes back from its signal", arguments: ColorTransfer.allCases)
  func inverse(transfer: ColorTransfer) {
    for step in 0...100 {
      let light = Double(step) / 100
      #expect(abs(transfer.light(transfer.signal(light)) - light) < 1e-6)
    }
  }

  @Test(
    "Colours have the samples that another program computes",
    arguments: [
      ((191, 191, 191), [514, 512, 512]), ((191, 0, 0), [345, 445, 601]), ((0, 0, 191), [241, 655, 536]),
      ((255, 255, 255), [573, 512, 512]), ((25, 25, 25), [228, 512, 512]), ((0, 0, 0), [64, 512, 512]),
    ] as [((Int, Int, Int), [Int])])
  func samples(color: (Int, Int, Int), expected: [Int]) throws {
    let (red, green, blue) = (UInt8(color.0), UInt8(color.1), UInt8(color.2))
    let bitmap = Bitmap(size: PixelSize(width: 1, height: 1), red: red, green: green, blue: blue)
    let picture = try RawPicture(bitmap, format: "yuv444p10le", matrix: .bt2020, transfer: .pq)
    let samples = (0..<3).map { Int(picture.bytes[2 * $0]) | Int(picture.bytes[2 * $0 + 1]) << 8 }
    #expect(samples == expected)
    let back = try picture.bitmap()[0, 0]
    for (seen, drawn) in [(back.red, red), (back.green, green), (back.blue, blue)] {
      #expect(abs(Int(seen) - Int(drawn)) <= 4, "\(back)")
    }
  }
}
