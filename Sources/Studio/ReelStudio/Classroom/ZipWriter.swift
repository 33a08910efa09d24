import ReelImages
import ReelFiles
import ReelPlatform

/// Writes a ZIP archive to a new file, one entry after another.
///
/// Entries are stored without compression, because films are compressed already. Memory only grows by a directory record per entry.
struct ZipWriter {
  /// The size limit of an archive without the ZIP64 extension, which not every program reads.
  static let mostBytes = Int(UInt32.max)
  /// The maximum number of entries, for the same reason.
  static let mostEntries = Int(UInt16.max) - 1
  /// The number of bytes copied at a time.
  private static let piece = 256 << 10
  /// The flag for names in UTF-8.
  private static let flags: UInt16 = 0x0800
  /// The version of the format that a reader has to support: 2.0.
  private static let version: UInt16 = 20
  /// The entry was made on Unix, as a regular file that everyone may read.
  private static let (maker, mode): (UInt16, UInt32) = (3 << 8 | 20, 0o100644 << 16)

  private let descriptor: Int32
  private var length = 0
  private var directory: [UInt8] = []
  private var names: Set<String> = []

  /// Starts an archive.
  ///
  /// - Parameter descriptor: a new file, which the caller closes.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Adds bytes as an entry.
  ///
  /// - Parameters:
  ///   - name: a name without folders; another entry of the same name gets a number.
  ///   - milliseconds: the time of the last change, since 1970.
  mutating func add(_ name: String, changed milliseconds: Double, _ bytes: [UInt8]) throws {
    var isRead = false
    try add(name, changed: milliseconds) { _ in
      defer { isRead = true }
      return isRead ? [] : bytes
    }
  }

  /// Adds a file as an entry.
  ///
  /// - Parameter path: the file, which is read in pieces.
  mutating func add(_ name: String, changed milliseconds: Double, file path: String) throws {
    try add(name, changed: milliseconds) { offset in
      do throws(BoundedFile.Failure) {
        return try BoundedFile.read(path, range: offset..<offset + Self.piece)
      } catch {
        throw Problem(500, "the film can't be put into the archive: \(error.reason)")
      }
    }
  }

  private mutating func add(
    _ name: String, changed milliseconds: Double, _ read: (_ offset: Int) throws -> [UInt8]
  ) throws {
    let name = Array(freeName(name).utf8)
    guard names.count <= Self.mostEntries else { throw Self.tooLarge }
    let start = length
    var entry = Entry(name: name, time: Self.time(milliseconds))
    try append(entry.header)
    while case let bytes = try read(entry.size), !bytes.isEmpty {
      entry.checksum = Deflate.checksum(bytes, after: entry.checksum)
      entry.size += bytes.count
      try append(bytes)
    }
    // The checksum and the size are only known now.
    try Descriptor.write(entry.header, to: descriptor, at: start)
    directory += entry.line(at: start)
  }

  /// Writes the directory at the end of the archive.
  mutating func finish() throws {
    let (start, size) = (length, directory.count)
    try append(directory)
    var end = Bytes([0x50, 0x4B, 5, 6, 0, 0, 0, 0])
    end.add(UInt16(names.count))
    end.add(UInt16(names.count))
    end.add(UInt32(size))
    end.add(UInt32(start))
    end.add(UInt16(0))
    try append(end.bytes)
  }

  private static let tooLarge = Problem(
    507, "the archive would exceed 4 GB, the most that every program reads: film fewer sessions at a time")

  private mutating func append(_ bytes: [UInt8]) throws {
    guard length + bytes.count + directory.count < Self.mostBytes else { throw Self.tooLarge }
    do throws(SystemError) {
      try Descriptor.write(bytes, to: descriptor, at: length)
    } catch {
      throw Problem(507, "the archive can't be written: \(error.reason)")
    }
    length += bytes.count
  }

  private mutating func freeName(_ wanted: String) -> String {
    var (name, number) = (wanted, 1)
    let dot = wanted.lastIndex(of: ".") ?? wanted.endIndex
    // Some file systems ignore case.
    while !names.insert(name.lowercased()).inserted {
      number += 1
      name = "\(wanted[..<dot])-\(number)\(wanted[dot...])"
    }
    return name
  }

  /// The time of day and the date in the archive's format, in the machine's time zone, with a precision of 2 seconds.
  private static func time(_ milliseconds: Double) -> UInt32 {
    var seconds = time_t(clamping: milliseconds / 1000)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil, (80...207).contains(parts.tm_year) else { return 0x0021_0000 }
    let date = (parts.tm_year - 80) << 9 | (parts.tm_mon + 1) << 5 | parts.tm_mday
    let time = parts.tm_hour << 11 | parts.tm_min << 5 | (parts.tm_sec / 2)
    return UInt32(date) << 16 | UInt32(time)
  }

  /// An entry with the facts known so far.
  private struct Entry {
    var name: [UInt8]
    var time: UInt32
    var checksum: UInt32 = 0
    var size = 0

    /// The header before the entry's bytes.
    var header: [UInt8] {
      var header = Bytes([0x50, 0x4B, 3, 4])
      header.add(version)
      add(to: &header)
      return header.bytes + name
    }

    /// The entry's record in the directory.
    func line(at start: Int) -> [UInt8] {
      var line = Bytes([0x50, 0x4B, 1, 2])
      line.add(maker)
      line.add(version)
      add(to: &line)
      // No comment, first disk, no internal attributes.
      for _ in 0..<3 { line.add(UInt16(0)) }
      line.add(mode)
      line.add(UInt32(start))
      return line.bytes + name
    }

    private func add(to bytes: inout Bytes) {
      bytes.add(flags)
      // The compression method: stored.
      bytes.add(UInt16(0))
      bytes.add(time)
      bytes.add(checksum)
      bytes.add(UInt32(size))
      bytes.add(UInt32(size))
      bytes.add(UInt16(name.count))
      bytes.add(UInt16(0))
    }
  }

  /// A buffer of little-endian numbers.
  private struct Bytes {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func add<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) {
      for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
  }
}
