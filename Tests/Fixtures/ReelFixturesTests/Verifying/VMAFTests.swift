import Foundation
import ReelGeometry
import Synchronization
import Testing

@testable import ReelFixtures

/// The communication with FFmpeg's libvmaf, and the report of its scores.
@Suite struct VMAFTests {
  /// A stand-in for FFmpeg that keeps its input and scores pictures from the first one on.
  private final class Stand: PictureProgram {
    let arguments: [String]
    let scores: [Double]
    private(set) var bytes: [UInt8] = []

    init(_ arguments: [String], scores: [Double]) { (self.arguments, self.scores) = (arguments, scores) }

    func write(_ bytes: [UInt8]) { self.bytes += bytes }

    func finish() -> [UInt8] {
      let rows = scores.enumerated().map { "\($0),0.5,\($1),\n" }
      return Array(("Frame,integer_motion2,vmaf,\n" + rows.joined()).utf8)
    }

    /// The size in the header, and the luma of each picture.
    func pictures() throws -> (size: PixelSize, planes: [[UInt8]]) {
      let end = try #require(bytes.firstIndex(of: 10))
      let head = String(decoding: bytes[..<end], as: UTF8.self)
      let match = try #require(head.wholeMatch(of: /YUV4MPEG2 W(\d+) H(\d+) F25:1 Ip C420jpeg/), "\(head)")
      let size = PixelSize(width: try #require(Int(match.1)), height: try #require(Int(match.2)))
      var (planes, rest) = ([[UInt8]](), bytes[(end + 1)...])
      let chroma = (size.width + 1) / 2 * ((size.height + 1) / 2) * 2
      while !rest.isEmpty {
        try #require(rest.starts(with: Array("FRAME\n".utf8)))
        rest = rest.dropFirst(6)
        planes.append(Array(rest.prefix(size.area)))
        #expect(rest.dropFirst(size.area).prefix(chroma).allSatisfy { $0 == 128 })
        rest = rest.dropFirst(size.area + chroma)
      }
      return (size, planes)
    }
  }

  /// The started programs, in order.
  private final class Started: Sendable {
    // The verifying thread uses each program, and the test reads it afterwards.
    private struct Programs: @unchecked Sendable { var list: [Stand] = [] }
    private let programs = Mutex(Programs())
    private let scores: [[Double]]

    init(_ scores: [[Double]]) { self.scores = scores }

    var list: [Stand] { programs.withLock { $0 }.list }

    var start: VMAFMeter.Start {
      { arguments in
        let index = self.programs.withLock { $0.list.count }
        let program = Stand(arguments, scores: self.scores[index])
        nonisolated(unsafe) let stand = program
        self.programs.withLock { $0.list.append(stand) }
        return program
      }
    }
  }

  private static func plane(_ width: Int, _ height: Int, _ value: UInt8) -> LumaPlane {
    LumaPlane(size: PixelSize(width: width, height: height), repeating: value)
  }

  @Test(
    "Pairs alternate with the decoded picture first, another size starts a new stream, and small pictures have no score"
  )
  func stream() throws {
    let started = Started([[50, 60], [70.5]])
    let meter = VMAFMeter(started.start)
    #expect(started.list.isEmpty)
    try meter.add(seen: Self.plane(33, 35, 1), drawn: Self.plane(33, 35, 2))
    try meter.add(seen: Self.plane(33, 35, 3), drawn: Self.plane(33, 35, 4))
    try meter.add(seen: Self.plane(31, 64, 9), drawn: Self.plane(31, 64, 9))
    try meter.add(seen: Self.plane(64, 48, 5), drawn: Self.plane(64, 48, 6))
    let scores = try meter.finish()
    #expect(scores.count == 4 && scores[2].isNaN)
    #expect([scores[0], scores[1], scores[3]] == [50, 60, 70.5])
    let streams = try started.list.map { try $0.pictures() }
    #expect(streams.map(\.size) == [PixelSize(width: 33, height: 35), PixelSize(width: 64, height: 48)])
    #expect(streams.map { $0.planes.map { $0[0] } } == [[1, 2, 3, 4], [5, 6]])
    for program in started.list {
      #expect(program.arguments.contains { $0.contains("libvmaf=") })
    }
  }

  @Test("Scores are found by their column's header, and missing or invalid scores are refused")
  func table() throws {
    #expect(try VMAFMeter.scores("Frame,vmaf,motion,\n0,97.5,1,\n1,88.25,1,\n", count: 2) == [97.5, 88.25])
    #expect(try VMAFMeter.scores("Frame,motion,vmaf\r\n0,1,0\r\n", count: 1) == [0])
    for (text, found) in [
      ("", 0), ("Frame,motion,\n0,1,\n", 0), ("Frame,vmaf,\n0,5,\n", 1), ("Frame,vmaf,\n0,5,\n1,nan,\n", 1),
      ("Frame,vmaf,\n0,1,\n1,2,\n2,3,\n", 3),
    ] {
      #expect(throws: VMAFMeter.Failure.unreadable(found: found, expected: 2), "\(text)") {
        try VMAFMeter.scores(text, count: 2)
      }
    }
  }

  @Test("FFmpeg's list of filters is matched by whole words")
  func list() {
    let list = " .. libvmaf           VV->V      Calculate the VMAF.\n"
    #expect(VMAFMeter.isListed(in: Array(list.utf8)))
    #expect(!VMAFMeter.isListed(in: Array(" .. vmafmotion V->V libvmaf_cuda\n".utf8)))
  }

  @Test("The harmonic mean is libvmaf's")
  func summary() throws {
    let summary = try #require(VMAFSummary([100, 0, 50, .nan]))
    #expect(summary.mean == 50 && summary.min == 0)
    #expect(abs(summary.harmonicMean - (3 / (1 / 101 + 1 + 1 / 51.0) - 1)) < 1e-9)
    #expect(VMAFSummary([.nan]) == nil)
  }

  @Test("Scores are reported in text, JSON, table and page, and compared with expectations")
  func movie() throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4") {
      ($0.frameCount, $0.faults.drop, $0.quality) = (6, [2], .lossless)
      $0.size = PixelSize(width: 176, height: 144)
    }
    let started = Started([[95, 90.25, 99, 88.5, 97]])
    var verifier = MovieVerifier(path: folder.path("clip.mp4"), manifest: manifest, manifestName: "clip.json")
    verifier.vmaf = started.start
    verifier.worstCount = 2
    verifier.expectations = try Expectation.list(parsing: "min-vmaf=88,mean-vmaf=95")
    let movie = try verifier.run()
    let found = movie.verification
    #expect(found.differences.map { "\($0)" } == ["expected mean-vmaf=95, found 93.95"])
    #expect(
      found.text.contains("  vmaf        mean 93.95, harmonic mean 93.78, lowest 88.5 at frame 4\n"), "\(found.text)")
    // Without loss, both pictures of a pair are equal.
    let planes = try #require(try started.list.first?.pictures().planes)
    #expect(started.list.count == 1 && planes.count == 10)
    for index in stride(from: 0, to: 10, by: 2) { #expect(planes[index] == planes[index + 1]) }
    #expect(planes[0] != planes[2])

    let json = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(found)) as? [String: Any])
    let quality = try #require(json["quality"] as? [String: Any])
    let scores = try #require(quality["vmaf"] as? [String: Any])
    #expect(scores["min"] as? Double == 88.5)
    #expect((scores["worst"] as? [String: Any])?["frame"] as? Int == 4)
    #expect((quality["frames"] as? [[String: Any]])?.map { $0["vmaf"] as? Double } == [95, 90.25, 99, 88.5, 97])

    let table = PictureTable.text([VerifiedFile(name: "clip.mp4", verification: found)]).split(separator: "\n")
    #expect(table.first == "movie,picture,time,frame,clip,psnr,ssim,chroma,original,vmaf")
    #expect(
      table.dropFirst().map { $0.split(separator: ",").last } == ["95.000", "90.250", "99.000", "88.500", "97.000"])
    let path = try VerificationReport.write(movie, recipe: manifest.recipe, to: folder.path("report"))
    let page = try String(contentsOfFile: path, encoding: .utf8)
    #expect(page.contains("<b>93.95</b><span>VMAF, mean</span>"))
    #expect(page.contains("<b>88.5</b><span>VMAF, lowest, frame 4</span>"))
    #expect(page.contains("aria-label=\"VMAF of each picture\""))
    #expect(page.contains("<th scope=\"col\">VMAF</th>") && page.contains("<td>90.25</td>"))
  }

  @Test("If nothing can be compared, the report says why there is no score, and expectations fail")
  func unmeasured() throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4") { $0.frameCount = 3 }
    var verifier = MovieVerifier(path: folder.path("clip.mp4"))
    verifier.vmaf = Started([]).start
    #expect(
      try verifier.run().verification.text.contains("vmaf        not measured: that needs the manifest or --reference"))
    verifier.expectations = [Expectation(.minVMAF, 0)]
    let differences = try verifier.run().verification.differences.map { "\($0)" }
    #expect(differences == ["expected min-vmaf=0, found not measured: that needs the manifest or --reference"])
    // VMAF was not requested.
    #expect(try !folder.verify("clip.mp4", manifest, quality: true).text.contains("vmaf"))
  }

  @Test("An error of the program ends verification")
  func failure() throws {
    struct Gone: Error {}
    final class Broken: PictureProgram {
      func write(_ bytes: [UInt8]) throws { throw Gone() }
      func finish() throws -> [UInt8] { [] }
    }
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4") { ($0.frameCount, $0.size) = (3, PixelSize(width: 176, height: 144)) }
    var verifier = MovieVerifier(path: folder.path("clip.mp4"), manifest: manifest, manifestName: "clip.json")
    verifier.vmaf = { _ in Broken() }
    #expect(throws: Gone.self) { try verifier.run() }
  }
}
