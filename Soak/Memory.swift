import Foundation

/// What the system and the allocator say of this process.
enum Memory {
  /// The bytes of memory that are present.
  static var residentBytes: Int {
    #if os(Linux)
      status("VmRSS:")
    #else
      // It does not fall, but it does not rise either while memory is flat.
      peakBytes
    #endif
  }

  /// The most bytes that were present at a time, since the process began.
  static var peakBytes: Int {
    #if os(Linux)
      return status("VmHWM:")
    #else
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return Int(usage.ru_maxrss)
    #endif
  }

  #if os(Linux)
    /// Reads a line of kilobytes of what the system tells of this process.
    private static func status(_ name: String) -> Int {
      let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
      return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }
  #endif

  /// The bytes that were allocated and not freed, as glibc counts them; elsewhere those present.
  static var bytesInUse: Int {
    #if canImport(Glibc)
      allocatedBytes ?? residentBytes
    #else
      residentBytes
    #endif
  }

  #if canImport(Glibc)
    private typealias MallocInfo = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt

    /// `mallinfo2` returns a struct that Swift does not see; `malloc_info` writes the same numbers as XML.
    private static var allocatedBytes: Int? {
      guard let symbol = dlsym(nil, "malloc_info"), let file = tmpfile() else { return nil }
      defer { fclose(file) }
      guard unsafeBitCast(symbol, to: MallocInfo.self)(0, file) == 0 else { return nil }
      rewind(file)
      var text = ""
      var piece = [UInt8](repeating: 0, count: 4096)
      while case let count = fread(&piece, 1, piece.count, file), count > 0 {
        text += String(decoding: piece.prefix(count), as: UTF8.self)
      }
      // Behind the heaps stand their sums.
      guard let sums = text.range(of: "</heap>", options: .backwards).map({ text[$0.upperBound...] }) else {
        return nil
      }
      func size(_ name: String) -> Int {
        guard let line = sums.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
          let start = line.range(of: "size=\"")
        else { return 0 }
        return Int(line[start.upperBound...].prefix { $0.isNumber }) ?? 0
      }
      return size(#"<system type="current""#) + size(#"<total type="mmap""#)
        - size(#"<total type="fast""#) - size(#"<total type="rest""#)
    }
  #endif
}

/// The memory of a film in the making, a sample for each minute of film.
struct MemoryRecord {
  private var samples: [(minute: Int, bytes: Int)] = []

  /// Takes a sample where a frame begins another minute than the one before.
  mutating func note(frame: Int) {
    let minute = frame / 3600
    guard minute > samples.last?.minute ?? -1 else { return }
    samples.append((minute, Memory.residentBytes))
    print("  minute \(minute) of film: \(samples.last.map { $0.bytes >> 10 } ?? 0) kB")
    // Minutes pass between two lines, and somebody may be waiting for them at the end of a pipe.
    fflush(nil)
  }

  /// Looks whether the memory grew after the first minute, in which caches are filled.
  func judge() throws {
    let later = samples.drop { $0.minute == 0 }.dropLast()
    guard let first = later.first, let most = later.map(\.bytes).max() else { return }
    // 64 kB a minute would be 18 bytes for each frame.
    let allowed = 8 << 20 + later.count << 16
    guard most - first.bytes <= allowed else {
      throw Finding("memory grew by \((most - first.bytes) >> 10) kB in \(later.count) minutes of film")
    }
  }
}
