import ReelPlatform

/// Sees which programs a shell lends its terminal to, and what they leave when they are killed.
///
/// A program that ends by itself puts the terminal back as it was; one that is killed cannot. Its last picture stays until
/// the shell has the terminal again. Then the alternate screen, the mouse and the rest go, as they would at a `reset`.
struct ForegroundWatch {
  /// The leader of the session.
  private let shell: pid_t
  /// The programs that have the terminal.
  private var group: pid_t
  /// The modes when the shell lent it to them.
  private var before = TerminalModes()
  /// Since when they were seen to read single keys, as programs that draw screens do.
  private var rawSince: ContinuousClock.Instant?
  /// Since when they were seen with modes of theirs.
  private var changedSince: ContinuousClock.Instant?
  /// The line discipline as the shell last had it.
  private var usual: termios?
  /// Whether the shell has a line editor, which sets the line discipline itself.
  private var shellEdits = false
  /// Whether line feeds may still come that go straight down, though the line discipline has them begin a line again.
  private var mendsLineFeeds = false
  /// The last byte that was written.
  private var last: UInt8 = 0

  /// A program that has been there so long did not come only to change a mode, as `tput` does.
  private static let stay = Duration.milliseconds(100)

  init(shell: pid_t) { (self.shell, group) = (shell, shell) }

  /// Looks who has the terminal, and takes back what a program left that was killed.
  ///
  /// - Parameters:
  ///   - arrived: What has been written to the terminal, and is not shown yet.
  ///   - terminal: The side of who made it.
  ///   - modes: The modes before that.
  /// - Returns: What has been written, behind what takes back the modes of a program that was killed.
  mutating func tidy(_ arrived: [UInt8], of terminal: Int32, _ modes: TerminalModes) -> [UInt8] {
    let now = tcgetpgrp(terminal)
    guard now > 0 else { return arrived }
    var line = termios()
    let isKnown = tcgetattr(terminal, &line) == 0
    let isRaw = isKnown && line.c_lflag & tcflag_t(ICANON) == 0
    // Some shells tell of a program that was killed before they take the terminal from it: of its group nobody is left.
    let isShells = now == shell || kill(-now, 0) != 0 && errno == ESRCH
    defer { group = isShells ? shell : now }
    if isShells {
      if group != shell, let left = leftovers(modes) {
        if isRaw, !shellEdits, var usual {
          // The shell tells of it on a terminal that goes straight down at a line feed. What it wrote up to here comes with this
          // read or with the next ones.
          tcsetattr(terminal, TCSANOW, &usual)
          (mendsLineFeeds, last) = (usual.c_oflag & tcflag_t(ONLCR) != 0, 0)
        }
        return Array(left.utf8) + mended(arrived)
      }
      if isKnown { usual = line }
      shellEdits = shellEdits || isRaw && group == shell
      before = modes
      return mended(arrived)
    }
    mendsLineFeeds = false
    if now != group {
      // Another program begins with what it finds.
      (before, rawSince, changedSince) = (group == shell ? before : modes, nil, nil)
    }
    if isRaw { rawSince = rawSince ?? .now }
    if modes.sequences(backTo: before) == nil {
      changedSince = nil
    } else if changedSince == nil {
      changedSince = .now
    }
    return arrived
  }

  /// What has been written, with a return before each line feed that has none, as long as such may come.
  private mutating func mended(_ arrived: [UInt8]) -> [UInt8] {
    guard mendsLineFeeds else { return arrived }
    return arrived.flatMap { byte in
      defer { last = byte }
      return byte == 0x0A && last != 0x0D ? [0x0D, byte] : [byte]
    }
  }

  /// What takes back the modes that programs left; nil where they meant to leave them.
  private func leftovers(_ modes: TerminalModes) -> String? {
    // One that is only stopped will go on.
    guard kill(group, 0) != 0, errno == ESRCH else { return nil }
    func stayed(_ since: ContinuousClock.Instant?) -> Bool {
      since.map { $0.duration(to: .now) >= Self.stay } ?? false
    }
    let sequences = modes.sequences(backTo: before)
    if sequences == nil { return stayed(rawSince) ? "" : nil }
    return rawSince != nil || stayed(changedSince) && modes.isAlternate ? sequences : nil
  }
}
