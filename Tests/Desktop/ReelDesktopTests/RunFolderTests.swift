import Foundation
import ReelCanvas
import Testing

@testable import ReelDesktop

@Suite("The private folder of a run") struct RunFolderTests {
  @Test("Its secret is there for any display, and once more for the one that was chosen on this machine")
  func secrets() throws {
    let folder = try RunFolder()
    defer { folder.remove() }
    let wild = try Data(contentsOf: URL(fileURLWithPath: folder.authority))
    RunFolder.add(display: ":17", in: folder.path)
    let all = try Data(contentsOf: URL(fileURLWithPath: folder.authority))
    #expect(all.starts(with: wild) && Array(wild.suffix(16)) == folder.cookie)
    // Numbers of two bytes, and texts with their lengths.
    var rest = Array(all.dropFirst(wild.count))
    func number() -> Int {
      defer { rest.removeFirst(2) }
      return Int(rest[0]) << 8 | Int(rest[1])
    }
    func text() -> [UInt8] {
      let count = number()
      defer { rest.removeFirst(count) }
      return Array(rest.prefix(count))
    }
    #expect(number() == 256)
    #expect(String(decoding: text(), as: UTF8.self) == ProcessInfo.processInfo.hostName)
    #expect(String(decoding: text(), as: UTF8.self) == "17")
    #expect(String(decoding: text(), as: UTF8.self) == "MIT-MAGIC-COOKIE-1")
    #expect(text() == folder.cookie && rest.isEmpty)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.authority)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }
}

@Suite("The look of the pointer") struct PointerLookTests {
  /// A black pixel with a white one beside it, the hot spot.
  private let pointer = ScreenPointer(pixels: [0xFF00_0000, 0xFFFF_FFFF, 0, 0], width: 2, height: 2, hotX: 1, hotY: 0)

  @Test("A pointer without another look stays as it is")
  func same() { #expect(pointer.drawn(as: PointerLook()) == pointer) }

  @Test("It grows around the pixel that points")
  func larger() throws {
    var look = PointerLook()
    look.scale = 4
    let drawn = pointer.drawn(as: look)
    #expect(drawn.bounds.width == 8 && drawn.bounds.height == 8 && drawn.hotSpot.x == 6 && drawn.hotSpot.y == 2)
    let picture = try #require(drawn.picture)
    #expect(picture[0, 0] == .black && picture[7, 0] == .white && picture[0, 7].alpha == 0)
  }

  @Test("Its dark parts take the colour, and its light ones stay")
  func colored() throws {
    var look = PointerLook()
    look.color = .red
    let picture = try #require(pointer.drawn(as: look).picture)
    #expect(picture[0, 0] == .red && picture[1, 0] == .white && picture[0, 1].alpha == 0)
  }
}
