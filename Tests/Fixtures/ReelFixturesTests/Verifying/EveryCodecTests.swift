import Foundation
import ReelFixtures
import ReelGeometry
import ReelVideo
import Testing

/// An encoder and a container for its output, as `capture fixture --list-codecs` lists them.
struct ListedClip: Sendable, CustomTestStringConvertible {
  var encoder: EncoderCatalog.Encoder
  var container: MediaContainer

  static let all = EncoderCatalog.encoders.flatMap { encoder in
    encoder.containers.map { ListedClip(encoder: encoder, container: $0) }
  }

  /// Each lossless encoder once.
  static let lossless = once.filter(\.encoder.isLosslessPossible)

  /// Each encoder once.
  static let once = EncoderCatalog.encoders.compactMap { encoder in
    encoder.containers.first.map { ListedClip(encoder: encoder, container: $0) }
  }

  var testDescription: String { "\(encoder.name) in .\(container.rawValue)" }
  var name: String { container == .png ? "clip-%d.png" : "clip.\(container.rawValue)" }

  /// The smallest size that has room for a mark and that the codec supports.
  var size: PixelSize {
    switch encoder.codec {
    case "dvvideo": PixelSize(width: 720, height: 576)
    case "dnxhd": PixelSize(width: 256, height: 144)
    default: FrameMarkLayout.smallestSize
    }
  }

  /// A size whose height is not a multiple of a block's, if the codec supports one.
  ///
  /// Encoders then read below the picture.
  var unevenSize: PixelSize {
    switch encoder.codec {
    case "dvvideo", "dnxhd", "amv", "h261", "h263", "svq1", "cljr", "rpza", "smc", "msvideo1": size
    default: PixelSize(width: 320, height: 180)
    }
  }

  /// The minimum remaining quality in decibels, for codecs with five bits a colour, eight bits a pixel, or two chroma
  /// samples for 16 pixels.
  var minQuality: Double { ["gif", "smc", "svq1", "cljr", "msvideo1", "rpza"].contains(encoder.codec) ? 18 : 30 }
}

/// No false alarms: every listed combination can be made, and nothing is found in it.
@Suite struct EveryCodecTests {
  @Test("A clean clip in every listed codec and container has no findings", arguments: ListedClip.all)
  func clean(clip: ListedClip) throws {
    let folder = try ClipFolder()
    let manifest = try folder.make(clip.name) { recipe in
      recipe.codec = clip.encoder.name
      recipe.size = clip.size
      recipe.frameCount = 3
      // Encoders for broadcasting support only its rates.
      recipe.frameRate = 25
    }
    #expect(manifest.frames.map(\.frame) == [0, 1, 2])
    let verification = try folder.verify(clip.name, manifest, quality: true)
    #expect(verification.findings == [], "\(verification.text)")
    #expect(verification.isAsExpected, "\(verification.text)")
    #expect(verification.readCount == 3)
    let quality = try #require(verification.quality)
    #expect(quality.frames.count == 3)
    #expect(quality.minPSNR > clip.minQuality, "\(verification.text)")
    #expect(try folder.verify(clip.name).findings == [])
  }

  @Test("The colours of every listed codec and container are as drawn", arguments: ListedClip.all)
  func colors(clip: ListedClip) throws {
    let folder = try ClipFolder()
    let manifest = try folder.make(clip.name) { recipe in
      (recipe.codec, recipe.pattern) = (clip.encoder.name, .bars)
      // Most of the bars are beside the mark.
      recipe.size = clip.size == FrameMarkLayout.smallestSize ? PixelSize(width: 640, height: 192) : clip.size
      if ["h261", "h263"].contains(clip.encoder.codec) { recipe.size = PixelSize(width: 352, height: 288) }
      (recipe.frameCount, recipe.frameRate) = (2, 25)
    }
    let verification = try folder.verify(clip.name, manifest, quality: true)
    #expect(verification.findings == [], "\(verification.text)")
    #expect(verification.isAsExpected, "\(verification.text)")
  }

  @Test("Codecs listed as lossless reproduce the originals", arguments: ListedClip.lossless)
  func lossless(clip: ListedClip) throws {
    let folder = try ClipFolder()
    let manifest = try folder.make(clip.name) { recipe in
      recipe.codec = clip.encoder.name
      recipe.quality = .lossless
      recipe.frameCount = 2
      recipe.pattern = .motion
      // In a palette only black and white are exact, so the mark must cover the frame.
      if ["gif", "zmbv"].contains(clip.encoder.name) { recipe.drawing = 1 }
    }
    let verification = try folder.verify(clip.name, manifest, quality: true)
    #expect(verification.quality?.minPSNR == .infinity, "\(verification.text)")
  }

  @Test("A size that an encoder does not support is refused, naming one that it supports", arguments: ListedClip.once)
  func sizes(clip: ListedClip) throws {
    let folder = try ClipFolder()
    func make(_ size: PixelSize) throws -> FixtureManifest {
      try folder.make(clip.name) { recipe in
        recipe.codec = clip.encoder.name
        recipe.size = size
        recipe.frameCount = 2
        recipe.frameRate = 25
      }
    }
    do {
      #expect(try make(PixelSize(width: 259, height: 147)).frames.count == 2)
    } catch let error as InvalidValue {
      #expect(error.name == "size")
      let size = try #require(error.expected.matches(of: /(\d+)x(\d+)/).last?.output, "\(error)")
      let taken = PixelSize(width: try #require(Int(size.1)), height: try #require(Int(size.2)))
      #expect(try make(taken).frames.count == 2)
    }
  }

  /// libxvid's encoders share tables, which a few parallel clips rarely damage.
  @Test("An encoder makes the same clip in parallel with others of its kind as alone", arguments: ListedClip.once)
  func beside(clip: ListedClip) async throws {
    let folder = try ClipFolder()
    @Sendable func make(_ number: Int) throws -> Data {
      let name = "\(number)-\(clip.name)"
      let manifest = try folder.make(name) { recipe in
        (recipe.codec, recipe.pattern, recipe.frameCount, recipe.frameRate) = (clip.encoder.name, .noise, 2, 25)
        recipe.size = clip.unevenSize
      }
      let file = manifest.frames.isEmpty ? name : name.replacing("%d", with: "1")
      return try Data(contentsOf: URL(fileURLWithPath: folder.path(file)))
    }
    let alone = try make(0)
    let count = clip.encoder.name == "libxvid" ? 120 : 8
    try await withThrowingTaskGroup(of: Data.self) { group in
      for number in 1...count { group.addTask { try make(number) } }
      for try await beside in group { #expect(beside == alone) }
    }
  }

  @Test("The list has a codec for each container, including its usual one")
  func usual() {
    #expect(!ListedClip.all.isEmpty)
    for container in EncoderCatalog.containers {
      let encoders = ListedClip.all.filter { $0.container == container }.map(\.encoder)
      #expect(!encoders.isEmpty, "\(container)")
      let usual = try? EncoderCatalog.encoder(container.defaultCodec)
      if let usual { #expect(encoders.contains(usual), "\(container)") }
    }
  }

  @Test(
    "A change from black to white survives the codecs of H.263's family, for every frame number",
    arguments: ["h261", "h263p", "msmpeg4v3", "wmv2"].filter { (try? EncoderCatalog.encoder($0)) != nil })
  func blackToWhite(codec: String) throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.avi") { recipe in
      recipe.codec = codec
      recipe.frameCount = 40
      recipe.gop = 40
    }
    let verification = try folder.verify("clip.avi", manifest)
    #expect(verification.isAsExpected && verification.readCount == 40, "\(verification.text)")
  }

  @Test("A transport stream of one small picture is recognized")
  func shortStream() throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.ts") { recipe in
      recipe.codec = "mpeg4"
      recipe.frameCount = 1
    }
    #expect(try folder.verify("clip.ts", manifest).isAsExpected)
  }
}
