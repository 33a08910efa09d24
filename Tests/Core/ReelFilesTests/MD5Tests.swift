import Foundation
import ReelFiles
import ReelTestSupport
import Testing

@Suite("MD5")
struct MD5Tests {
  @Test(
    "The examples of RFC 1321, A.5",
    arguments: [
      ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
      ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
      ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
      ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
      (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
    ])
  func examples(text: String, sum: String) {
    #expect(MD5.text(of: Array(text.utf8)) == sum)
  }

  @Test("Every length around the ends of blocks, as md5sum has it")
  func lengths() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reel-md5-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let lengths = Array(0...130) + [4096, 100_003]
    let bytes = (0..<100_003).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }
    let names = try lengths.map { length in
      let file = folder.appending(path: "\(length)")
      try Data(bytes[..<length]).write(to: file)
      return file.path
    }
    let program = try Program.run("/usr/bin/env", ["md5sum"] + names)
    let sums = String(decoding: program.output, as: UTF8.self).split(separator: "\n").map { String($0.prefix(32)) }
    #expect(sums.count == lengths.count)
    for (index, sum) in sums.enumerated() {
      #expect(MD5.text(of: Array(bytes[..<lengths[index]])) == sum, "\(lengths[index]) bytes")
      #expect(try MD5.text(ofFile: names[index]) == sum, "a file of \(lengths[index]) bytes")
    }
  }
}
