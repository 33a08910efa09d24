import ReelTestSupport
import Testing

@testable import ReelCanvas

@Suite("The file that letters come from")
struct FontFileTests {
  @Test("The standard family is installed, and each weight has its file")
  func standard() throws {
    let regular = try #require(Font(size: 16).file)
    let bold = try #require(Font(size: 16, weight: .bold).file)
    #expect(regular.family == Font.standardFamily && bold.family == Font.standardFamily)
    #expect(regular.path.hasSuffix("DejaVuSans.ttf") && bold.path.hasSuffix("DejaVuSans-Bold.ttf"))
    #expect(Font.standard.isInstalled && Font.standard.family == Font.standardFamily)
    // Letters of another size are those of the same file.
    #expect(Font(size: 90).file == regular)
  }

  @Test("The checksum is that of the bytes, as another program counts it")
  func checksum() throws {
    let file = try #require(Font.standard.file)
    let said = String(decoding: try Program.run("/usr/bin/env", ["md5sum", file.path]).output, as: UTF8.self)
    #expect(said.hasPrefix(try #require(file.md5)), "\(said)")
    #expect(FontFile(family: "None", path: "/nonexistent.ttf").md5 == nil)
  }

  @Test(
    "A family is installed under its name, however it is written, and general names are wherever a font is",
    arguments: [
      ("DejaVu Sans", true), ("dejavusans", true), ("No Such Family,DejaVu Sans", true), ("sans", true),
      ("sans-serif", true), ("monospace", true), ("No Such Family At All", false), ("DejaVu Sans Of Mine", false),
      ("", false),
    ])
  func installed(family: String, isInstalled: Bool) {
    let font = Font(family, size: 16)
    #expect(font.isInstalled == isInstalled)
    // What is not there is drawn from something else.
    #expect(font.file != nil)
  }
}
