import Foundation
import Testing

@testable import ReelFixtures

/// The output of verification for other programs.
@Suite struct ProgramReportTests {
  private static func movies() -> [VerifiedFile] {
    var fine = Verification(file: "a,\"b\".mp4")
    fine.showings = [Showing(0, of: 7, at: 0), Showing(time: 0.04, mark: .unreadable), Showing(2, of: 7, at: 0.08)]
    var qualities = FrameQualities()
    qualities.append(number: 2, time: 0.08, PictureQuality(psnr: 41.25, ssim: 0.98), chroma: 44.5)
    fine.originalTimes = [0, 0.04, 0.0834]
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
        movie,picture,time,frame,clip,psnr,ssim,chroma,original
        "a,""b"".mp4",0,0,0,7,,,,0
        "a,""b"".mp4",1,0.04,,,,,,
        "a,""b"".mp4",2,0.08,2,7,41.250,0.98000,44.500,0.0834
        <c>.mp4,0,1.5,5,0,,,,

        """)
  }

  @Test("The JUnit report has a suite for each movie, and a test for each check and each expectation")
  func junit() throws {
    var movies = Self.movies()
    movies[1].seconds = 2.5
    var strict = Verification(file: "e.mp4")
    strict.judge([Expectation(.dropped, 0), Expectation(.pictures, 3)], tolerance: 0.001)
    movies.append(VerifiedFile(name: strict.file, verification: strict))
    let text = JUnitReport.text(movies, title: "out & in")
    let checks = Finding.Kind.allCases.count - 2
    #expect(text.hasPrefix(JUnitReport.beginning))
    // The expectation of drops replaces the check for them.
    let all = "tests=\"\(3 * checks + 2)\" failures=\"2\" errors=\"1\""
    #expect(text.contains("<testsuites name=\"capture verify out &amp; in\" \(all)>"), "\(text)")
    #expect(text.components(separatedBy: "<testcase ").count == 3 * checks + 2 + 1)
    let suite = "<testsuite name=\"&lt;c&gt;.mp4\" tests=\"\(checks)\" failures=\"1\" errors=\"0\" time=\"2.500\">"
    #expect(text.contains(suite), "\(text)")
    #expect(
      text.contains("<failure type=\"difference\" message=\"dropped\">dropped 5 of 9 frames: 0–4</failure>"), "\(text)")
    #expect(text.contains("<testcase classname=\"e.mp4\" name=\"dropped=0\"/>"), "\(text)")
    #expect(text.contains("message=\"pictures=3\""), "\(text)")
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
