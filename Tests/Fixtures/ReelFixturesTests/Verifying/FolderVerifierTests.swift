import Foundation
import ReelFixtures
import Testing

/// Verification of all movies in a folder from a Swift program.
@Suite struct FolderVerifierTests {
  @Test("Movies in a folder and its subfolders are verified against their manifests, and problems are grouped")
  func folder() throws {
    let folder = try ClipFolder()
    try FileManager.default.createDirectory(atPath: folder.path("below"), withIntermediateDirectories: true)
    try folder.make("fine.mp4")
    try folder.make("below/other.mp4") { $0.seed = 5 }
    try folder.make("faulty.mp4") { try $0.set(.drop, "3") }
    // The manifest of a clip without faults, beside a clip with faults.
    try folder.make("whole.mp4")
    try FileManager.default.removeItem(atPath: folder.path("faulty.json"))
    let truth = try String(contentsOfFile: folder.path("whole.json"), encoding: .utf8)
    try truth.replacing("whole.mp4", with: "faulty.mp4")
      .write(toFile: folder.path("faulty.json"), atomically: true, encoding: .utf8)
    try Data("no movie".utf8).write(to: folder.folder.appendingPathComponent("text.mkv"))

    var run = VerificationRun()
    run.measuresQuality = false
    var verifier = FolderVerifier(folder.folder.path, run: run)
    verifier.jobs = 2
    let result = try verifier.verify()
    #expect(result.movies.map(\.file) == ["below/other.mp4", "faulty.mp4", "fine.mp4", "text.mkv", "whole.mp4"])
    #expect(result.movies.filter(\.isAsExpected).map(\.file) == ["below/other.mp4", "fine.mp4", "whole.mp4"])
    #expect(!result.isAsExpected)
    #expect(result.text.contains("5 movies, 3 as expected"), "\(result.text)")
    #expect(result.text.contains("faulty.mp4: dropped 1 of 30 frames: 3"), "\(result.text)")
    #expect(result.text.contains("not readable: 1 movie\n    text.mkv: "), "\(result.text)")
    #expect(result.files.count == 5 && result.files[3].failure != nil)
  }

  @Test("Links that lead out of the folder are skipped: to folders, to movies, and to manifests")
  func links() throws {
    let (inside, outside) = (try ClipFolder(), try ClipFolder())
    for name in ["fine.mp4", "bare.mp4", "named.mp4"] { try inside.make(name) }
    for name in ["far.mp4", "bare.mp4", "named.mp4"] { try outside.make(name) { try $0.set(.drop, "3") } }
    let files = FileManager.default
    for name in ["bare.json", "named.mp4"] { try files.removeItem(atPath: inside.path(name)) }
    for (name, target) in [
      ("folder", ""), ("far.mp4", "far.mp4"), ("bare.json", "bare.json"), ("named.mp4", "named.mp4"),
    ] {
      try files.createSymbolicLink(atPath: inside.path(name), withDestinationPath: outside.path(target))
    }
    // A link that stays inside is followed.
    try files.createSymbolicLink(atPath: inside.path("same.mp4"), withDestinationPath: inside.path("fine.mp4"))

    var run = VerificationRun()
    run.measuresQuality = false
    let result = try FolderVerifier(inside.folder.path, run: run).verify()
    #expect(result.movies.map(\.file) == ["bare.mp4", "fine.mp4", "same.mp4"])
    #expect(!result.text.contains("dropped"), "\(result.text)")
  }

  @Test("A folder without movies is refused with advice")
  func empty() throws {
    let folder = try ClipFolder()
    let error = #expect(throws: FixtureError.self) { try FolderVerifier(folder.folder.path).verify() }
    #expect(
      error?.description.hasSuffix("it contains no movies; name a folder with movies, or one movie") == true,
      "\(error?.description ?? "")")
  }
}
