import ReelCanvas
import ReelImages
import ReelGeometry
import ReelScenes
import Testing

@testable import ReelTerminal

/// Pictures that programs send: sixels, and those of kitty and iTerm2.
@Suite("Pictures in a terminal") struct TerminalImageTests {
  private static let base64Letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func base64(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = Array(bytes[start..<min(start + 3, bytes.count)])
      let bits = (part + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
      for index in 0...3 { text.append(index <= part.count ? base64Letters[bits >> (18 - 6 * index) & 63] : 0x3D) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func picture(_ width: Int, _ height: Int, _ color: Pixel) -> Bitmap {
    var picture = Bitmap(width: width, height: height)
    picture.fill(with: color)
    return picture
  }

  /// A red PNG of 30x40 pixels: three columns and two rows.
  private static let png = base64((try? picture(30, 40, .red).pngData()) ?? [])
  private static let pixels: [UInt8] = (0..<30 * 40).flatMap { _ in [255, 0, 0] as [UInt8] }
  private static let sixel = "\u{1B}Pq#1;2;100;0;0" + String(repeating: "#1!30~-", count: 6) + "!30N\u{1B}\\"

  private static func kitty(_ keys: String, _ data: String = png) -> String { "\u{1B}_G\(keys);\(data)\u{1B}\\" }

  /// The same picture in all ways.
  static let red = [
    sixel, kitty("a=T,f=100"), kitty("a=T,f=24,s=30,v=40", base64(pixels)),
    kitty("a=T,f=24,s=30,v=40,o=z", base64(Deflate.pack(pixels) ?? [])),
    kitty("a=T,f=100,m=1", String(png.prefix(40))) + kitty("m=1", String(png.dropFirst(40).prefix(20)))
      + kitty("m=0", String(png.dropFirst(60))),
    kitty("a=t,i=7,f=100") + kitty("a=p,i=7", ""),
    "\u{1B}]1337;File=inline=1;size=9:\(png)\u{07}",
    "\u{1B}]1337;File=name=YQ==;inline=1;width=3;height=2:\(png)\u{1B}\\",
    "\u{1B}]1337;MultipartFile=inline=1\u{07}\u{1B}]1337;FilePart=\(png.prefix(40))\u{07}"
      + "\u{1B}]1337;FilePart=\(png.dropFirst(40))\u{07}\u{1B}]1337;FileEnd\u{07}",
  ]

  @Test("A picture takes its cells and is drawn in them, in whatever way it was sent", arguments: red)
  func drawn(sequence: String) throws {
    let terminal = TerminalTests.terminal("ab" + sequence, columns: 8, rows: 4)
    let parts = (0..<4).map { row in terminal.cells(ofRow: row).map { $0.isImage ? "x" : "." }.joined() }
    #expect(parts == ["..xxx...", "..xxx...", "........", "........"])
    #expect(terminal.images.faults.isEmpty && TerminalTests.text(terminal) == ["ab"])
    #expect([terminal.cursorRow, terminal.cursorColumn] == (sequence == Self.sixel ? [2, 2] : [1, 5]))

    var film = TerminalFilm(Cast(columns: 8, rows: 4, events: [.init(0, .output("\u{1B}[?25l" + sequence))]))
    (film.hasWindow, film.fontSize) = (false, 20)
    #expect(film.imageFaults.isEmpty)
    // Cells of 12x24 pixels.
    let size = PixelSize(width: 96, height: 96)
    var bitmap = Bitmap(size: size)
    _ = try SceneSource(film, size: size, frameRate: 10).draw(atSeconds: 0, into: &bitmap)
    let ground = Pixel(TerminalTheme.night.palette.background)
    #expect([bitmap[2, 2], bitmap[33, 2], bitmap[2, 44], bitmap[33, 44]].allSatisfy { $0 == .red })
    #expect([bitmap[38, 2], bitmap[2, 50], bitmap[90, 90]].allSatisfy { $0 == ground })
  }

  @Test("Text replaces a picture, which scrolls with its rows and is removed with them")
  func cells() {
    var terminal = TerminalTests.terminal("1\r\n2\r\n3\r\n" + Self.red[1] + "z", columns: 8, rows: 4)
    func parts() -> [String] {
      (0..<4).map { row in
        terminal.cells(ofRow: row).map { $0.isImage ? "x" : $0.isBlank ? "." : terminal.text(of: $0) }.joined()
      }
    }
    // The last row scrolls up by one.
    #expect(parts() == ["2.......", "3.......", "xxx.....", "xxxz...."])
    var shell = TerminalTests.terminal("1\r\n2\r\n3" + Self.sixel + "z", columns: 8, rows: 4)
    #expect(TerminalTests.text(shell) == ["2", "3", "", " z"])
    shell.feed("\u{1B}[?1049h\u{1B}[3;1H\(Self.sixel)z".utf8)
    #expect(TerminalTests.text(shell) == ["", "", "", "z"] && shell.cells(ofRow: 2)[0].isImage)
    terminal.feed("\u{1B}[3;2Ho世\u{301}\u{1B}[4;1H\u{301}\u{200D}\u{1F525}".utf8)
    #expect(parts()[2] == "xo世\u{301}.....")
    #expect(parts()[3].hasPrefix("\u{1F525}"))
    terminal.feed("\u{1B}[H\u{1B}[2J".utf8)
    terminal.feed(Self.kitty("a=T,f=100,i=1,C=1").utf8)
    #expect(parts().prefix(2) == ["xxx.....", "xxx....."] && terminal.cursorColumn == 0 && terminal.cursorRow == 0)
    terminal.feed("\u{1B}_Ga=d,d=i,i=2\u{1B}\\".utf8)
    #expect(parts()[0] == "xxx.....")
    terminal.feed("\u{1B}_Ga=d,d=i,i=1\u{1B}\\".utf8)
    #expect(parts() == Array(repeating: "........", count: 4))
    // Only as many cells as there is room for, and nothing without a picture.
    terminal.feed(
      "\u{1B}[1;7H\(Self.red[1])\u{1B}[m\u{1B}]1337;File=inline=0:\(Self.png)\u{07}\u{1B}_Gi=1,a=q;\u{1B}\\".utf8)
    #expect(parts().prefix(2) == ["......xx", "......xx"] && terminal.images.faults.isEmpty)
    for _ in 0..<3 { terminal.resize(columns: .random(in: 1...9), rows: .random(in: 1...9)) }
  }

  @Test("A picture has the size in cells that its program asks for, at most the terminal's width")
  func sizes() {
    func cells(_ sequence: String) -> [Int] {
      let terminal = TerminalTests.terminal(sequence, columns: 20, rows: 12)
      let rows = (0..<12).map { terminal.cells(ofRow: $0).count(where: \.isImage) }
      return [rows.max() ?? 0, rows.count { $0 > 0 }]
    }
    #expect(cells(Self.kitty("a=T,f=100,c=6")) == [6, 4] && cells(Self.kitty("a=T,f=100,r=1")) == [2, 1])
    #expect(cells(Self.kitty("a=T,f=100,c=5,r=1")) == [5, 1])
    func inline(_ keys: String) -> [Int] { cells("\u{1B}]1337;File=inline=1;\(keys):\(Self.png)\u{07}") }
    #expect(inline("width=6") == [6, 4] && inline("width=50%") == [10, 7] && inline("height=60px") == [5, 3])
    #expect(inline("width=10;height=2") == [3, 2] && inline("width=10;height=2;preserveAspectRatio=0") == [10, 2])
    #expect(inline("width=400;height=5;preserveAspectRatio=0") == [20, 1])
  }

  @Test(
    "A picture that cannot be drawn is reported, and the text after it is there",
    arguments: [
      (kitty("a=T,t=f,f=100"), "in a file"), (kitty("a=T,f=100", "AAAA"), "neither a PNG nor a JPEG"),
      (kitty("a=t,f=24,s=30,v=40", "AAAA"), "too few bytes"), (kitty("a=t,f=24,s=999999,v=40", "AAAA"), "999999x40"),
      (kitty("a=t,f=24,s=30,v=40,o=z", "AAAA"), "packed picture is damaged"), (kitty("a=p,i=9", ""), "never sent"),
      (kitty("a=f,i=9"), "animations"), (kitty("a=T,f=100,U=1"), "placeholders"),
      (kitty("a=T,f=100", base64([0x89, 0x50, 0x4E, 0x47] + Array(repeating: 255, count: 40))), "claims"),
      ("\u{1B}]1337;File=inline=1:R0lGODlh\u{07}", "neither a PNG nor a JPEG"),
      ("\u{1B}]1337;File=inline=1:/9j/AAAA\u{07}", "a JPEG is damaged"),
      ("\u{1B}Pq" + String(repeating: "!8000~$", count: 2000) + "\u{1B}\\", "paints too much"),
      ("\u{1B}Pq\"1;1;60000;60000\u{1B}\\", "claims"),
      ("\u{1B}_Ga=T;" + String(repeating: "A", count: 9 << 20) + "\u{1B}\\", "8 MiB"),
    ])
  func faults(sequence: String, message: String) {
    let terminal = TerminalTests.terminal(sequence + "after", columns: 20, rows: 4)
    #expect(terminal.images.faults.count == 1)
    #expect(terminal.images.faults.first.map { "\($0)".contains(message) } == true, "\(terminal.images.faults)")
    #expect(TerminalTests.text(terminal) == ["after"])
  }

  @Test("A picture that cannot be read keeps its cells if their number is known")
  func kept() {
    func cells(_ sequence: String) -> [Int] {
      let terminal = TerminalTests.terminal(sequence, columns: 20, rows: 12)
      let rows = (0..<12).map { terminal.cells(ofRow: $0).count(where: \.isImage) }
      return [rows.max() ?? 0, rows.count { $0 > 0 }, terminal.images.faults.count]
    }
    #expect(cells(Self.kitty("a=T,t=f,f=24,s=30,v=40")) == [3, 2, 1])
    #expect(
      cells(Self.kitty("a=T,t=f,f=100,c=4,r=5")) == [4, 5, 1] && cells(Self.kitty("a=T,t=f,f=100")) == [0, 0, 1])
    #expect(cells("\u{1B}]1337;File=inline=1;height=3:R0lGODlh\u{07}") == [6, 3, 1])
    #expect(cells("\u{1B}]1337;File=inline=1;width=8;height=2;preserveAspectRatio=0:R0lG\u{07}") == [8, 2, 1])
  }

  @Test("A damaged picture keeps its cells, and is reported for the film")
  func damaged() throws {
    let broken = Self.base64(Array((try Self.picture(30, 40, .red).pngData()).prefix(50)))
    let film = TerminalFilm(Cast(columns: 8, rows: 4, events: [.init(0, .output(Self.kitty("a=T,f=100", broken)))]))
    #expect(film.imageFaults.map(\.description) == ["a 30x40 picture is damaged"])
    let size = PixelSize(width: 96, height: 96)
    var bitmap = Bitmap(size: size)
    _ = try SceneSource(film, size: size, frameRate: 10).draw(atSeconds: 0, into: &bitmap)
  }

  @Test("Sixels are painted in their colours, from any register, in any order")
  func sixels() throws {
    let picture = try #require(try SixelPicture(Array("0;1;0q#2;2;0;100;0#3;1;120;50;100#2@#3A$#9???_-#2!2@".utf8)))
    #expect(picture.size == PixelSize(width: 4, height: 7))
    let bitmap = picture.bitmap()
    #expect(bitmap[0, 0] == .green && bitmap[1, 1] == .red && bitmap[0, 6] == .green && bitmap[1, 6] == .green)
    #expect(bitmap[3, 5] == Pixel(Color(red: 0.33, green: 0.33, blue: 0.6)) && bitmap[2, 0].alpha == 0)
    #expect(try SixelPicture(Array("+q544e".utf8)) == nil && SixelPicture(Array("q".utf8)) == nil)
  }
}
