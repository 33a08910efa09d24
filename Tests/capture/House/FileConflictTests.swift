import Foundation
import ReelFiles
import Testing

@testable import capture

@Suite("Files of a program")
struct FileConflictTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "reel-run-\(UUID())").path

  /// A folder with the file `a`, a link to it, and a folder `d`.
  private func withFiles(_ body: () throws -> Void) throws {
    let files = FileManager.default
    try files.createDirectory(atPath: folder + "/d", withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: folder) }
    try Data("precious".utf8).write(to: URL(filePath: folder + "/a"))
    try files.createSymbolicLink(atPath: folder + "/s", withDestinationPath: "a")
    try body()
  }

  @Test("An output that is an input is refused however it is spelled, and others are not")
  func same() throws {
    try withFiles {
      for path in ["a", "s", "d/../a", "/a"].map({ folder + "/" + $0 }) {
        let files = RunFiles(reads: ["--ink": folder + "/a"]).writing(film: path, as: "--film")
        let error = #expect(throws: FileConflict.self) { try files.check() }
        #expect(error == .sameFile(path: path, name: "--film", other: "--ink"))
      }
      try RunFiles(reads: ["--ink": folder + "/a"], writes: ["--report": nil, "-o": folder + "/b"]).check()
      let error = FileConflict.sameFile(path: "a", name: "-o", other: "--ink")
      #expect(error.description == "--ink and -o are both the file a: name another one for -o")
    }
  }

  @Test("Numbered pictures that may get any number are compared by their pattern")
  func pictures() throws {
    try withFiles {
      var files = RunFiles().writing(film: folder + "/d/")
      files.write(folder + "/d/0007.png", as: "--report")
      #expect(throws: FileConflict.self) { try files.check() }
      try RunFiles(writes: ["--report": folder + "/d/7.png"]).writing(film: folder + "/d/").check()
    }
  }

  @Test("A device is refused as an input before it is opened")
  func device() {
    let error = #expect(throws: FileConflict.self) { try RunFiles(reads: ["--ink": "/dev/zero"]).check() }
    #expect(error?.description == "cannot read /dev/zero: it is a device; name a file")
  }

  @Test("An empty path of an input, an output or a film is refused by its name")
  func emptyPath() {
    for (files, name) in [
      (RunFiles(reads: ["--ink": ""]), "--ink"), (RunFiles(writes: ["--report": ""]), "--report"),
      (RunFiles(reads: ["--ink": "a"]).writing(film: ""), "-o"),
    ] {
      let error = #expect(throws: FileConflict.self) { try files.check() }
      #expect(error?.description == "\(name) has an empty path: name a file or folder")
    }
  }

  @Test(
    "The missing folders of an output are made, and removed again where the run fails and leaves nothing in them",
    arguments: ["new/b", "other/deep/b", "d/b"])
  func folders(path: String) async throws {
    struct Failed: Error {}
    try FileManager.default.createDirectory(atPath: folder + "/d", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let made = "\(folder)/\(path.prefix { $0 != "/" })"
    let wasThere = OutputFile.kind(at: made) != nil
    let run = RunFiles(writes: ["-o": "\(folder)/\(path)"])
    await #expect(throws: Failed.self) {
      try await run.withFolders {
        #expect(OutputFile.kind(at: made) != nil)
        throw Failed()
      }
    }
    #expect((OutputFile.kind(at: made) != nil) == wasThere)
    try await run.withFolders {}
    #expect(OutputFile.kind(at: made) != nil)
  }

  @Test("Above pictures all folders are made but their own")
  func nestedFolders() throws {
    try withFiles {
      let files = RunFiles(writes: ["Output": folder + "/one/two/b.gif"]).writing(film: folder + "/pictures/are/here/")
      let made = ["/one/", "/one/two/", "/pictures/", "/pictures/are/"]
      #expect(files.makeFolders() == made.map { folder + $0 })
      #expect(files.makeFolders().isEmpty)
    }
  }
}
