import ReelVideo
import Testing

@testable import ReelFixtures

@Suite struct DecodingAheadTests {
  private static func word(_ item: ClipReader.Item) -> String {
    switch item {
    case .picture(let frame): "picture at \(frame.pts?.seconds ?? -1)"
    case .sound(let samples): "\(samples.samples.count) samples at \(samples.pts?.seconds ?? -1)"
    }
  }

  @Test("Items decoded ahead have the order of the file and end with it")
  func order() throws {
    let folder = try ClipFolder()
    try folder.make("clip.mkv") { ($0.frameCount, $0.sound) = (20, .beep) }
    let reader = try ClipReader(path: folder.path("clip.mkv"), withSound: true)
    var expected: [String] = []
    while let item = reader.next() { expected.append(Self.word(item)) }
    #expect(expected.count > 20)

    let decoding = DecodingAhead(try ClipReader(path: folder.path("clip.mkv"), withSound: true))
    var found: [String] = []
    while let item = decoding.next() { found.append(Self.word(item)) }
    decoding.end()
    #expect(found == expected)
  }

  @Test("After stopping in the middle, the reader continues after the decoded items", arguments: [0, 1, 7])
  func stopping(count: Int) throws {
    let folder = try ClipFolder()
    try folder.make("clip.mkv") { $0.frameCount = 20 }
    let reader = try ClipReader(path: folder.path("clip.mkv"))
    let decoding = DecodingAhead(reader)
    for _ in 0..<count { #expect(decoding.next() != nil) }
    decoding.end()
    var rest = 0
    while reader.next() != nil { rest += 1 }
    #expect(rest <= 20 - count)
    #expect(rest >= 20 - count - 4)
  }
}
