import Foundation
import Testing

@Suite struct UndividedTests {
  @Test("A conversion is not divided", arguments: ["--jobs 2", "--part 1/2"])
  func conversion(option: String) async throws {
    let workspace = try Workspace()
    let made = try await workspace.capture("--frames", "2", "--size", "64x48", "-q", "-o", "a.mp4")
    try #require(made.status == 0, "\(made.error)")
    let words = "a.mp4 \(option) -o b.mp4".split(separator: " ").map(String.init)
    let result = try await CaptureProcess.run(words, in: workspace.folder)
    #expect(result.status == 64 && result.error.contains("is for films that are drawn"), "\(result.error)")
    #expect(try workspace.files == ["a.mp4"])
  }
}
