import ReelTestSupport
import Testing

@testable import ReelTapes
@testable import ReelTerminal

/// What is masked, in whatever order and way it is drawn.
@Suite struct RedactionTests {
  private func cast(_ pieces: [String], columns: Int = 30, rows: Int = 3) -> Cast {
    Cast(
      columns: columns, rows: rows,
      events: pieces.enumerated().map { Cast.TimedEvent(Double($0.offset), .output($0.element)) })
  }

  private func masked(_ pieces: [String], columns: Int = 30, rows: Int = 3) throws -> [String] {
    let masked = try Redaction(["token=\\w+"]).mask(cast(pieces, columns: columns, rows: rows))
    return masked.events.map { if case .output(let text) = $0.event { text } else { "" } }
  }

  @Test(
    "A secret is masked at every moment, in whatever order it and its label are drawn, and the rest stays",
    arguments: [
      // The label comes after it, by a return or a move, in another event, after it was alone for a while.
      (["      ABCDEF12\rtoken=", "\u{1B}[3;1Hend"], ["      ********\r******", "\u{1B}[3;1Hend"]),
      (["\u{1B}[1;7HABCDEF12", "\u{1B}[1;1Htoken="], ["\u{1B}[1;7H********", "\u{1B}[1;1H******"]),
      (["ABCDEF12", "\u{1B}[1;1H\u{1B}[6@token="], ["********", "\u{1B}[1;1H\u{1B}[6@******"]),
      // It is put together by removing what stands between.
      (["token=  ABCDEF12", "\u{1B}[1;7H\u{1B}[2P"], ["******  ********", "\u{1B}[1;7H\u{1B}[2P"]),
      // The label is gone when the event ends.
      (["\u{1B}[1;7HABCDEF12\rtoken=\r\u{1B}[6X"], ["\u{1B}[1;7H********\r******\r\u{1B}[6X"]),
      // Characters that take no cell, and marks.
      (["tok\u{200B}en=AB\u{301}CD\u{AD}EF12"], ["**********\u{AD}****"]),
      // Repeated, and shown as lines elsewhere.
      (["token=A\u{1B}[3bB"], ["***********"]),
      (["\u{1B}[1;7HABCD\r\u{1B}(0token=\u{1B}(B"], ["\u{1B}[1;7H****\r\u{1B}(0******\u{1B}(B"]),
      // A copy without its label, in two pieces that follow one another in the file.
      (["token=ABCDEF12\r\n", "xABC\u{1B}[3;1HDEFy"], ["**************\r\n", "x***\u{1B}[3;1H***y"]),
      // Strings that draw nothing.
      (["\u{1B}Ptoken=ABCDEF12\u{1B}\\a", "\u{1B}]52;c;QUJD\u{07}b\u{1B}_token=AB\u{1B}\\"], ["a", "b"]),
    ] as [([String], [String])])
  func orders(pieces: [String], expected: [String]) throws {
    #expect(try masked(pieces) == expected)
  }

  @Test("A match that wraps over a line end is masked, whether the terminal or the program breaks it")
  func wrapped() throws {
    #expect(try masked(["xxtoken=ABCDEF12"], columns: 10) == ["xx**************"])
    #expect(
      try masked(["\u{1B}[2;1HABCDEF", "\u{1B}[1;5Htoken="], columns: 10)
        == ["\u{1B}[2;1H******", "\u{1B}[1;5H******"])
  }

  @Test("A match that only a resize brings together is masked before it, too")
  func resized() throws {
    // On the alternate screen what is beyond the edge is cut off.
    var session = cast(["\u{1B}[?1049h\u{1B}[1;1Htoken= zz", "\u{1B}[2;1HABCDEF"], columns: 20)
    session.events.append(.init(2, .resize(columns: 6, rows: 3)))
    let text = try Redaction(["token=\\w+"]).mask(session).text
    #expect(!text.contains("ABCD") && !text.contains("token"), "\(text)")
  }

  @Test("What is no character that a program wrote cannot be masked, and is refused")
  func refused() throws {
    #expect(throws: Redaction.Seen.self) { try Redaction(["E{8}"]).mask(cast(["\u{1B}#8"])) }
    #expect(try Redaction([]).mask(cast(["\u{1B}#8"])) == cast(["\u{1B}#8"]))
  }

  @Test("Keys, titles and markers do not repeat a secret of the screen")
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

  @Test("In drawings of chance, four characters of a secret that was ever seen with its label are nowhere")
  func drawings() throws {
    var random = Seeded()
    let start = random.description
    var seen = 0
    for round in 0..<400 {
      var drawing = RandomDrawing(random: random)
      drawing.draw()
      random = drawing.random
      guard drawing.wasSeen else { continue }
      seen += 1
      let masked = try Redaction(["token=\\w+"]).mask(drawing.cast)
      let leak = drawing.leak(in: masked)
      #expect(leak == nil, "\(start), round \(round): \(leak ?? "")\n\(drawing.cast.text)\n\(masked.text)")
      #expect(masked.events.map(\.time) == drawing.cast.events.map(\.time))
    }
    #expect(seen > 80, "\(start): only \(seen)")
  }
}
