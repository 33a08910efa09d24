import Foundation
import ReelGeometry
import ReelTiming
import Testing

@testable import ReelFilms

@Suite("Names of films with fields") struct NamePatternTests {
  private let date = Date(timeIntervalSince1970: 1_463_562_000)

  @Test(
    "Fields stand for values, numbers with their digits, and dates",
    arguments: [
      ("lesson.mp4", "lesson.mp4"), ("lesson-{n}.mp4", "lesson-7.mp4"), ("{n:3}.mp4", "007.mp4"),
      ("{date:yyyyMMdd}-{n}.mp4", "20160518-7.mp4"), ("{date}/{First name}.mp4", "2016-05-18/Ada.mp4"),
      ("{{n}}-{n}", "{n}-7"), ("frames/%04d.png", "frames/%04d.png"),
    ])
  func names(pattern: String, name: String) throws {
    let values = ["n": "7", "First name": "Ada"]
    #expect(try NamePattern(pattern).name(values, at: date, zone: "UTC") == name)
  }

  @Test("Other patterns are refused", arguments: ["a{n", "a}", "a{}", "{n:x}", "{n:0}", "{date:Q}"])
  func wrong(pattern: String) { #expect(throws: InvalidValue.self) { try NamePattern(pattern) } }

  @Test(
    "A value leads into no other folder and hides nothing",
    arguments: ["", "..", ".", "../a", "a/b", "a\nb", "a\0b", "-o", String(repeating: "a", count: 201)])
  func escape(value: String) throws {
    #expect(throws: InvalidValue.self) { try NamePattern("{a}.mp4").name(["a": value], at: date, zone: "UTC") }
    #expect(throws: InvalidValue.self) { try NamePattern("x/{a}.mp4").name(["a": value], at: date, zone: "UTC") }
  }

  @Test("A field that is not known is told with the nearest that is")
  func unknown() throws {
    #expect {
      try NamePattern("{nmae}.mp4").name(["name": "a", "n": "1"], at: date, zone: "UTC")
    } throws: { "\($0)" == "{nmae}.mp4 has the unknown field {nmae}: did you mean {name}?" }
    #expect(try NamePattern("a-{date}.mp4").isConstant)
    #expect(try !NamePattern("a-{n}.mp4").isConstant)
  }

  @Test("The date is that of its time zone")
  func zone() throws {
    let late = Date(timeIntervalSince1970: 1_463_562_000 + 15 * 3600)
    #expect(try NamePattern("{date:dd}").name([:], at: late, zone: "UTC") == "19")
    #expect(try NamePattern("{date:dd}").name([:], at: late, zone: "GMT-05:00") == "18")
  }
}

@Suite("Names of chapters") struct ChapterNameTests {
  private let date = Date(timeIntervalSince1970: 1_463_562_000)

  private func names(_ pattern: String, _ titles: [String]) throws -> [String] {
    try NamePattern(pattern).names(ofChapters: titles, at: date, zone: "UTC")
  }

  @Test("Chapters have their number or their title in the name, and no two have one name")
  func distinct() throws {
    #expect(try names("{n:2}-{chapter}.gif", ["Input/Output", "End"]) == ["01-Input-Output.gif", "02-End.gif"])
    #expect(
      try names("{chapter}.mp4", ["End", "end", "END-2", "End"]) == [
        "End.mp4", "end-2.mp4", "END-2-2.mp4", "End-3.mp4",
      ]
    )
    #expect(try names("{chapter}.mp4", ["é", "e\u{301}"]) == ["é.mp4", "é-2.mp4"])
  }

  @Test(
    "A title becomes a part of a name on every system",
    arguments: [
      ("../../etc", "etc"), ("a\\b:c*d?", "a-b-c-d"), ("50 % done", "50 - done"), ("a\nb", "a-b"), ("-o", "o"),
      (".hidden", "hidden"), ("", "chapter"), ("...", "chapter"), ("a\0b", "a-b"), ("{n}", "n"), ("Ünï 日本", "Ünï 日本"),
    ])
  func safe(title: String, part: String) throws { #expect(try names("{chapter}", [title]) == [part]) }

  @Test("A long title is cut between characters")
  func long() throws {
    let part = try names("{chapter}", [String(repeating: "日", count: 100)])[0]
    #expect(part.utf8.count <= 120 && part.allSatisfy { $0 == "日" })
  }

  @Test("A pattern without a field for chapters, or with one that is not known, is refused")
  func wrong() {
    for pattern in ["a.gif", "{date}.gif", "{titel}.gif"] {
      #expect(throws: InvalidValue.self) { try names(pattern, ["a", "b"]) }
    }
  }
}
