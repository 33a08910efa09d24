import ReelTestSupport
import Foundation
import ReelCanvas
import ReelGeometry
import ReelVideo
import Testing

@Suite("The format of a movie")
struct MovieFormatTests {
  @Test("A movie is H.264 High in yuv420p, tagged as BT.709 with limited range", arguments: ["mp4", "mov", "mkv"])
  func facts(ending: String) async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.\(ending)")
      let size = PixelSize(width: 322, height: 178)
      let summary = try await writeMovie(to: url, frames: 5, size: size)
      let facts = try MovieReader(url: url).facts
      #expect(facts.codec == "h264")
      #expect(facts.profile == "High")
      #expect(facts.pixelFormat == "yuv420p")
      #expect(facts.size == size)
      #expect(facts.colors == .bt709)
      #expect(summary.encoder == "libx264")
      #expect(summary.size == size)
      #expect(summary.byteCount == (try Data(contentsOf: url).count))
      #expect(summary.url == url)
    }
  }

  @Test("Full colour and lossless movies are High 4:4:4 Predictive, tagged alike")
  func otherProfiles() async throws {
    try await withFolder { folder in
      for (format, quality) in [
        (PixelFormat.yuv444p, EncodingQuality.crf(23)), (.yuv444p, .lossless), (.yuv420p, .lossless),
        (.yuv420p, .crf(0)), (.yuv420p, .crf(0.5)), (.yuv444p, .crf(0)),
      ] {
        let url = folder.appending(path: "movie.mp4")
        try await writeMovie(to: url, frames: 5, pixelFormat: format, quality: quality)
        let facts = try MovieReader(url: url).facts
        #expect(facts.profile == "High 4:4:4 Predictive")
        #expect(facts.pixelFormat == format.rawValue)
        #expect(facts.colors == .bt709)
        #expect(facts.frameCount == 5)
      }
    }
  }

  @Test("The index stands before the pictures", arguments: ["mp4", "m4v", "mov"])
  func fastStart(ending: String) async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.\(ending)")
      try await writeMovie(to: url, frames: 20)
      let atoms = Atoms([UInt8](try Data(contentsOf: url))).topLevel
      let index = try #require(atoms.firstIndex(of: "moov"))
      let pictures = try #require(atoms.firstIndex(of: "mdat"))
      #expect(index < pictures)
      #expect(!atoms.contains("moof"))
    }
  }

  @Test(
    "The container, too, says that pixels are square, and which colours they have", arguments: ["mp4", "m4v", "mov"])
  func squarePixels(ending: String) async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.\(ending)")
      try await writeMovie(to: url, frames: 3)
      let data = try Data(contentsOf: url)
      #expect(data.range(of: Data([UInt8]("pasp".utf8) + [0, 0, 0, 1, 0, 0, 0, 1])) != nil)
      #expect(data.range(of: Data([UInt8]("nclc".utf8) + [0, 1, 0, 1, 0, 1])) != nil || ending != "mov")
      #expect(data.range(of: Data([UInt8]("nclx".utf8) + [0, 1, 0, 1, 0, 1, 0])) != nil || ending == "mov")
    }
  }

  @Test("Two runs give the same bytes", arguments: ["mp4", "mov", "mkv"])
  func deterministic(ending: String) async throws {
    try await withFolder { folder in
      let urls = ["a", "b"].map { folder.appending(path: "\($0).\(ending)") }
      for url in urls { try await writeMovie(to: url, frames: 40) }
      #expect(try Data(contentsOf: urls[0]) == Data(contentsOf: urls[1]))
    }
  }

  @Test("Every preset and a range of crf are taken", arguments: VideoConfiguration.Preset.allCases)
  func presets(preset: VideoConfiguration.Preset) async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      let size = PixelSize(width: 64, height: 48)
      for crf in [1, 51.0] {
        let configuration = VideoConfiguration(size: size, frameRate: 25, quality: .crf(crf), preset: preset)
        let writer = try MovieWriter(to: .file(url), configuration: configuration)
        try await writer.append(3) { .numbered($0, size) }
        try await writer.finish()
        let reader = try MovieReader(url: url)
        #expect(reader.facts.profile == (preset == .ultrafast ? "Constrained Baseline" : "High"))
        #expect(try reader.remainingFrames().count == 3)
      }
    }
  }

  @Test("The smallest sizes are taken", arguments: [PixelFormat.yuv420p, .yuv444p])
  func smallest(format: PixelFormat) async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "movie.mp4")
      let size = PixelSize(width: 16, height: 16)
      try await writeMovie(to: url, frames: 2, size: size, pixelFormat: format)
      #expect(try MovieReader(url: url).remainingFrames().count == 2)
    }
  }

  @Test("A file that is no movie is refused in one line")
  func unreadable() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "text.mp4")
      #expect(throws: MovieError.unreadable(path: url.path, reason: "No such file or directory")) {
        try MovieReader(url: url)
      }
      try Data("no movie".utf8).write(to: url)
      let error = #expect(throws: MovieError.self) { try MovieReader(url: url) }
      #expect(error?.description.contains("can't be read as a movie") == true)
    }
  }
}
