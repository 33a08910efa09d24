import Foundation
import Testing

@Suite("Both pixel converters") struct ConverterTests {
  @Test(
    "Both converters convert each sample of real films to within 1 of 255", arguments: ["yuv420p", "yuv444p"],
    [
      ["--frames", "60", "--levels", "0...4"], ["trace", TraceCommandTests.sample("s"), "--seconds", "4"],
    ])
  func films(format: String, film: [String]) async throws { try await Self.compare(film, format: format) }

  /// Films by both converters, and compares the samples.
  static func compare(_ film: [String], format: String) async throws {
    let workspace = try Workspace()
    let options = ["--size", "322x182", "--pixel-format", format, "-q", "-o", "-", "--format", "raw"]
    let own = try await CaptureProcess.run(film + options, in: workspace.folder)
    let other = try await CaptureProcess.run(film + options + ["--converter", "swscale"], in: workspace.folder)
    #expect(own.status == 0 && other.status == 0, "\(own.error) \(other.error)")
    #expect(own.output.count == other.output.count && own.output.count > 10 * 322 * 182)
    let worst = own.output.withUnsafeBytes { one in
      other.output.withUnsafeBytes { two in zip(one, two).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) } }
    }
    #expect(worst <= 1)
  }
}
