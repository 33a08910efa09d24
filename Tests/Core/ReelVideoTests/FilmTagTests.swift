import Foundation
import ReelCanvas
import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelVideo

@Suite struct FilmTagTests {
  private func film(_ url: URL) async throws {
    let size = PixelSize(width: 64, height: 48)
    var configuration = VideoConfiguration(size: size, frameRate: 10)
    if url.pathExtension == "webm" { configuration.use(.vp9) }
    let writer = try MovieWriter(to: .file(url), configuration: configuration)
    try await writer.append(Bitmap(size: size, red: 0, green: 90, blue: 200), changed: .all(of: size), at: 0)
    try await writer.finish(frameCount: 3)
  }

  @Test(
    "A film is known as Reel's own, its bytes are the same each time, and ffprobe reads the words",
    arguments: ["mp4", "m4v", "mov", "mkv", "webm"])
  func own(ending: String) async throws {
    try await withFolder { folder in
      let (first, second) = (folder.appending(path: "a.\(ending)"), folder.appending(path: "b.\(ending)"))
      try await film(first)
      try await film(second)
      #expect(FilmTag.isOnFilm(at: first.path))
      #expect(try Data(contentsOf: first) == Data(contentsOf: second))
      guard let ffprobe = Program.find("ffprobe") else { return }
      let probe = try Program.run(
        ffprobe, ["-v", "error", "-show_entries", "format_tags=comment", "-of", "csv=p=0", first.path])
      #expect(String(decoding: probe.output, as: UTF8.self) == "made with Reel\n")
      #expect(FilmTag.isKnown(to: first.path) && !FilmTag.isKnown(to: "a.gif"))
    }
  }

  @Test("A film that another program made, or made of Reel's, is that of somebody else", arguments: ["mp4", "mkv"])
  func strangers(ending: String) async throws {
    guard let ffmpeg = Program.find("ffmpeg") else { return }
    try await withFolder { folder in
      let own = folder.appending(path: "own.\(ending)").path
      try await film(URL(filePath: own))
      let copy = folder.appending(path: "copy.\(ending)").path
      #expect(try Program.run(ffmpeg, ["-v", "error", "-i", own, "-c", "copy", copy]).status == 0)
      let tagged = folder.appending(path: "tagged.\(ending)").path
      #expect(
        try Program.run(
          ffmpeg,
          ["-v", "error", "-f", "lavfi", "-i", "color=s=64x48:d=1", "-metadata", "comment=made with Reel", tagged]
        ).status == 0)
      for path in [copy, tagged] {
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(!FilmTag.isOnFilm(at: path), "\(path)")
      }
    }
  }

  @Test("What is no film is not Reel's: text, nothing, a torn film, a folder, a pipe, a link that points nowhere")
  func others() async throws {
    try await withFolder { folder in
      let own = folder.appending(path: "own.mp4")
      try await film(own)
      for (name, bytes) in [
        ("text", Data("made with Reel".utf8)), ("empty", Data()), ("torn", try Data(contentsOf: own).prefix(200)),
      ] {
        try bytes.write(to: folder.appending(path: name))
      }
      #expect(mkfifo(folder.appending(path: "pipe").path, 0o600) == 0)
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: "link").path, withDestinationPath: "none")
      for name in ["text", "empty", "torn", "pipe", "link", ".", "missing"] {
        #expect(!FilmTag.isOnFilm(at: folder.appending(path: name).path), "\(name)")
      }
    }
  }
}
