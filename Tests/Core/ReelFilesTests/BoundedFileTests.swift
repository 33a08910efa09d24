import Foundation
import ReelFiles
import Testing

@Suite struct BoundedFileTests {
  @Test("A file is read whole up to the limit, and refused beyond it")
  func limits() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("reel-bounded-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    let bytes = (0..<150_000).map { UInt8(truncatingIfNeeded: $0) }
    try Data(bytes).write(to: file)
    #expect(try BoundedFile.read(file.path, limit: 150_000) == bytes)
    let error = #expect(throws: BoundedFile.Failure.self) { try BoundedFile.read(file.path, limit: 149_999) }
    #expect(error == .tooLong)
    #expect(BoundedFile.beginning(of: file.path, count: 10) == Array(0..<10))
    #expect(BoundedFile.beginning(of: file.path, count: 1 << 20) == bytes)
    #expect(try BoundedFile.read(file.path, range: 70_000..<140_000) == Array(bytes[70_000..<140_000]))
    #expect(try BoundedFile.read(file.path, range: 149_990..<1 << 40) == Array(bytes[149_990...]))
    #expect(try BoundedFile.read(file.path, range: 200_000..<300_000) == [])
  }

  @Test("A device that never ends is no file")
  func endless() {
    let error = #expect(throws: BoundedFile.Failure.self) { try BoundedFile.read("/dev/zero", limit: 1000) }
    #expect(error == .unopened("it is a pipe or a device, not a file"))
    #expect(BoundedFile.beginning(of: "/dev/zero", count: 3) == nil)
  }

  @Test("A file that is not there, and a folder, are refused with the system's reason")
  func missing() {
    let error = #expect(throws: BoundedFile.Failure.self) { try BoundedFile.read("/no/such/file", limit: 10) }
    #expect(error == .unopened("No such file or directory"))
    let folder = #expect(throws: BoundedFile.Failure.self) { try BoundedFile.read("/", limit: 10) }
    #expect(folder == .unopened("Is a directory"))
    #expect(BoundedFile.beginning(of: "/no/such/file", count: 10) == nil)
  }
}
