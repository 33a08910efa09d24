#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if canImport(Glibc) || canImport(Musl)
  /// Checks whether all programs of a terminal are at rest: each waits for a key, or for a program that does, and no
  /// input or output is in transit.
  ///
  /// Nothing can happen in such a terminal until something is typed, so a film need not wait for it. If the state
  /// cannot be determined, the programs do not count as at rest.
  struct SessionRest {
    private let leader: pid_t
    /// The master side of the terminal, and the path of the slave side.
    private let descriptor: Int32
    private let path: String
    /// The paths by which a program may open its terminal.
    private let paths: Set<String>

    /// The most processes that are checked.
    private static let limit = 64

    init(leader: pid_t, terminal: String, descriptor: Int32) {
      (self.leader, self.descriptor, path) = (leader, descriptor, terminal)
      paths = [terminal, "/dev/tty"]
    }

    /// Whether the leader and all its descendants are at rest now.
    var isThere: Bool {
      // In this order: input wakes a program, and its output follows.
      isNothingTyped && areProgramsWaiting && Self.isEmpty(descriptor)
    }

    /// Whether all input has been read, except for an unfinished line.
    private var isNothingTyped: Bool {
      let side = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
      guard side >= 0 else { return false }
      defer { close(side) }
      return Self.isEmpty(side)
    }

    /// Whether nothing can be read, after the kernel has delivered what is in transit to that side.
    private static func isEmpty(_ descriptor: Int32) -> Bool {
      var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&event, 1, 0) == 0
    }

    /// Whether the leader and all its descendants wait.
    private var areProgramsWaiting: Bool {
      var open = [leader]
      var count = 0
      while let process = open.popLast() {
        count += 1
        guard count <= Self.limit, let threads = Self.numbers(in: "/proc/\(process)/task") else { return false }
        for thread in threads {
          let folder = "/proc/\(process)/task/\(thread)"
          guard isAtRest(process, folder), let children = Self.text(folder + "/children") else { return false }
          open += children.split(separator: " ").compactMap { pid_t($0) }
        }
      }
      return true
    }

    /// Whether a thread can continue only when a key is pressed or another thread continues.
    private func isAtRest(_ process: pid_t, _ folder: String) -> Bool {
      guard let status = Self.text(folder + "/stat"), let end = status.lastIndex(of: ")") else { return false }
      // Stopped, or a zombie.
      let state = status[status.index(after: end)...].drop { $0 == " " }.first
      if state == "T" || state == "Z" { return true }
      guard state == "S", let call = Self.text(folder + "/syscall") else { return false }
      let numbers = call.split(separator: " ")
      guard let number = numbers.first.flatMap({ Int($0) }) else { return false }
      func argument(_ index: Int) -> UInt64? {
        guard numbers.count > index + 1 else { return nil }
        return UInt64(numbers[index + 1].dropFirst(2), radix: 16)
      }
      switch SystemCall(number) {
      case .read: return argument(0).map { isTerminal(process, $0) } ?? false
      case .wait: return true
      case .futex: return argument(3) == 0
      // select watches the descriptors below its first argument.
      case .select: return argument(4) == 0 && hasOnlyTerminal(process, below: argument(0))
      case .poll: return argument(2).map { Int32(truncatingIfNeeded: $0) < 0 } == true && hasOnlyTerminal(process)
      case .pollUntil: return argument(2) == 0 && hasOnlyTerminal(process)
      case nil: return false
      }
    }

    private func isTerminal(_ process: pid_t, _ descriptor: UInt64) -> Bool {
      Self.target(of: "/proc/\(process)/fd/\(descriptor)").map(paths.contains) ?? false
    }

    /// Whether a program that waits for several descriptors can only be woken by the terminal: all others are files.
    private func hasOnlyTerminal(_ process: pid_t, below limit: UInt64? = nil) -> Bool {
      guard let descriptors = Self.numbers(in: "/proc/\(process)/fd") else { return false }
      return descriptors.allSatisfy { descriptor in
        if let limit, descriptor >= limit { return true }
        guard let target = Self.target(of: "/proc/\(process)/fd/\(descriptor)") else { return false }
        // An eventfd is signalled by a thread of the same program or of its children.
        return paths.contains(target) || target == "anon_inode:[eventfd]"
          || target.hasPrefix("/") && !target.hasPrefix("/dev/pts/") && !target.hasPrefix("/dev/input")
      }
    }

    /// The system calls in which programs wait.
    ///
    /// One form of `poll` takes milliseconds, the other a pointer to a time.
    private enum SystemCall {
      case read, wait, futex, select, poll, pollUntil

      init?(_ number: Int) {
        #if arch(x86_64)
          switch number {
          case 0: self = .read
          case 7: self = .poll
          case 23, 270: self = .select
          case 61, 247: self = .wait
          case 202: self = .futex
          case 271: self = .pollUntil
          default: return nil
          }
        #elseif arch(arm64)
          switch number {
          case 63: self = .read
          case 72: self = .select
          case 73: self = .pollUntil
          case 95, 260: self = .wait
          case 98: self = .futex
          default: return nil
          }
        #else
          return nil
        #endif
      }
    }

    // MARK: Proc files

    private static func text(_ path: String) -> String? {
      let file = open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(file, &bytes, bytes.count)
      return count >= 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }

    private static func numbers(in folder: String) -> [Int]? {
      guard let stream = opendir(folder) else { return nil }
      defer { closedir(stream) }
      var numbers: [Int] = []
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if let number = Int(name) { numbers.append(number) }
      }
      return numbers
    }

    private static func target(of link: String) -> String? {
      var bytes = [CChar](repeating: 0, count: 4096)
      let count = readlink(link, &bytes, bytes.count)
      return count > 0 ? String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
  }
#else
  /// Elsewhere the state is unknown, so time passes in full.
  struct SessionRest {
    init(leader: pid_t, terminal: String, descriptor: Int32) {}
    var isThere: Bool { false }
  }
#endif
