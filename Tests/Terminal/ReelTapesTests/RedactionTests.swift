import RandomDrawings
import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelTapes
@testable import ReelTerminal

/// Masking of text drawn in any order and way.
@Suite struct RedactionTests {
  private func cast(_ pieces: [String], columns: Int = 30, rows: Int = 3) -> Cast {
    Cast(
      columns: columns, rows: rows,
      events: pieces.enumerated().map { Cast.TimedEvent(Double($0.offset), .output($0.element)) })
  }

  private func masked(
    _ pieces: [String], by pattern: String = "token=\\w+", columns: Int = 30, rows: Int = 3
  ) throws -> [String] {
    let masked = try Redaction([pattern]).mask(cast(pieces, columns: columns, rows: rows))
    return masked.events.map { if case .output(let text) = $0.event { text } else { "" } }
  }

  @Test(
    "A secret is masked at every moment, in whatever order it and its label are drawn, and other text stays",
    arguments: [
      // The label comes after it: by a return or a move, in another event, or after the secret was alone for a while.
      (["      ABCDEF12\rtoken=", "\u{1B}[3;1Hend"], ["      ********\r******", "\u{1B}[3;1Hend"]),
      (["\u{1B}[1;7HABCDEF12", "\u{1B}[1;1Htoken="], ["\u{1B}[1;7H********", "\u{1B}[1;1H******"]),
      (["ABCDEF12", "\u{1B}[1;1H\u{1B}[6@token="], ["********", "\u{1B}[1;1H\u{1B}[6@******"]),
      // Removing the text in between puts it together.
      (["token=  ABCDEF12", "\u{1B}[1;7H\u{1B}[2P"], ["******  ********", "\u{1B}[1;7H\u{1B}[2P"]),
      // The label is gone when the event ends.
      (["\u{1B}[1;7HABCDEF12\rtoken=\r\u{1B}[6X"], ["\u{1B}[1;7H********\r******\r\u{1B}[6X"]),
      // Characters without a cell, and marks.
      (["tok\u{200B}en=AB\u{301}CD\u{AD}EF12"], ["**********\u{AD}****"]),
      // Repeated characters, and line-drawing characters that are letters elsewhere.
      (["token=A\u{1B}[3bB"], ["***********"]),
      (["\u{1B}[1;7HABCD\r\u{1B}(0token=\u{1B}(B"], ["\u{1B}[1;7H****\r\u{1B}(0******\u{1B}(B"]),
      // A copy without its label, in two consecutive pieces of the file.
      (["token=ABCDEF12\r\n", "xABC\u{1B}[3;1HDEFy"], ["**************\r\n", "x***\u{1B}[3;1H***y"]),
      // Deleted or inserted columns, and copied rectangles.
      (["token=ABC--DEF12", "\u{1B}[1;10H\u{1B}[2'~"], ["*********--*****", "\u{1B}[1;10H\u{1B}[2'~"]),
      (["ABCDEF12", "\u{1B}[6 A\rtoken="], ["********", "\u{1B}[6 A\r******"]),
      (
        ["token=\u{1B}[3;1HABCDEF12", "\u{1B}[3;1;3;8;1;1;7;1$v"],
        ["******\u{1B}[3;1H********", "\u{1B}[3;1;3;8;1;1;7;1$v"]
      ),
      (["oken=ABCDEF12\r", "\u{1B}6t"], ["*************\r", "\u{1B}6*"]),
      // The alternate screen keeps its content while the main screen is shown.
      (
        ["\u{1B}[?47h\u{1B}[1;7HABCDEF12\u{1B}[?47l", "hello\u{1B}[?47h\u{1B}[1;1Htoken="],
        ["\u{1B}[?47h\u{1B}[1;7H********\u{1B}[?47l", "hello\u{1B}[?47h\u{1B}[1;1H******"]
      ),
      // Strings that draw nothing.
      (["\u{1B}Ptoken=ABCDEF12\u{1B}\\a", "\u{1B}]52;c;QUJD\u{07}b\u{1B}_token=AB\u{1B}\\"], ["a", "b"]),
    ] as [([String], [String])])
  func orders(pieces: [String], expected: [String]) throws {
    #expect(try masked(pieces) == expected)
  }

  @Test("A match that wraps over a line end is masked, whether the terminal or the program wraps it")
  func wrapped() throws {
    #expect(try masked(["xxtoken=ABCDEF12"], columns: 10) == ["xx**************"])
    #expect(
      try masked(["\u{1B}[2;1HABCDEF", "\u{1B}[1;5Htoken="], columns: 10)
        == ["\u{1B}[2;1H******", "\u{1B}[1;5H******"])
  }

  @Test(
    "A label that ends in a blank in the last column belongs to the next row",
    arguments: ["\u{1B}[2;6HPW |\u{1B}[3;1HABCDEF", "\u{1B}[2;6HPW |\r\nABCDEF", "\u{1B}[2;6HPW |ABCDEF"]
      + ["\u{1B}[2;6HPW|\u{1B}[3;1HABCDEF", "\u{1B}[1;6HPW \u{1B}[3;1HABCDEF|\u{1B}[2;1H\u{1B}[M"])
  func blank(session: String) throws {
    let pieces = session.split(separator: "|").map(String.init)
    let text = try masked(pieces, by: "PW \\w+", columns: 8, rows: 4).joined()
    #expect(!text.contains("ABC") && !text.contains("PW") && text.contains("******"), "\(text)")
  }

  @Test("A match that only a resize brings together is masked before the resize, too")
  func resized() throws {
    // On the alternate screen, text beyond the edge is cut off.
    var session = cast(["\u{1B}[?1049h\u{1B}[1;1Htoken= zz", "\u{1B}[2;1HABCDEF"], columns: 20)
    session.events.append(.init(2, .resize(columns: 6, rows: 3)))
    let text = try Redaction(["token=\\w+"]).mask(session).text
    #expect(!text.contains("ABCD") && !text.contains("token"), "\(text)")
  }

  @Test("Characters that no program wrote cannot be masked, and are refused")
  func refused() throws {
    #expect(throws: Redaction.Seen.self) { try Redaction(["E{8}"]).mask(cast(["\u{1B}#8"])) }
    #expect(try Redaction([]).mask(cast(["\u{1B}#8"])) == cast(["\u{1B}#8"]))
  }

  @Test(
    "Literal parts of an expression are as secret as the rest of a match",
    arguments: [
      ("pass(word)?[:=] ?Zq7Xw9Kp3v", "password=Zq7Xw9Kp3v"), ("Zq7X-?w9Kp3v", "Zq7Xw9Kp3v"),
      ("Zq7Xw9Kp3v\\d+", "Zq7Xw9Kp3v12"), ("Zq7Xw9Kp3v:\\w+", "Zq7Xw9Kp3v:name"),
      ("token=Zq7Xw9Kp3v\\w?", "token=Zq7Xw9Kp3v"), ("user:(?:\\w+|Zq7Xw9Kp3v)", "user:Zq7Xw9Kp3v"),
      ("(?i)zq7xw9kp3v[;.]", "Zq7Xw9Kp3v;"), ("Zq7Xw9Kp3v", "Zq7Xw9Kp3v"), ("Zq7Xw9Kp3v==?", "Zq7Xw9Kp3v="),
    ])
  func literals(pattern: String, match: String) throws {
    var session = cast(["with Zq7Xw9Kp3v\r\n", match + "\r\n", "\u{1B}[2Jwas 7Xw9Kp3\r\n"])
    session.events.append(.init(3, .input("Zq7Xw9Kp3v\r")))
    let text = try Redaction([pattern]).mask(session).text
    let secret = Array("Zq7Xw9Kp3v")
    for start in 0...secret.count - 4 { #expect(!text.contains(String(secret[start..<start + 4])), "\(text)") }
    #expect(text.contains("with **********") && text.contains("was *******"), "\(text)")
  }

  @Test(
    "A label of letters up to = or : is not secret elsewhere, but any other beginning is",
    arguments: [
      ("token=\\w+", "token=ABCDEF", "no token: tokens", true),
      ("(?i)\\bToken: \\w+", "token: ABCDEF", "a token", true),
      ("\"api-key\": \"\\w+", "\"api-key\": \"ABCDEF", "api-key", true),
      ("token= ?\\w+", "token=ABCDEF", "token", true),
      ("token[=]\\w+", "token=ABCDEF", "token", false), ("QUJDREVGRw==?", "QUJDREVGRw==", "QUJD", false),
      ("key1=\\w+", "key1=ABCDEF", "key1", false), ("token=\\w*", "token=", "token", false),
    ])
  func labels(pattern: String, match: String, other: String, isShown: Bool) throws {
    let text = try masked([match + "\r\n", other], by: pattern)
    #expect((text[1] == other) == isShown, "\(text)")
    #expect(!text[0].contains { $0.isLetter }, "\(text)")
  }

  @Test("An asterisk in a secret is one of its characters")
  func asterisks() throws {
    let text = try masked(["token=Zq*Xw9*Kp3v\r\n", "x Zq*Xw9* y *** b"], by: "token=\\S+")
    #expect(text == ["*****************\r\n", "x ******* y *** b"])
  }

  @Test(
    "A letter with its mark, and a Hangul syllable, are the same in every encoding",
    arguments: [
      ("\u{E9}\u{E0}\u{F4}\u{FC}\u{F1}", "e\u{301}a\u{300}o\u{302}u\u{308}n\u{303}", 5),
      (
        "\u{AC00}\u{B098}\u{B2E4}\u{B77C}\u{B9C8}",
        "\u{1100}\u{1161}\u{1102}\u{1161}\u{1103}\u{1161}\u{1105}\u{1161}\u{1106}\u{1161}", 10
      ),
    ], [false, true])
  func encodings(text: (composed: String, decomposed: String, cells: Int), isComposed: Bool) throws {
    let (first, second) = isComposed ? (text.composed, text.decomposed) : (text.decomposed, text.composed)
    for pattern in ["token=\\S+", "token=\(first)", "token=\(second)", "token=[\(text.composed)]{5}"] {
      var session = cast(["token=\(first)\r\n", "x \(second) y", "\u{1B}]2;\(second)\u{07}"])
      session.events.append(.init(3, .input("\(second)\r")))
      let masked = try Redaction([pattern]).mask(session)
      #expect(masked.events[1].event == .output("x \(String(repeating: "*", count: text.cells)) y"), "\(pattern)")
      #expect(masked.text.unicodeScalars.allSatisfy { $0.value < 0x80 }, "\(masked.text)")
    }
  }

  @Test("Return ends a typed word, and a secret in two lines is still found")
  func typed() throws {
    var session = cast(["ok\r\n", "exit\r\n"])
    session.events.insert(.init(0, .input("token=ABCDEF12\r")), at: 0)
    session.events.append(contentsOf: ["exit\r", "xAB", "C\rDEF"].map { .init(2, .input($0)) })
    let masked = try Redaction(["token=\\w+"]).mask(session)
    #expect(
      masked.events.map(\.event)
        == [.input("**************\r"), .output("ok\r\n"), .output("exit\r\n"), .input("exit\r")]
        + [.input("x**"), .input("*\r***")])
  }

  @Test(
    "An expression whose work is unbounded is refused, and a bounded one is not",
    arguments: [
      ("(a+)+\\.", false), ("(?x) (\\w+) +", false), ("(?<n>a|b)*", false), ("(?=(a*){2,})b", false),
      ("(a?){30}", false),
      ("(.+\\n)+", false), ("(\\w+_)+", false), ("(\\w+-?)+", false), ("((\\w+-)+x)+", false), ("(\\w+\\.)+com", true),
      ("(?:[A-Z0-9+/=]{1,64}\\n)+", true), ("((ab)+)+", false), ("(?:\\d[ -]?){13,16}", true),
      ("(?:\\d{1,3}\\.){3}\\d+", true), ("\\Q(a+)+\\E", true),
      ("[(a+)+]+", true), ("(?>a+)+b", true), ("(?:ab)+\\p{Lu}{2}", true), ("\\(a+\\)+", true),
    ])
  func work(pattern: String, isBounded: Bool) {
    #expect(RepetitionCheck.isBounded(pattern) == isBounded)
    #expect(((try? Redaction([pattern])) != nil) == isBounded)
  }

  @Test("Errors name unsupported syntax")
  func unsupported() throws {
    let error = #expect(throws: InvalidValue.self) { try Redaction(["(?<=token=)\\w+"]) }
    #expect(error?.description.contains("does not support lookbehind") == true)
    for (text, name) in [("\u{1B}[?25;69h", "CSI ?25;69h"), ("\u{1B}[?45h", "CSI ?45h"), ("\u{1B}[65;1;1;2;2$x", "$x")]
    {
      let seen = #expect(throws: Redaction.Seen.self) { try Redaction(["token"]).mask(cast(["a", text])) }
      #expect(seen?.description.contains(name) == true && seen?.description.contains("at 1.0 s") == true)
    }
    #expect(try masked(["\u{1B}[?69;45l"]) == [""])
  }

  @Test("Keys, titles and markers do not reveal a secret of the screen")
  func elsewhere() throws {
    var session = cast(["token=ABCDEF12", "\u{1B}]2;run ABCDEF12\u{07}"])
    session.title = "about CDEF"
    session.events += ["A", "BC", "\u{1B}[D", "DEF", "\u{1B}]52;c;QUJD\u{07}"].map { .init(2, .input($0)) }
    session.events.append(.init(2, .marker("CDEF12")))
    var result = try Redaction(["token=\\w+"]).masked(session)
    #expect(result.text("of CDEF and token=1") == "of **** and *******")
    let masked = result.cast
    #expect(masked.title == "about ****")
    #expect(
      masked.events.dropFirst(2).map(\.event)
        == [.input("*"), .input("**"), .input("\u{1B}[D"), .input("***"), .input(""), .marker("******")])
    #expect(masked.events[1].event == .output("\u{1B}]2;run ********\u{07}"))
  }

  @Test("In random drawings, no four characters remain of a secret that was ever shown with its label")
  func drawings() throws {
    var random = Seeded()
    let start = random.description
    var seen = 0
    for round in 0..<400 {
      let drawing = RandomDrawing(random: random)
      random = drawing.random
      guard drawing.wasSeen() else { continue }
      seen += 1
      let masked = try Redaction([drawing.pattern]).mask(drawing.cast)
      let leak = drawing.leak(in: masked)
      #expect(leak == nil, "\(start), round \(round): \(leak ?? "")\n\(drawing.cast.text)\n\(masked.text)")
      #expect(masked.events.map(\.time) == drawing.cast.events.map(\.time))
    }
    #expect(seen > 80, "\(start): only \(seen)")
  }

  @Test("Masked drawings of two secrets are the same")
  func twins() throws {
    var random = Seeded()
    let start = random.description
    var seen = 0
    for round in 0..<400 {
      let drawing = RandomDrawing(random: random, isWhole: true)
      let twin = RandomDrawing(random: random, isWhole: true, isTwin: true)
      random = drawing.random
      guard drawing.wasSeen(), twin.wasSeen() else { continue }
      seen += 1
      #expect(drawing.cast != twin.cast)
      let masked = try Redaction([drawing.pattern]).mask(drawing.cast)
      let other = try Redaction([drawing.pattern]).mask(twin.cast)
      #expect(masked == other, "\(start), round \(round):\n\(drawing.cast.text)\n\(masked.text)\n\(other.text)")
    }
    #expect(seen > 80, "\(start): only \(seen)")
  }
}
