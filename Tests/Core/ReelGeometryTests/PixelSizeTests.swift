import ReelGeometry
import Testing

@Suite struct PixelSizeTests {
  @Test(
    "Sizes are written as numbers, heights or words",
    arguments: [
      ("640x360", 640, 360), ("640X360", 640, 360), ("640×360", 640, 360), ("480p", 854, 480), ("720p", 1280, 720),
      ("1080p", 1920, 1080), ("4K", 3840, 2160), ("8k", 7680, 4320), ("square", 1080, 1080), ("story", 1080, 1920),
      ("1080", 1920, 1080),
      ("1440P", 2560, 1440), ("480", 854, 480), ("9216", 16384, 9216),
    ])
  func sizes(text: String, width: Int, height: Int) throws {
    #expect(try PixelSize(parsing: text) == PixelSize(width: width, height: height))
  }

  @Test(
    "What is no size, or too large, is refused",
    arguments: [
      "", "x", "0x5", "5x", "-5x5", "5x5x5", "5 x 5", "0", "p", "9217", "16385x1", "99999999999999999999", "5k",
    ])
  func refused(text: String) {
    let error = #expect(throws: InvalidValue.self) { try PixelSize(parsing: text) }
    #expect(error?.description.contains("WIDTHxHEIGHT of 1 to 16384") == true)
    if text.isEmpty { #expect(error?.description.hasPrefix("size \"\" is not valid") == true) }
  }

  @Test("A bound of its own is told and kept")
  func bound() throws {
    #expect(try PixelSize(parsing: "8k", longest: 8192) == PixelSize(width: 7680, height: 4320))
    let error = #expect(throws: InvalidValue.self) { try PixelSize(parsing: "8k", longest: 4096) }
    #expect(error?.description.contains("1 to 4096") == true)
  }
}
