import ReelGeometry
import Testing

@testable import ReelVideo

@Suite("The end of encoders")
struct EncoderTeardownTests {
  @Test("An encoder whose end has begun is gone when the wait is over, and before the next one is there")
  func gone() throws {
    let configuration = VideoConfiguration(size: PixelSize(width: 64, height: 64), frameRate: 10)
    weak var first: (any FilmCompressor)?
    func begin() throws {
      let encoder = try H264Encoder.open(configuration)
      first = encoder
      EncoderTeardown.begin(encoder)
    }
    try begin()
    EncoderTeardown.wait()
    #expect(first == nil)
    try begin()
    let next = try H264Encoder.open(configuration)
    #expect(first == nil && next.name == "libx264")
  }
}
