import ReelCanvas
import ReelGeometry
import ReelScenes
import Testing

@testable import ReelTerminal

/// The drawn shapes of characters and their neighbours.
@Suite struct CellShapesTests {
  /// A character in a cell of 8 by 8 pixels, with a mark for each pixel that is at least half covered.
  private func drawn(_ value: UInt32) throws -> [String] {
    let scalar = try #require(Unicode.Scalar(value))
    let mask = try #require(CellShapes.mask(of: scalar, width: 8, height: 8, line: 1))
    return (0..<8).map { row in
      String((0..<8).map { mask.coverage[row * 8 + $0] >= 128 ? "#" : "." as Character })
    }
  }

  @Test("Powerline corners fill half of the cell, up to its edges")
  func corners() throws {
    let stairs = (0..<8).map { String(repeating: "#", count: $0 + 1) + String(repeating: ".", count: 7 - $0) }
    func mirrored(_ rows: [String]) -> [String] { rows.map { String($0.reversed()) } }
    #expect(try drawn(0xE0B8) == stairs)
    #expect(try drawn(0xE0BA) == mirrored(stairs))
    #expect(try drawn(0xE0BC) == stairs.reversed())
    #expect(try drawn(0xE0BE) == mirrored(stairs.reversed()))
    for (falling, rising) in [(0xE0B9, 0xE0BB), (0xE0BF, 0xE0BD)] as [(UInt32, UInt32)] {
      let line = try drawn(falling)
      #expect(line == mirrored(try drawn(rising)))
      #expect((0..<8).allSatisfy { Array(line[$0])[$0] == "#" })
    }
  }

  @Test("Complementary block elements fill the cell, and the triangles of a cell meet in its middle")
  func parts() throws {
    #expect(try drawn(0x1FB70) == Array(repeating: ".#......", count: 8))
    #expect(try drawn(0x1FB7B).map { $0 == "########" } == [false, false, false, false, false, false, true, false])
    #expect(try drawn(0x1FB7E) == ["########"] + Array(repeating: ".......#", count: 7))
    #expect(try drawn(0x1FB81).map { $0 == "########" } == [true, false, true, false, true, false, false, true])
    #expect(try drawn(0x1FB83).map { $0 == "########" } == [true, true, true, false, false, false, false, false])
    #expect(try drawn(0x1FB8A) == Array(repeating: "..######", count: 8))
    for side: UInt32 in 0..<4 {
      let (without, alone) = (try drawn(0x1FB68 + side).joined(), try drawn(0x1FB6C + side).joined())
      // Pixels on the diagonals belong to both.
      #expect(zip(without, alone).allSatisfy { $0 == "#" || $1 == "#" })
      #expect(alone.count { $0 == "#" } < 32 && without.count { $0 == "#" } >= 40)
    }
    #expect(try drawn(0x1FB6C)[4].hasPrefix("####") && drawn(0x1FB6D)[0] == "########")
  }

  @Test("Powerline's branch and padlock need no font")
  func symbols() throws {
    let (branch, lock) = (try drawn(0xE0A0), try drawn(0xE0A2))
    #expect(branch[3].contains("#") && branch[6].contains("#"))
    #expect(lock[4...5].allSatisfy { $0 == ".######." } && lock[0] == "........")
  }

  @Test(
    "Emoji that programs count as one cell are two cells wide if there is room, and skin tones join their emoji")
  func joined() {
    func joined(_ text: String) -> [Int: String] {
      let terminal = TerminalTests.terminal(text, columns: 8, rows: 1)
      return JoinedCells(terminal.cells(ofRow: 0), terminal.text).drawn.mapValues { "\($0.text)\($0.cells)" }
    }
    let pair = "\u{1F9D1}\u{1F3FF}\u{200D}\u{1F91D}\u{200D}\u{1F9D1}\u{1F3FB}"
    #expect(joined(pair + "x") == [0: pair + "2", 2: "2", 4: "2"] && joined("x\u{1F3FB}") == [:])
    // A blank on the left serves as well as one on the right, but for one emoji only.
    #expect(joined("a \u{2764}\u{FE0F}b") == [1: "\u{2764}\u{FE0F}2", 2: "1"])
    #expect(joined("\u{2764}\u{FE0F} 1\u{FE0F}\u{20E3}b") == [0: "\u{2764}\u{FE0F}2"])
    #expect(joined("\u{2764}\u{FE0F} a") == [0: "\u{2764}\u{FE0F}2"])
    // Without room, it is a sign like others.
    #expect(joined("\u{2764}\u{FE0F}a") == [0: "\u{2764}\u{FE0E}1"] && joined("1\u{FE0F}\u{20E3}a") == [:])
    #expect(joined("\u{2764} a") == [:] && joined("e\u{301} a") == [:])
    #expect(joined("\u{1F44D}\u{1F3FD}x") == [0: "\u{1F44D}\u{1F3FD}2", 2: "2"])
    let coder = "\u{1F9D1}\u{1F3FF}\u{200D}\u{1F4BB}"
    #expect(joined(coder + "x") == [0: coder + "2", 2: "2"])
    #expect(joined("\u{1F1E9}\u{1F1EA}x") == [0: "\u{1F1E9}\u{1F1EA}2", 1: "1"])
  }

  @Test("Words whose letters change their shapes are one picture, in the order in which they are read")
  func words() {
    func joined(_ text: String) -> [Int: String] {
      let terminal = TerminalTests.terminal(text, columns: 16, rows: 1)
      let row = ShownRow(terminal, row: 0)
      return JoinedCells(row.cells, isRightToLeft: row.isRightToLeft, terminal.text).drawn
        .filter { !$0.value.text.isEmpty }.mapValues { "\($0.text) \($0.cells)" }
    }
    #expect(joined("x नमस्ते क्षि") == [2: "नमस्ते 4", 7: "क्षि 3"])
    #expect(joined("\u{1B}[1mनम\u{1B}[mस्ते") == [0: "नम 2", 2: "स्ते 2"])
    // A colour does not part a word; digits do.
    #expect(joined("न\u{1B}[31mम\u{1B}[m१२") == [0: "नम 2"])
    #expect(joined("سلام عليك") == [0: "عليك 4", 5: "سلام 4"] && joined("กำก") == [0: "กำ 2"])
    #expect(joined("שלום") == [:] && joined("한국 日本 ─┼") == [:])
  }

  @Test(
    "Hebrew and Arabic run from right to left in a row that begins on the left",
    arguments: [
      ("abc", "abc"), ("שלום", "םולש"), ("a שלום b", "a םולש b"), ("שלום עולם", "םלוע םולש"),
      ("(שלום) 12", "(םולש) 12"), ("א(ב)ג", "ג(ב)א"), ("שלום 123 א", "א 123 םולש"), ("אב世ג", "בא世ג"), ("אב한", "בא한"),
      ("א\u{5B8}ב", "בא\u{5B8}"),
    ])
  func rightToLeft(written: String, shown: String) {
    let terminal = TerminalTests.terminal(written, columns: 16, rows: 1)
    let row = ShownRow(terminal, row: 0)
    let text = row.cells.filter { $0.width > 0 }.map { $0.isBlank ? " " : terminal.text(of: $0) }.joined()
    #expect(String(text.reversed().drop { $0 == " " }.reversed()) == shown)
    for (column, cell) in terminal.cells(ofRow: 0).enumerated() {
      #expect(row.cells[row.column(column)].width == cell.width)
    }
    // The whole text is found where it is shown.
    #expect(terminal.occurrences(of: written).map(\.columns) == [0..<terminal.cursorColumn])
    #expect(terminal.text(ofRow: 0) == written)
  }

  @Test("Blinking text is dark half of the time, and other text stays")
  func blinking() throws {
    var terminal = TerminalTests.terminal("a\u{1B}[5mb\u{1B}[m c", columns: 8, rows: 1)
    #expect(
      terminal.hasBlinkingText && !TerminalTests.terminal("\u{1B}[5m \u{1B}[mx", columns: 8, rows: 1).hasBlinkingText)
    terminal.concealBlinkingText()
    #expect(
      terminal.cells(ofRow: 0).prefix(4).map { $0.style.attributes.contains(.conceal) } == [false, true, false, false])

    func pictures(_ text: String) throws -> [Bitmap] {
      var film = TerminalFilm(Cast(columns: 4, rows: 1, events: [.init(0, .output(text)), .init(3, .output(""))]))
      film.hasWindow = false
      let size = PixelSize(width: 80, height: 40)
      let source = try SceneSource(film, size: size, frameRate: 10)
      var bitmap = Bitmap(size: size)
      return try [0, 7, 13].map { frame in
        _ = try source.draw(atSeconds: Double(frame) / 10, into: &bitmap)
        return bitmap
      }
    }
    let blinking = try pictures("\u{1B}[?25l\u{1B}[5mX")
    #expect(blinking[0] != blinking[1] && blinking[0] == blinking[2])
    let still = try pictures("\u{1B}[?25lX")
    #expect(still[0] == still[1] && still[0] == blinking[0])
  }
}
