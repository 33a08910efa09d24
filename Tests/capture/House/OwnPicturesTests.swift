import Foundation
import Reel
import Testing

/// What stands in a folder where pictures are to be made.
struct Stranger: CustomTestStringConvertible, Sendable {
  var output: String
  var name: String
  /// How it comes into the folder.
  var kind = Kind.file
  /// Whether `--force` replaces or removes it.
  var yields = true

  enum Kind { case file, link, danglingLink, folder, edited, writeProtected }

  var testDescription: String { "\(kind) \(name) for -o \(output)" }
}

@Suite struct OwnPicturesTests {
  private func film(_ workspace: Workspace, _ frames: Int, _ arguments: String...) async throws -> CaptureProcess {
    try await CaptureProcess.run(
      ["--frames", "\(frames)", "--size", "64x64", "-q"] + arguments, in: workspace.folder)
  }

  static let strangers = [
    Stranger(output: "s/", name: "20241.png"), Stranger(output: "s/", name: "0001.png"),
    Stranger(output: "s", name: "0000.png"), Stranger(output: "s/%d.png", name: "2023.png"),
    Stranger(output: "s/%04d.png", name: "0001.png", kind: .link),
    Stranger(output: "s/", name: "0001.png", kind: .danglingLink),
    Stranger(output: "s/", name: "0003.png", kind: .folder, yields: false),
    Stranger(output: "s/", name: "0001.png", kind: .edited), Stranger(output: "s/", name: "0004.png", kind: .edited),
    Stranger(output: "s/", name: "0001.png", kind: .writeProtected),
    Stranger(output: "s/", name: "0004.png", kind: .writeProtected),
  ]

  private func put(_ stranger: Stranger, in workspace: Workspace) async throws {
    let files = FileManager.default
    let url = workspace.url("s/" + stranger.name)
    try files.createDirectory(at: workspace.url("s"), withIntermediateDirectories: false)
    switch stranger.kind {
    case .file: try Data("photo".utf8).write(to: url)
    case .link:
      try Data("photo".utf8).write(to: workspace.url("photo"))
      try files.createSymbolicLink(atPath: url.path, withDestinationPath: "../photo")
    case .danglingLink: try files.createSymbolicLink(atPath: url.path, withDestinationPath: "nowhere")
    case .folder: try files.createDirectory(at: url, withIntermediateDirectories: false)
    case .edited:
      #expect(try await film(workspace, 5, "-o", stranger.output).status == 0)
      // Of the same size: only its bytes tell.
      var bytes = try Data(contentsOf: url)
      bytes[bytes.count / 2] ^= 1
      try bytes.write(to: url)
    case .writeProtected:
      #expect(try await film(workspace, 5, "-o", stranger.output).status == 0)
      #expect(chmod(url.path, 0o444) == 0)
    }
  }

  /// The names and bytes of what is in the folder of pictures.
  private func content(_ workspace: Workspace) throws -> [String: Data?] {
    let names = try FileManager.default.contentsOfDirectory(atPath: workspace.url("s").path)
    return Dictionary(uniqueKeysWithValues: names.map { ($0, try? Data(contentsOf: workspace.url("s/" + $0))) })
  }

  @Test(
    "A file that Reel did not make is neither replaced nor removed, and reported before any work", arguments: strangers)
  func refused(stranger: Stranger) async throws {
    let workspace = try Workspace()
    try await put(stranger, in: workspace)
    let before = try content(workspace)
    let result = try await film(workspace, 100_000, "-o", stranger.output)
    #expect(result.status == 73)
    #expect(result.errorLines.count == 1)
    #expect(result.error.contains("s/\(stranger.name) "), "\(result.error)")
    #expect(result.error.contains(stranger.yields ? "give --force" : "a folder of that name"), "\(result.error)")
    #expect(try content(workspace) == before)

    let forced = try await film(workspace, 2, "--force", "-o", stranger.output)
    #expect(forced.status == (stranger.yields ? 0 : 73), "\(forced.error)")
    guard stranger.yields else { return #expect(try content(workspace) == before) }
    let pictures = stranger.output.hasSuffix("%d.png") ? ["0.png", "1.png"] : ["0000.png", "0001.png"]
    #expect(try workspace.shown("s") == pictures)
    if stranger.kind == .link { #expect(try Data(contentsOf: workspace.url("photo")) == Data("photo".utf8)) }
    // From now on the pictures are Reel's own.
    if stranger.kind != .writeProtected { #expect(try await film(workspace, 3, "-o", stranger.output).status == 0) }
  }

  @Test("Films of any length can replace one another, and files with other names stay")
  func lengths() async throws {
    let workspace = try Workspace()
    let others = ["DSC0001.png", "0001 copy.png", "00001.png", "1.png", "0001.PNG", "0001.png.bak", "a0001.png"]
    try FileManager.default.createDirectory(at: workspace.url("s"), withIntermediateDirectories: false)
    for name in others { try Data(name.utf8).write(to: workspace.url("s/" + name)) }
    for count in [3, 7, 2, 2, 5, 1] {
      let result = try await film(workspace, count, "-o", "s")
      #expect(result.status == 0, "\(result.error)")
      #expect(try workspace.shown("s") == (others + (0..<count).map { "000\($0).png" }).sorted())
    }
    for name in others { #expect(try Data(contentsOf: workspace.url("s/" + name)) == Data(name.utf8)) }
    // Pictures of another pattern that shares the manifest are remembered.
    #expect(try await film(workspace, 1, "-o", "s/%02d.png").status == 0)
    #expect(try await film(workspace, 2, "-o", "s/%04d.png").status == 0)
    #expect(try await film(workspace, 2, "-o", "s/%02d.png").status == 0)
    #expect(try workspace.shown("s") == (others + ["00.png", "01.png", "0000.png", "0001.png"]).sorted())
    let refused = try await film(workspace, 2, "--no-clobber", "-o", "s")
    #expect(refused.status == 73 && refused.error.contains("must not be replaced"), "\(refused.error)")
  }

  @Test("A manifest that Reel did not write is not replaced, and pictures without one count as foreign")
  func manifest() async throws {
    let workspace = try Workspace()
    #expect(try await film(workspace, 3, "-o", "s/").status == 0)
    let path = workspace.url("s/.%d.png.manifest")
    let known = try String(contentsOf: path, encoding: .utf8)
    for text in ["mine", "", "reel-files 1", "reel-files 2\n", known + "x\n", known + "x 5 y\n"] {
      try Data(text.utf8).write(to: path)
      let result = try await film(workspace, 2, "-o", "s/")
      #expect(result.status == 73 && result.error.contains(".%d.png.manifest"), "\(text): \(result.error)")
      #expect(try Data(contentsOf: path) == Data(text.utf8))
    }
    try FileManager.default.removeItem(at: path)
    let result = try await film(workspace, 2, "-o", "s/")
    #expect(result.status == 73)
    #expect(result.error.contains("s/0000.png and 2 other files are in the way"), "\(result.error)")
    #expect(try workspace.shown("s").count == 3)
    #expect(try await film(workspace, 2, "-o", "s/", "--force").status == 0)
    #expect(try workspace.shown("s").count == 2)
    #expect(try await film(workspace, 1, "-o", "s/").status == 0)
  }

  @Test(
    "Names with every character are found again in the manifest",
    arguments: ["a b ", "50%%", "x\\n", "new\nline ", " "])
  func names(prefix: String) async throws {
    let workspace = try Workspace()
    try FileManager.default.createDirectory(at: workspace.url("s"), withIntermediateDirectories: false)
    for count in [3, 1, 2] {
      let result = try await film(workspace, count, "-o", "s/\(prefix)%02d.png")
      #expect(result.status == 0, "\(result.error)")
      #expect(try workspace.shown("s").count == count)
    }
  }

  @Test("Numbered clips of capture fixture follow the same rule", arguments: [0, 3, 2024])
  func fixture(number: Int) async throws {
    let workspace = try Workspace()
    let clip = ["fixture", "--frames", "3", "--size", "176x144", "-q", "-o", "f%03d.png"]
    let name = "f" + String(repeating: "0", count: max(0, 3 - "\(number)".count)) + "\(number).png"
    try Data("photo".utf8).write(to: workspace.url(name))
    let refused = try await CaptureProcess.run(clip, in: workspace.folder)
    #expect(refused.status == 73)
    #expect(refused.error.contains("\(name) is in the way"), "\(refused.error)")
    #expect(try workspace.files == [name])
    #expect(try Data(contentsOf: workspace.url(name)) == Data("photo".utf8))
    #expect(try await CaptureProcess.run(clip + ["--force"], in: workspace.folder).status == 0)
    #expect(try await CaptureProcess.run(clip, in: workspace.folder).status == 0)
    let files = try workspace.files.filter { !$0.hasPrefix(".") }
    #expect(files == ["f.framemd5", "f.json", "f000.png", "f001.png", "f002.png"])
  }
}
