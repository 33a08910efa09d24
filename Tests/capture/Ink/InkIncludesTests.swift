import Foundation
import Testing

@Suite struct InkIncludesTests {
  private static let ink = """
    .VERSION 1.0
    .COORD X Y
    .PEN_DOWN
    10 10
    20 30
    40 10
    .PEN_UP
    """

  @Test(
    "An output that the ink includes as a file is refused",
    arguments: [["-o", "link.mp4"], ["-o", "link.gif"], ["-o", "a.mp4", "--recipe", "ink.dat", "--force"]])
  func kept(words: [String]) async throws {
    let workspace = try Workspace()
    try Data(Self.ink.utf8).write(to: workspace.url("ink.dat"))
    try Data(".INCLUDE ink.dat\n".utf8).write(to: workspace.url("main.dat"))
    for name in ["link.mp4", "link.gif"] {
      try FileManager.default.createSymbolicLink(
        atPath: workspace.url(name).path, withDestinationPath: "ink.dat")
    }
    let refused = try await CaptureProcess.run(
      ["trace", "main.dat", "-q", "--size", "64x64"] + words, in: workspace.folder)
    #expect(refused.status == 64, "\(refused.error)")
    #expect(refused.errorLines.count == 1)
    #expect(try Data(contentsOf: workspace.url("ink.dat")) == Data(Self.ink.utf8))
  }
}
