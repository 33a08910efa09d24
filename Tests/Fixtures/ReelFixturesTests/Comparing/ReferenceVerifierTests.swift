import Foundation
import ReelFixtures
import ReelGeometry
import ReelVideo
import Testing

/// Films without marks: any movie against the one that it was made from.
@Suite struct ReferenceVerifierTests {
  private func compare(_ folder: ClipFolder, _ name: String, quality: Bool = false) throws -> Verification {
    var verifier = ReferenceVerifier(path: folder.path(name), reference: folder.path("a.mkv"))
    verifier.measuresQuality = quality
    return try verifier.run().verification
  }

  /// Makes a reference, and the same with faults.
  private func make(_ faults: (inout FixtureRecipe) throws -> Void = { _ in }) throws -> ClipFolder {
    let folder = try ClipFolder()
    func large(_ recipe: inout FixtureRecipe) {
      recipe.size = PixelSize(width: 320, height: 180)
      recipe.frameCount = 60
      recipe.pattern = .checker
    }
    try folder.make("a.mkv") { recipe in
      large(&recipe)
      recipe.codec = "ffv1"
      recipe.quality = .lossless
    }
    try folder.make("b.mp4") { recipe in
      large(&recipe)
      try faults(&recipe)
    }
    return folder
  }

  @Test("Another encoding of a film has no findings, and a quality like FFmpeg's")
  func clean() throws {
    let verification = try compare(try make(), "b.mp4", quality: true)
    #expect(verification.isAsExpected, "\(verification.text)")
    #expect(verification.findings.allSatisfy { $0.kind == .indistinct }, "\(verification.text)")
    #expect(verification.quality?.frames.count == 60)
    #expect((verification.quality?.minPSNR ?? 0) > 30, "\(verification.text)")
    #expect(verification.text.contains("compared with"))
  }

  static let faults: [(words: String, change: @Sendable (inout FixtureRecipe) throws -> Void)] = [
    ("dropped 3 of 60 frames: 10 (0.367 s), 20–21 (0.733 s)", { $0.faults.drop = [10, 20, 21] }),
    ("duplicated 1 of 60 frames: 7 (0.267 s)", { $0.faults.duplicate = [7] }),
    ("reordered 2 frames: 3 (0.133 s), 4 (0.1 s)", { $0.faults.swap = [.init(3, 4)] }),
    (
      "gap: 0.5 s before frame 20 (1.167 s)",
      { $0.faults.gaps = [.init(frame: 20, length: try ExactTime(text: "0.5s"))] }
    ),
  ]

  @Test("Faults are named in the words that fixtures have", arguments: faults.indices)
  func named(index: Int) throws {
    let (words, change) = Self.faults[index]
    let verification = try compare(try make(change), "b.mp4")
    #expect(!verification.isAsExpected)
    #expect(verification.text.contains(words), "\(verification.text)")
  }

  @Test(
    "Crop, borders and scale are measured, and pictures compared where they are", .enabled(if: ClipFolder.ffmpeg != nil)
  )
  func placed() async throws {
    let folder = try make()
    for (filter, words) in [
      ("crop=304:172:8:4", "cropped by 24 pixels (8 left, 8 right, 4 top, 4 bottom of 320x180)"),
      ("pad=352:212:16:16", "borders of 64 pixels"), ("scale=240:-2", "scaled by 0.75"),
    ] {
      try await folder.convert("a.mkv", ["-vf", filter, "-c:v", "libx264", "-crf", "12", "-y"], to: "c.mp4")
      let verification = try compare(folder, "c.mp4", quality: true)
      #expect(verification.text.contains(words), "\(filter): \(verification.text)")
      #expect((verification.quality?.meanPSNR ?? 0) > 28, "\(filter): \(verification.text)")
      #expect(!verification.findings.contains { $0.kind == .dropped || $0.kind == .unmatched }, "\(verification.text)")
    }
  }

  @Test(
    "Colours that lie beside their luma are named, and no other change is taken for that",
    .enabled(if: ClipFolder.ffmpeg != nil))
  func chroma() async throws {
    let folder = try ClipFolder()
    try folder.make("a.mkv") { recipe in
      (recipe.size, recipe.frameCount, recipe.codec) = (PixelSize(width: 640, height: 360), 12, "ffv1")
      (recipe.pattern, recipe.quality) = (.bars, .lossless)
    }
    for (filter, words) in [
      ("chromashift=crh=5", "Cr moved 10 pixels to the right"), ("chromashift=cbv=-4", "Cb moved 8 pixels up"),
      ("il=ls=1:cs=1", nil), ("hue=h=25", nil), ("eq=saturation=0.5", nil), ("scale=320:180,scale=640:360", nil),
      ("crop=632:356:4:0,scale=640:360", nil),
    ] as [(String, String?)] {
      try await folder.convert("a.mkv", ["-vf", filter, "-c:v", "libx264", "-crf", "20", "-y"], to: "c.mp4")
      let text = try compare(folder, "c.mp4", quality: true).text
      #expect(words.map(text.contains) ?? !text.contains(" moved "), "\(filter): \(text)")
    }
  }

  @Test(
    "Small films without tags have the colours that players show", .enabled(if: ClipFolder.ffmpeg != nil),
    arguments: [(6, true), (1, false)])
  func untagged(matrix: Int, isRight: Bool) async throws {
    let folder = try ClipFolder()
    let source = "testsrc2=size=320x240:rate=25:duration=1"
    try await folder.run(
      ClipFolder.ffmpeg,
      ["-nostdin", "-v", "error", "-f", "lavfi", "-i", source, "-c:v", "libx264", "-threads", "1"]
        + ["-pix_fmt", "yuv420p", "-crf", "10", "a.mkv"])
    let tag = "h264_metadata=matrix_coefficients=\(matrix)"
    try await folder.convert("a.mkv", ["-c:v", "copy", "-bsf:v", tag, "-y"], to: "c.mp4")
    let verification = try compare(folder, "c.mp4", quality: true)
    #expect(verification.isAsExpected == isRight, "\(verification.text)")
    #expect(verification.text.contains("BT.601") != isRight, "\(verification.text)")
  }

  @Test("Another film's pictures are not the reference's")
  func foreign() throws {
    let folder = try make()
    try folder.make("c.mp4") { recipe in
      recipe.size = PixelSize(width: 320, height: 180)
      recipe.pattern = .noise
    }
    #expect(throws: ReferenceVerifier.Failure.self) { try compare(folder, "c.mp4") }
  }

  /// Makes a film with noise in each channel, whose loudness wanders, and two fifths of the next channel's.
  private func film(channels count: Int) async throws -> ClipFolder {
    let folder = try ClipFolder()
    let noises = (0..<count).map { channel in
      "aevalsrc='(random(0)-0.5)*(0.02+pow(sin(\(3 + 2 * channel)*t+\(channel)*t*t),2))':d=6:s=48000:n=1024:c=mono,"
        + "volume=0.5,adelay=\(7 * channel)[n\(channel)]"
    }
    let mixed = (0..<count).map { "c\($0)=c\($0)+0.4*c\(($0 + 1) % count)" }.joined(separator: "|")
    let names = (0..<count).map { "[n\($0)]" }.joined()
    let layout = count == 2 ? "stereo" : "5.1"
    let map = zip(0..., ["FL", "FR", "FC", "LFE", "BL", "BR"].prefix(count)).map { "\($0).0-\($1)" }
    let joined = "join=inputs=\(count):channel_layout=\(layout):map=\(map.joined(separator: "|"))"
    let graph = "\(noises.joined(separator: ";"));\(names)\(joined),pan=\(layout)|\(mixed)"
    try await folder.run(
      ClipFolder.ffmpeg,
      ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=6"]
        + ["-filter_complex", "\(graph)[a]", "-map", "0:v", "-map", "[a]", "-ac", "\(count)"]
        + ["-c:v", "libx264", "-threads", "1", "-c:a", "flac", "a.mkv"])
    return folder
  }

  static let channels: [(count: Int, filter: String, words: String?)] = [
    (2, "anull", nil), (2, "volume=0.3", nil), (2, "pan=stereo|c0=0*c0|c1=c1", "left muted"),
    (2, "pan=stereo|c0=c1|c1=c0", "left and right exchanged"),
    (2, "pan=stereo|c0=c0|c1=-1*c1", "one channel inverted"),
    (2, "pan=stereo|c0=0.5*c0+0.5*c1|c1=0.5*c0+0.5*c1", "all channels sound the same"),
    (2, "pan=mono|c0=0.5*c0+0.5*c1", "2 channels mixed into 1"), (6, "anull", nil),
    (6, "pan=5.1|c0=c0|c1=c1|c2=-1*c2|c3=c3|c4=c4|c5=c5", "centre inverted"),
    (6, "pan=5.1|c0=c0|c1=c1|c2=c2|c3=c3|c4=c5|c5=c4", "left surround and right surround exchanged"),
    (6, "pan=5.1|c0=c0|c1=c1|c2=c2|c3=0*c3|c4=c4|c5=c5", "low frequencies muted"),
    (6, "pan=stereo|c0=c0+0.5*c2|c1=c1+0.5*c2", "6 channels mixed into 2"),
  ]

  @Test(
    "Channels of sound that were muted, exchanged, inverted or mixed are named", .enabled(if: ClipFolder.ffmpeg != nil),
    arguments: [2, 6])
  func channels(count: Int) async throws {
    let folder = try await film(channels: count)
    for (_, filter, words) in Self.channels.filter({ $0.count == count }) {
      for codec in ["flac", "aac"] where codec == "flac" || count == 2 {
        try await folder.convert(
          "a.mkv", ["-c:v", "copy", "-af", filter, "-c:a", codec, "-b:a", "320k", "-y"], to: "b.mkv")
        let verification = try compare(folder, "b.mkv")
        let note = verification.findings.first { $0.kind == .channels }?.note
        #expect(note == words, "\(codec), \(filter): \(verification.text)")
      }
    }
  }

  @Test("The highest frequency left of the sound is a figure", .enabled(if: ClipFolder.ffmpeg != nil))
  func bandwidth() async throws {
    let folder = try await film(channels: 2)
    for (rate, range) in [("48000", 23_000...24_000.0), ("16000", 7000...8200.0)] {
      try await folder.convert("a.mkv", ["-c:v", "copy", "-c:a", "flac", "-ar", rate, "-y"], to: "b.mkv")
      let verification = try compare(folder, "b.mkv")
      let found = try #require(verification.soundBandwidth)
      #expect(range.contains(found[0]) && found[1] > 23_000, "\(verification.text)")
      #expect(verification.text.contains("kHz"), "\(verification.text)")
    }
  }

  @Test(
    "The sound's delay is measured without beeps", .enabled(if: ClipFolder.ffmpeg != nil),
    arguments: [("flac", "b.mkv"), ("aac", "b.mp4")])
  func sound(codec: String, copy: String) async throws {
    let folder = try ClipFolder()
    // Noise whose loudness wanders.
    let noise = "aevalsrc='(random(0)-0.5)*(0.05+pow(sin(23*t+9*t*t)*sin(41*t-3*t*t),2))':d=6:s=48000"
    try await folder.run(
      ClipFolder.ffmpeg,
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=6", "-f", "lavfi", "-i",
        noise,
      ]
        + ["-c:v", "libx264", "-threads", "1", "-c:a", "pcm_s16le", "a.mkv"])
    for (delay, words) in [(0, nil), (80, "sound 80"), (-120, "sound 120")] as [(Int, String?)] {
      let filter = delay < 0 ? "atrim=start=\(Double(-delay) / 1000),asetpts=PTS-STARTPTS" : "adelay=\(delay):all=1"
      try await folder.convert("a.mkv", ["-c:v", "copy", "-af", filter, "-c:a", codec, "-y"], to: copy)
      let verification = try compare(folder, copy)
      let offset = try #require(verification.soundOffset, "\(verification.text)")
      #expect(abs(offset * 1000 - Double(delay)) < 5, "\(verification.text)")
      let lines = verification.findings.filter { $0.kind == .soundOffset }.map(\.description)
      #expect(lines.count == (words == nil ? 0 : 1), "\(verification.text)")
    }
    try await folder.convert("a.mkv", ["-c:v", "copy", "-an", "-y"], to: copy)
    #expect(try compare(folder, copy).text.contains("sound missing for 6 s"))
  }
}
