import ReelFixtures
import ReelGeometry
import ReelVideo
import Testing

/// What FFmpeg's filters do to the place, the shape and the colours of frames is named, and nothing else.
@Suite(.enabled(if: ClipFolder.ffmpeg != nil, "ffmpeg is not installed"))
struct PlacementTests {
  /// A filter, and the lines that report it.
  struct Change: Sendable, CustomTestStringConvertible {
    var filter: String
    var lines: [String]
    var testDescription: String { filter }

    init(_ filter: String, _ lines: [String]) { (self.filter, self.lines) = (filter, lines) }
  }

  private static func verify(
    _ filter: String, expecting text: String? = nil, frames: Int = 6
  ) async throws -> Verification {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4") { recipe in
      (recipe.size, recipe.frameCount) = (PixelSize(width: 640, height: 360), frames)
      recipe.quality = .crf(12)
    }
    try await folder.convert(
      "clip.mp4", ["-vf", filter, "-c:v", "libx264", "-crf", "15", "-preset", "veryfast"], to: "out.mp4")
    var verifier = MovieVerifier(path: folder.path("out.mp4"), manifest: manifest, manifestName: "clip.json")
    verifier.expectations = try text.map { try Expectation.list(parsing: $0) } ?? []
    return try verifier.run().verification
  }

  static let places: [Change] = [
    Change(
      "crop=640:356:0:0,pad=640:360:0:4",
      ["cropped by 4 pixels (4 bottom of 640x360)", "borders of 4 pixels (4 top of 640x360)"]),
    Change("crop=628:352,scale=640:360", ["cropped by 20 pixels (6 left, 6 right, 4 top, 4 bottom of 640x360)"]),
    Change(
      "crop=600:340:10:10,scale=1280:-2",
      ["cropped by 60 pixels (10 left, 30 right, 10 top, 10 bottom of 640x360)"]),
    Change(
      "pad=720:400:40:20,scale=640:-2", ["borders of 108 pixels (36 left, 36 right, 18 top, 18 bottom of 640x356)"]),
    Change("scale=640:300,setsar=1", ["aspect ratio changed (1.2 times too wide)"]),
    Change(
      "scale=480:360,setsar=1,pad=640:360:80:0",
      ["borders of 160 pixels (80 left, 80 right of 640x360)", "aspect ratio changed (1.333 times too high)"]),
    Change("setsar=2", ["aspect ratio changed (2 times too wide)"]),
    Change("drawbox=0:358:640:2:0x00ff00:fill", ["borders of 2 pixels (2 bottom, over the frame)"]),
    Change(
      "split[a][b];[b]crop=632:360:0:0,pad=640:360:8:0[c];[a][c]overlay=enable='eq(n,3)'",
      ["moved 1 of 6 frames: 3 (0.1 s) (frame 3 by 8, 0 pixels)"]),
    Change(
      "split[a][b];[b]hflip[c];[a][c]overlay=enable='eq(n,4)'",
      ["turned 1 of 6 pictures: 4 (0.133 s) (mirrored left to right)"]),
    Change(
      "format=yuv444p,pad=642:362:1:1,crop=640:360:'1+mod(n,2)':1,format=yuv420p",
      ["moved 3 of 6 frames: 1 (0.033 s), 3 (0.1 s), 5 (0.167 s) (frame 1 by -1, 0 pixels)"]),
    Change(
      "crop=426:240,scale=640:360", ["cropped by 334 pixels (106 left, 108 right, 60 top, 60 bottom of 640x360)"]),
    Change(
      "crop=480:360,scale=640:480", ["cropped by 160 pixels (80 left, 80 right of 640x360)"]),
    Change("scale=480:270", []), Change("scale=1280:720", []), Change("scale=720:576,setdar=16/9", []),
    Change("scale=426:240,setsar=1", []),
    Change("chromashift=cbh=4", ["colours changed (Cb moved 8 pixels to the right)"]),
    Change("chromashift=crv=-3", ["colours changed (Cr moved 6 pixels up)"]),
    Change("chromashift=cbh=8,scale=480:270", ["colours changed (Cb moved 12 pixels to the right)"]),
    Change("gblur=sigma=3:planes=6", []), Change("noise=alls=4", []),
  ]

  @Test("Where frames are and how they are shaped is named, and compared pixel by pixel", arguments: places)
  func place(change: Change) async throws {
    let verification = try await Self.verify(change.filter)
    #expect(verification.findings.map(\.description) == change.lines, "\(verification.text)")
    #expect(verification.differences.count == change.lines.count, "\(verification.text)")
    // Before the place was known exactly, the mean was 23 to 29 dB.
    let isCovered = change.filter.hasPrefix("drawbox")
    #expect(try #require(verification.quality).meanPSNR > (isCovered ? 28 : 36), "\(verification.text)")
  }

  @Test(
    "An expected place is not a difference, another one is",
    arguments: [
      ("crop=628:352,scale=640:360", "cropped=20,scale=1.02,aspect=16:9", true),
      ("crop=628:352,scale=640:360", "cropped=0", false), ("scale=320:180", "scale=0.5,cropped=0", true),
      ("scale=320:180", "scale=1", false), ("scale=640:300,setsar=1", "aspect=1.7778", false),
      ("pad=720:400:40:20", "borders=120", true),
    ])
  func expectations(filter: String, text: String, isMet: Bool) async throws {
    let verification = try await Self.verify(filter, expecting: text)
    #expect(verification.isAsExpected == isMet, "\(verification.text)")
  }

  static let colors: [Change] = [
    Change("hue=s=0.6", ["colours changed (saturation 0."]), Change("hue=s=1.3", ["colours changed (saturation 1."]),
    Change("hue=h=15", ["colours changed (hue turned by about "]),
    Change("hue=h=-15", ["colours changed (hue turned by about "]),
    Change("eq=brightness=-0.2:enable='between(n,2,3)'", ["levels changed in 2 of 20 pictures: 2–3 (0.067 s) ("]),
    Change("null", []), Change("scale=426:240,setsar=1", []),
  ]

  static let spots: [Change] = [
    // On the first mark, between the marks, and on the second mark.
    Change("drawbox=100:40:16:16:red:fill:enable='not(mod(n,10))'", ["spoiled parts of 3 of 30 frames: "]),
    Change("drawbox=301:203:16:16:red:fill:enable='not(mod(n,10))'", ["spoiled parts of 3 of 30 frames: "]),
    Change("drawbox=420:280:16:16:red:fill:enable='not(mod(n,10))'", ["spoiled parts of 3 of 30 frames: "]),
    Change(
      "drawbox=301:203:16:16:red:fill:enable='eq(n,7)'", ["spoiled parts of 1 of 30 frames: 7 (0.233 s) (wrong colour"]),
    Change("noise=alls=12:allf=t", []), Change("gblur=sigma=1.5", []),
  ]

  @Test("A small spot in a few pictures is found in each of them", arguments: spots)
  func spot(change: Change) async throws {
    let verification = try await Self.verify(change.filter, frames: 30)
    #expect(verification.findings.count == change.lines.count, "\(verification.text)")
    for (line, start) in zip(verification.findings.map(\.description), change.lines) {
      #expect(line.hasPrefix(start), "\(verification.text)")
    }
  }

  static let tones: [Change] = [
    Change("lutyuv=y=bitand(val\\,240)", ["levels changed (greys in 16 steps, as with 4 bits"]),
    Change("lutyuv=y='if(lt(val,48),16,val)'", ["levels changed (greys below about "]),
    Change("lutyuv=y='if(gt(val,190),235,val)'", ["levels changed (greys above about "]),
    Change("eq=gamma=0.95", ["levels changed (greys darker, as by a gamma of 0.9"]),
    Change("eq=gamma=1.06", ["levels changed (greys lighter, as by a gamma of 1.0"]),
  ]

  @Test("Greys that were rounded, crushed or bent are named, whatever black and white are", arguments: tones)
  func tone(change: Change) async throws {
    let verification = try await Self.verify(change.filter, frames: 6)
    let levels = verification.findings.filter { $0.kind == .levels }.map(\.description)
    #expect(levels.count == 1, "\(verification.text)")
    for (line, start) in zip(levels, change.lines) { #expect(line.hasPrefix(start), "\(verification.text)") }
  }

  @Test("Colours of another strength and pictures of another lightness are named", arguments: colors)
  func color(change: Change) async throws {
    let verification = try await Self.verify(change.filter, frames: 20)
    #expect(verification.findings.count == change.lines.count, "\(verification.text)")
    for (line, start) in zip(verification.findings.map(\.description), change.lines) {
      #expect(line.hasPrefix(start), "\(verification.text)")
    }
  }
}
