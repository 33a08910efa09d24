import Testing

@testable import ReelVideo

@Suite("What FFmpeg computes alike on every processor")
struct BaselineProcessorTests {
  @Test("What is opened sees only what every processor of the architecture has, and what comes after sees all again")
  func extensions() {
    let all = BaselineProcessor.openFast { BaselineProcessor.extensions }
    let seen = BaselineProcessor.open { BaselineProcessor.extensions }
    #if arch(x86_64)
      #expect(seen == all & BaselineProcessor.baseline && seen != 0)
    #else
      #expect(seen == all)
    #endif
    #expect(BaselineProcessor.openFast { BaselineProcessor.extensions } == all)
  }
}
