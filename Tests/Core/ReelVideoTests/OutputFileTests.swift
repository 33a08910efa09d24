import ReelTestSupport
import Foundation
import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelVideo
import Testing

@Suite("Outputs that are not plain files")
struct OutputFileTests {
  private let size = PixelSize(width: 64, height: 48)
  private let files = FileManager.default

  private func writer(_ url: URL, replacing: ReplacementPolicy = .named) throws -> MovieWriter {
    try MovieWriter(
      to: .file(url, replacing: replacing), configuration: VideoConfiguration(size: size, frameRate: 10))
  }

  private func link(_ url: URL, to text: String) throws {
    try files.createSymbolicLink(atPath: url.path, withDestinationPath: text)
  }

  private func mode(_ url: URL) -> mode_t {
    var status = stat()
    return lstat(url.path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test("A link is followed, from link to link, also where its end is not there yet", arguments: [true, false])
  func links(isThere: Bool) async throws {
    try await withFolder { folder in
      try files.createDirectory(at: folder.appending(path: "disk"), withIntermediateDirectories: false)
      let real = folder.appending(path: "disk/real.bin")
      if isThere { try Data("before".utf8).write(to: real) }
      try link(folder.appending(path: "disk/inner"), to: "real.bin")
      try link(folder.appending(path: "latest.mp4"), to: folder.path + "/disk/inner")
      try await writeMovie(to: folder.appending(path: "latest.mp4"), frames: 2, size: size)
      #expect(try files.destinationOfSymbolicLink(atPath: folder.path + "/latest.mp4") == folder.path + "/disk/inner")
      #expect(try MovieReader(url: real).remainingFrames().count == 2)
      #expect(try fileNames(in: folder) == ["disk", "latest.mp4"])
      #expect(try fileNames(in: folder.appending(path: "disk")) == ["inner", "real.bin"])
    }
  }

  @Test("Links that go in a circle are refused")
  func circle() async throws {
    try await withFolder { folder in
      try link(folder.appending(path: "a.mp4"), to: "b.mp4")
      try link(folder.appending(path: "b.mp4"), to: "a.mp4")
      #expect(throws: OutputError.self) { try writer(folder.appending(path: "a.mp4")) }
    }
  }

  @Test("A link is there, also one that points nowhere, where nothing must be replaced")
  func linkAndNoClobber() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      try link(url, to: "nowhere.mp4")
      #expect(throws: OutputError.alreadyExists(path: url.path)) { try writer(url, replacing: .never) }
      #expect(try fileNames(in: folder) == ["movie.mp4"])
    }
  }

  @Test("A pipe and a device are refused and stay")
  func special() async throws {
    try await withFolder { folder in
      let pipe = folder.appending(path: "pipe.mp4")
      #expect(mkfifo(pipe.path, 0o600) == 0)
      #expect(throws: OutputError.isNoFile(path: pipe.path, kind: "a pipe")) { try writer(pipe) }
      let device = folder.appending(path: "null.mp4")
      try link(device, to: "/dev/null")
      #expect(throws: OutputError.isNoFile(path: device.path, kind: "a device")) { try writer(device) }
      #expect(try fileNames(in: folder) == ["null.mp4", "pipe.mp4"])
    }
  }

  @Test("A name that ends in a slash is the name of a folder, and refused before any work")
  func slash() async throws {
    try await withFolder { folder in
      let path = folder.path + "/movie.mp4/"
      let configuration = VideoConfiguration(size: size, frameRate: 10)
      for destination in [MovieDestination.path(path), .file(URL(filePath: path))] {
        #expect(throws: OutputError.isFolder(path: path)) {
          try MovieWriter(to: destination, configuration: configuration)
        }
      }
      let left = try fileNames(in: folder)
      #expect(left == [])
    }
  }

  @Test("Links planted under the names that a movie uses on its way are not followed")
  func planted() async throws {
    try await withFolder { folder in
      let victim = folder.appending(path: "victim")
      for contents in ["precious", ""] {
        try Data(contents.utf8).write(to: victim)
        let planted = folder.appending(path: ".movie.mp4.final")
        try link(planted, to: "victim")
        try await writeMovie(to: folder.appending(path: "movie.mp4"), frames: 2, size: size)
        #expect(try Data(contentsOf: victim) == Data(contents.utf8))
        #expect(try fileNames(in: folder) == [".movie.mp4.final", "movie.mp4", "victim"])
        try files.removeItem(at: planted)

        // A symbolic link, then a second name of the same file.
        let partial = folder.appending(path: "movie.partial.mp4")
        try link(partial, to: "victim")
        #expect(throws: OutputError.self) { try writer(folder.appending(path: "movie.mp4")) }
        try files.removeItem(at: partial)
        try files.linkItem(at: victim, to: partial)
        #expect(throws: OutputError.self) { try writer(folder.appending(path: "movie.mp4")) }
        try files.removeItem(at: partial)
        #expect(try Data(contentsOf: victim) == Data(contents.utf8))
      }
    }
  }

  @Test("The hidden folder of a recording that died while it finished is used again")
  func leftoverFolder() async throws {
    try await withFolder { folder in
      let hidden = folder.appending(path: ".movie.mp4.final")
      try files.createDirectory(at: hidden, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try Data("half".utf8).write(to: hidden.appending(path: "whole"))
      try await writeMovie(to: folder.appending(path: "movie.mp4"), frames: 2, size: size)
      #expect(try fileNames(in: folder) == ["movie.mp4"])
    }
  }

  @Test("What died before its first picture could be shown blocks no name")
  func emptyHanded() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      let partial = folder.appending(path: "movie.partial.mp4")
      let writer = try writer(url)
      try await writer.append(40) { .numbered($0, size) }
      let begun = try Data(contentsOf: partial)
      await writer.cancel()
      // Cut within the first box, within the second, and before the first picture.
      let media = try #require(begun.range(of: Data("mdat".utf8)))
      for length in [0, 20, 60, media.lowerBound] {
        try begun.prefix(length).write(to: partial)
        try await writeMovie(to: url, frames: 2, size: size)
        #expect(try fileNames(in: folder) == ["movie.mp4"])
      }
      try begun.write(to: partial)
      #expect(throws: OutputError.leftover(path: partial.path)) { try self.writer(url) }
      #expect(try Data(contentsOf: partial) == begun)
    }
  }

  @Test("The unfinished movie of another program is not taken for a recording that died")
  func foreignMovie() async throws {
    try await withFolder { folder in
      let partial = folder.appending(path: "movie.partial.mp4")
      var bytes: [UInt8] = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 2, 0]
      bytes += [0, 0, 0, 0] + Array("mdat".utf8) + [UInt8](repeating: 7, count: 500)
      try Data(bytes).write(to: partial)
      #expect(throws: OutputError.self) { try writer(folder.appending(path: "movie.mp4")) }
      #expect(try Data(contentsOf: partial) == Data(bytes))
    }
  }

  @Test(
    "A file that is replaced hands on its permissions, and the unfinished one is as private", arguments: [0o600, 0o640])
  func permissions(bits: mode_t) async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      try Data("private".utf8).write(to: url)
      chmod(url.path, bits)
      let writer = try writer(url)
      try await writer.append(3) { .numbered($0, size) }
      #expect(mode(folder.appending(path: "movie.partial.mp4")) & ~bits == 0)
      try await writer.finish()
      #expect(mode(url) == bits)
    }
  }

  @Test("Every legal length of a name will do", arguments: [200, 240, 250, 255])
  func longNames(length: Int) async throws {
    try await withFolder { folder in
      for letter in ["n", "ü"] {
        let stem = String(repeating: letter, count: (length - 4) / letter.utf8.count)
        let name = String(repeating: "a", count: length - 4 - stem.utf8.count) + stem + ".mp4"
        #expect(name.utf8.count == length)
        try await writeMovie(to: folder.appending(path: name), frames: 2, size: size)
        #expect(try fileNames(in: folder) == [name])
        try files.removeItem(at: folder.appending(path: name))
      }
    }
  }

  @Test("The parts of a path are left as they are: no home folder, and `..` after a link is the system's")
  func bytes() async throws {
    try await withFolder { folder in
      for name in ["~", "a", "a/b"] {
        try files.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: false)
      }
      try link(folder.appending(path: "l"), to: "a/b")
      for path in ["/~/movie.mp4", "/l/../movie.mp4"] {
        let configuration = VideoConfiguration(size: size, frameRate: 10)
        let writer = try MovieWriter(to: .path(folder.path + path), configuration: configuration)
        try await writer.append(2) { .numbered($0, size) }
        try await writer.finish()
      }
      #expect(try fileNames(in: folder.appending(path: "~")) == ["movie.mp4"])
      #expect(try fileNames(in: folder.appending(path: "a")) == ["b", "movie.mp4"])
      #expect(try fileNames(in: folder) == ["a", "l", "~"])
    }
  }

  @Test("A picture gets its name whole, through a link, with the permissions that were there")
  func picture() async throws {
    try await withFolder { folder in
      let real = folder.appending(path: "real.png")
      try Data("before".utf8).write(to: real)
      chmod(real.path, 0o600)
      try link(folder.appending(path: "l.png"), to: "real.png")
      let output = try OutputFile(path: folder.path + "/l.png", replacing: .named)
      #expect(try output.put([1, 2, 3]) == 3)
      #expect(try Data(contentsOf: real) == Data([1, 2, 3]))
      #expect(mode(real) == 0o600)
      #expect(try fileNames(in: folder) == ["l.png", "real.png"])
      let late = try OutputFile(path: folder.path + "/late.png", replacing: .never)
      try Data("newcomer".utf8).write(to: folder.appending(path: "late.png"))
      #expect(throws: OutputError.alreadyExists(path: folder.path + "/late.png")) { try late.put([4]) }
      #expect(try Data(contentsOf: folder.appending(path: "late.png")) == Data("newcomer".utf8))
    }
  }
}
