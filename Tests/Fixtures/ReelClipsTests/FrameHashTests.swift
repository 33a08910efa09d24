import Foundation
import ReelCanvas
import ReelGeometry
import ReelTestSupport
import ReelTiming
import Testing

@testable import ReelClips
@testable import ReelVideo

@Suite("Frame hashes")
struct FrameHashTests {
  struct Case: Hashable, Sendable, CustomTestStringConvertible {
    var name: String
    var showings: [Showing]
    var bFrames = 0
    var hasSound = false

    var testDescription: String { name }

    /// In ticks of a hundredth of a second, at 25 frames a second.
    static let all = [
      Case(name: "even", showings: Showing.even(10, step: 4)),
      Case(name: "uneven", showings: [0, 4, 12, 16, 28, 30, 45, 47, 49, 60].map { Showing(pts: $0, duration: 4) }),
      Case(name: "jitter", showings: [0, 5, 7, 12, 15, 21, 24, 27].map { Showing(pts: $0, duration: 4) }),
      Case(name: "gap", showings: Showing.even(5, step: 4) + Showing.even(5, from: 70, step: 4)),
      Case(name: "late", showings: Showing.even(6, from: 150, step: 4)),
      Case(name: "B-frames", showings: Showing.even(10, step: 4), bFrames: 2),
      Case(name: "one frame", showings: Showing.even(1, step: 4)),
      Case(name: "sound", showings: Showing.even(12, step: 4), hasSound: true),
    ]

    /// The examples in the containers that hold them; that others refuse them, tests of the writer show.
    static let held = MediaContainer.allCases.filter { $0 != .m4v }.flatMap { container in
      all.filter { $0.fits(container) }.map { Held(example: $0, container: container) }
    }

    private func fits(_ container: MediaContainer) -> Bool {
      (container.keepsTimes || name == "even" || hasSound || name == "one frame")
        && (container.keepsStart || name != "late") && (container.defaultCodec == "h264" || bFrames == 0)
        && (container.soundCodec != nil || !hasSound)
    }
  }

  struct Held: Hashable, Sendable, CustomTestStringConvertible {
    var example: Case
    var container: MediaContainer

    var testDescription: String { "\(example.name) in .\(container.rawValue)" }
  }

  @Test(
    "The lines are those that ffmpeg prints", .enabled(if: Program.find("ffmpeg") != nil, "ffmpeg is not installed"),
    arguments: Case.held)
  func ffmpeg(held: Held) async throws {
    let (example, container) = (held.example, held.container)
    try await withFolder { folder in
      let path = Combination(codec: "", container: container).path(in: folder)
      let configuration = ClipConfiguration(
        size: PixelSize(width: 64, height: 48), frameRate: 25, timeBase: TimeBase(1, 100), bFrames: example.bFrames,
        sound: example.hasSound ? ClipConfiguration.Sound() : nil)
      try writeClip(to: path, configuration, example.showings, sound: (0..<20_000).map { Float(sin(Double($0) / 7)) })
      try await expectSame(path)
    }
  }

  @Test(
    "Pictures are turned as ffmpeg turns them",
    .enabled(if: Program.find("ffmpeg") != nil, "ffmpeg is not installed"), arguments: ImageOrientation.allCases)
  func orientations(orientation: ImageOrientation) async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "clip.mp4").path
      let configuration = ClipConfiguration(
        size: PixelSize(width: 64, height: 48), frameRate: 25, orientation: orientation)
      try writeClip(to: path, configuration, Showing.even(3))
      #expect(try ClipReader(path: path).orientation == orientation)
      try await expectSame(path)
    }
  }

  @Test(
    "Rates over 1001 have their own clock", .enabled(if: Program.find("ffmpeg") != nil, "ffmpeg is not installed"),
    arguments: ["24000/1001", "60000/1001", "120"], ["mp4", "mkv", "ts"])
  func rates(rate: String, ending: String) async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "clip.\(ending)").path
      let configuration = ClipConfiguration(
        size: PixelSize(width: 64, height: 48), frameRate: try FrameRate(parsing: rate), bFrames: 1)
      try writeClip(to: path, configuration, Showing.even(20))
      try await expectSame(path)
    }
  }

  private func expectSame(_ path: String) async throws {
    let program = try #require(Program.find("ffmpeg"))
    let plain = try await Program.runAside(
      program, ["-nostdin", "-v", "error", "-i", path, "-f", "framemd5", "-"])
    #expect(plain.error == "")
    let text = try FrameHashFile.text(of: path, software: .named)
    #expect(text == String(decoding: plain.output, as: UTF8.self))
    let left = try FrameHashFile.text(of: path)
    #expect(left == text.split(separator: "\n").filter { !$0.hasPrefix("#software") }.joined(separator: "\n") + "\n")
  }
}
