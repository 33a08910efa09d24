import Foundation
import Testing

@testable import ReelFixtures

/// The output of verification for other programs.
@Suite struct ProgramReportTests {
  private static func movies() -> [VerifiedFile] {
    var fine = Verification(file: "a,\"b\".mp4")
    fine.showings = [Showing(0, of: 7, at: 0), Showing(time: 0.04, mark: .unreadable), Showing(2, of: 7, at: 0.08)]
    var qualities = FrameQualities()
    qualities.append(number: 2, time: 0.08, PictureQuality(psnr: 41.25, ssim: 0.98))
    fine.quality = QualitySummary(frames: qualities, worst: [])
    var bad = Verification(file: "<c>.mp4")
    bad.showings = [Showing(5, at: 1.5)]
    bad.findings = [Finding(.dropped, total: 9, spans: [.init(0, 4)])]
    bad.judge([], tolerance: 0.001)
    return [
      VerifiedFile(name: fine.file, verification: fine), VerifiedFile(name: bad.file, verification: bad),
      VerifiedFile(name: "d.mp4", failure: "d.mp4 can't be read & more"),
    ]
  }

  @Test("Each picture is a row of the table")
  func table() {
    #expect(
      PictureTable.text(Self.movies()) == """
        movie,picture,time,frame,clip,psnr,ssim
        "a,""b"".mp4",0,0,0,7,,
        "a,""b"".mp4",1,0.04,,,,
        "a,""b"".mp4",2,0.08,2,7,41.250,0.98000
        <c>.mp4,0,1.5,5,0,,

        """)
  }

  @Test("The JUnit report has a test for each movie: passed, failed or in error")
  func junit() throws {
    let text = JUnitReport.text(Self.movies(), title: "out & in")
    #expect(text.hasPrefix(JUnitReport.beginning))
    #expect(text.contains("<testsuite name=\"out &amp; in\" tests=\"3\" failures=\"1\" errors=\"1\">"))
    for tag in ["<testcase ", "</testcase>"] { #expect(text.components(separatedBy: tag).count == 4, "\(text)") }
    #expect(
      text.contains("<failure type=\"difference\" message=\"dropped\">dropped 5 of 9 frames: 0–4</failure>"), "\(text)")
    #expect(text.contains("name=\"&lt;c&gt;.mp4\""))
    #expect(text.contains("<error message=\"d.mp4 can't be read &amp; more\"/>"))
  }

  @Test("Control characters, which XML cannot represent, are left out")
  func control() {
    let text = JUnitReport.text([VerifiedFile(name: "a\u{1}b\u{1B}", failure: "c\u{0}")], title: "t")
    #expect(text.contains("name=\"ab\"") && text.contains("message=\"c\""))
  }

  @Test("The JSON contains the frame of each picture")
  func json() throws {
    let verification = try #require(Self.movies()[0].verification)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let text = String(decoding: try encoder.encode(verification), as: UTF8.self)
    #expect(
      text.contains("\"showings\":[{\"frame\":0,\"time\":0},{\"time\":0.04},{\"frame\":2,\"time\":0.08}]"), "\(text)")
  }
}
