import ReelTestSupport
import Testing

@testable import ReelFormats

@Suite("ZIP archives")
struct ZipArchiveTests {
  /// “ink\n” as it stands in `GzipTests.ink`, without what gzip puts around it.
  private func ink(_ name: String, flags: UInt16 = 0) -> ZipMaker.File {
    ZipMaker.File(
      name, packed: Array(GzipTests.ink[10..<16]), size: 4, checksum: 0x43FF_DACD, method: 8, flags: flags)
  }

  private func text(of index: Int, in bytes: [UInt8], limit: Int = 100) throws -> String {
    let archive = try ZipArchive(bytes)
    return String(decoding: try archive.unpack(archive.entries[index], limit: limit), as: UTF8.self)
  }

  @Test("Files that are packed and files that are not are told by their names, folders are left out")
  func files() throws {
    let bytes = ZipMaker.archive(
      [ZipMaker.File("a/", ""), ink("a/ink.txt"), ZipMaker.File("plain", "hello")], comment: "PK")
    #expect(ZipArchive.recognizes(bytes))
    #expect(try ZipArchive(bytes).entries.map(\.name) == ["a/ink.txt", "plain"])
    #expect(try text(of: 0, in: bytes) == "ink\n")
    #expect(try text(of: 1, in: bytes) == "hello")
  }

  @Test("More than the limit, encrypted files and unusual packing are refused")
  func refused() throws {
    #expect(throws: ZipArchive.Failure.tooLong) { try text(of: 0, in: ZipMaker.archive([ink("a")]), limit: 3) }
    #expect(throws: ZipArchive.Failure.unreadable) { try text(of: 0, in: ZipMaker.archive([ink("a", flags: 1)])) }
    var odd = ink("a")
    odd.method = 14
    #expect(throws: ZipArchive.Failure.unreadable) { try text(of: 0, in: ZipMaker.archive([odd])) }
    var bomb = ink("a")
    bomb.size = 3
    #expect(throws: ZipArchive.Failure.damaged) { try text(of: 0, in: ZipMaker.archive([bomb])) }
  }

  @Test("No byte that is changed or missing makes a crash, and none of the content goes unnoticed")
  func damage() throws {
    let bytes = ZipMaker.archive([ink("ink.txt"), ZipMaker.File("b", "abc")])
    for length in 0..<bytes.count {
      #expect(throws: ZipArchive.Failure.self) { try text(of: 0, in: Array(bytes[..<length])) }
    }
    for position in bytes.indices {
      for value: UInt8 in [0, 0x7F, 0xFF] where bytes[position] != value {
        var changed = bytes
        changed[position] = value
        guard let archive = try? ZipArchive(changed) else { continue }
        for entry in archive.entries {
          guard let content = try? archive.unpack(entry, limit: 100) else { continue }
          #expect([Array("ink\n".utf8), Array("abc".utf8)].contains(content), "byte \(position)")
        }
      }
    }
  }
}
