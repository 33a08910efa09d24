import Testing

@testable import ReelVideo

@Suite("What FFmpeg computes alike on every processor")
struct CommonProcessorTests {
  @Test("What is opened sees only what every processor of the architecture has, and what comes after sees all again")
  func extensions() {
    let all = CommonProcessor.openFast { CommonProcessor.extensions }
    let seen = CommonProcessor.open { CommonProcessor.extensions }
    #if arch(x86_64)
      #expect(seen == all & CommonProcessor.common && seen != 0)
    #else
      #expect(seen == all)
    #endif
    #expect(CommonProcessor.openFast { CommonProcessor.extensions } == all)
  }
}
