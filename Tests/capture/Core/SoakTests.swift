import Foundation
import Testing

/// The program of `make soak`, with numbers that take seconds.
@Suite struct SoakTests {
  private func soak(_ arguments: String...) async throws -> CaptureProcess {
    let workspace = try Workspace()
    let program = CaptureProcess.executable.deletingLastPathComponent().appendingPathComponent("reel-soak")
    return try await CaptureProcess.run(
      executable: program, arguments + ["--folder", workspace.folder.path], in: workspace.folder)
  }

  @Test("A thousand recordings in one process, half of them failing, leak no memory")
  func recordings() async throws {
    let result = try await soak("--recordings", "1000")
    #expect(result.status == 0, "\(result.error)")
    #expect(String(decoding: result.output, as: UTF8.self).hasPrefix("1000 recordings: "))
  }

  @Test("Memory, times and ticks of films in virtual and real time are checked")
  func films() async throws {
    let result = try await soak("--minutes", "0.1", "--live-minutes", "0.01", "--size", "320x180")
    #expect(result.status == 0, "\(result.error)")
    let output = String(decoding: result.output, as: UTF8.self)
    #expect(output.contains("every frame from 0 to 359 stands at its time"), "\(output)")
    #expect(output.contains("every frame from 0 to 35 stands at its time"), "\(output)")
  }

  @Test("A wrong argument is refused")
  func wrong() async throws {
    let result = try await soak("--hours", "1")
    #expect(result.status == 1)
    #expect(result.error == "reel-soak: unknown option --hours: see the beginning of Soak.swift\n")
  }
}
