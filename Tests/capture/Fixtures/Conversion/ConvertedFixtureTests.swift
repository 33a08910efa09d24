import Foundation
import Testing

/// Fixtures through every pair of containers.
@Suite("Converting fixtures") struct ConvertedFixtureTests: ConversionTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test(
    "Fixtures that are converted verify as expected in every pair of containers",
    arguments: ["mp4", "mov", "mkv", "webm"])
  func fixtures(ending: String) async throws {
    let made = try await capture(
      "fixture -o in.\(ending) --frames 30 --size 176x144 --vfr --b-frames \(ending == "webm" ? 0 : 2) --audio beep -q")
    #expect(made.status == 0, "\(made.error)")
    for (other, options) in [
      ("mp4", ""), ("mov", ""), ("mkv", ""), ("webm", ""), ("mp4", " --codec hevc"), ("mov", " --codec prores"),
      ("mkv", " --codec ffv1"),
    ] {
      let converted = try await capture("in.\(ending)\(options) -q -o out.\(other)")
      #expect(converted.status == 0, "\(converted.error)")
      let verified = try await capture("verify out.\(other) --manifest in.json")
      #expect(
        verified.status == 0, "\(ending) to \(other)\(options): \(String(decoding: verified.output, as: UTF8.self))")
    }
  }
}
