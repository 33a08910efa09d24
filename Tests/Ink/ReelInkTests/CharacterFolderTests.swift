import Foundation
import ReelFiles
import ReelGeometry
import ReelInk
import ReelTestSupport
import ReelTracing
import Testing

@Suite struct CharacterFolderTests {
  /// The characters 一, 二 and 三, each in the form of another collection, with other strokes than theirs.
  private static let files = [
    "04e00.svg": """
    <svg xmlns="http://www.w3.org/2000/svg" width="109" height="109" viewBox="0 0 109 109"><g id="kvg:StrokePaths_04e00">
    <g kvg:element="一"><path d="M12,50c30,4 60,2 85,-4"/></g></g></svg>
    """,
    "20108.svg": """
    <svg id="z20108" class="acjk" viewBox="0 0 1024 1024" xmlns="http://www.w3.org/2000/svg"><style>.a{}</style><defs>
    <clipPath id="z20108c1"><use xlink:href="#z20108d1"/></clipPath><clipPath id="z20108c2"><use xlink:href="#z20108d2"/></clipPath></defs>
    <path id="z20108d1" d="M200 280L800 280L800 320L200 320Z"/><path id="z20108d2" d="M100 780L900 780L900 820L100 820Z"/>
    <path pathLength="3333" clip-path="url(#z20108c1)" d="M200 300L800 300"/>
    <path pathLength="3333" clip-path="url(#z20108c2)" d="M100 800L900 800"/></svg>
    """,
    "三.json": """
    {"strokes":["M0 0Z","M0 0Z","M0 0Z"],"medians":[[[200,700],[800,700]],[[250,400],[750,400]],[[100,100],[900,100]]]}
    """,
    "05341.svg": "<svg><path d=\"M0",
  ]

  private func withFolder(_ work: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in Self.files {
      try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    try work(folder.path)
  }

  @Test("A folder of KanjiVG, AnimCJK or Hanzi Writer is an alphabet, with the built-in letters for the others")
  func folder() throws {
    try withFolder { folder in
      let alphabet = try Alphabet(contentsOf: folder)
      #expect(alphabet.missing(in: "一二三aあЖ") == [] && alphabet.missing(in: "十日") == ["十", "日"])
      for (letter, count) in [("一", 1), ("二", 2), ("三", 3)] {
        let header = try alphabet.header(letter)
        #expect(header.expected.count == count)
        let lines = header.expected.map { $0.flattened()[0] }
        // From left to right, and from top to bottom.
        #expect(lines.allSatisfy { $0[0].x < $0[$0.count - 1].x })
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $0[0].y < $1[0].y })
        #expect(alphabet.letters(of: header).map(\.text) == [letter])
        for style in SyntheticHand.Style.allCases {
          #expect(try TraceScore(SyntheticHand(seed: 2, style: style).session(header)).isComplete)
        }
      }
      // About as high as a capital, and beside it in a text.
      let text = try alphabet.header("H三H", on: Size(width: 2000, height: 400))
      let boxes = alphabet.letters(of: text).map(\.box)
      #expect(boxes.count == 3 && abs(boxes[1].center.y - boxes[0].center.y) < 0.1 * boxes[0].height)
      #expect(boxes[0].maxX < boxes[1].minX && boxes[1].maxX < boxes[2].minX)
    }
  }

  @Test("An alphabet of one's own is read from its file, and errors name the file")
  func file() throws {
    try withFolder { folder in
      let path = folder + "/mine.txt"
      try "l 12 M0 0V62C0 68 4 70 8 70".write(toFile: path, atomically: true, encoding: .utf8)
      #expect(try Alphabet(contentsOf: path).header("l") != Alphabet.standard.header("l"))
      try "l 12 M0 0V9\nx".write(toFile: path, atomically: true, encoding: .utf8)
      #expect {
        try Alphabet(contentsOf: path)
      } throws: {
        "\($0)".hasPrefix("\(path): line 2 of the alphabet is not a letter")
          && ($0 as? FormatError)?.exitStatus == .badInput
      }
      #expect {
        try Alphabet(contentsOf: folder + "/none.txt")
      } throws: {
        ($0 as? FormatError)?.exitStatus == .noInput
      }
    }
  }

  /// Characters of KanjiVG, whose licence keeps them out of the package.
  @Test("Characters of KanjiVG are traced to the end", Corpus.whenThere)
  func corpus() throws {
    let alphabet = try Alphabet(contentsOf: Corpus.url("kanjivg").path(percentEncoded: false))
    let header = try alphabet.header("字")
    #expect(header.expected.count == 6)
    #expect(try TraceScore(SyntheticHand(seed: 2, style: .child).session(header)).isComplete)
  }
}
