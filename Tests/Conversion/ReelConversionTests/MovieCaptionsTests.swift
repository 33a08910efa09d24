import Testing

@testable import ReelConversion

@Suite("Subtitles of movies") struct MovieCaptionsTests {
  @Test("Words lose the markup of Advanced SubStation Alpha, and keep their lines")
  func words() {
    let line = #"0,0,Default,,0,0,0,,{\i1}One{\i0}, two\Nand {\an8}three\hfour\x"#
    #expect(MovieCaptions.words(ofEvent: line) == "One, two\nand three four\\x")
  }
}
