import ReelPlatform

/// Watches which programs a shell lends its terminal to, and cleans up after programs that are killed.
///
/// A program that exits restores the terminal; a killed one cannot. Its last picture stays until the shell has the
/// terminal again. Then the alternate screen, mouse modes and the rest are reset, as `reset` would.
struct ForegroundWatch {
  /// The session leader.
  private let shell: pid_t
  /// The process group in the foreground.
  private var group: pid_t
  /// The modes when the shell lent the terminal.
  private var before = TerminalModes()
  /// When the programs were first seen to read single keys, as full-screen programs do.
  private var rawSince: ContinuousClock.Instant?
  /// When the programs were first seen with changed modes.
  private var changedSince: ContinuousClock.Instant?
  /// The line discipline as the shell last had it.
  private var usual: termios?
  /// Whether the shell has a line editor, which sets the line discipline itself.
  private var shellEdits = false
  /// Whether line feeds without a carriage return may still arrive although the line discipline adds one.
  private var mendsLineFeeds = false
  /// The last byte written.
  private var last: UInt8 = 0

  /// A program that stays this long is not one that only changes a mode, as `tput` does.
  private static let stay = Duration.milliseconds(100)

  init(shell: pid_t) { (self.shell, group) = (shell, shell) }

  /// Checks who has the terminal, and resets what a killed program left.
  ///
  /// - Parameters:
  ///   - arrived: The bytes written to the terminal and not yet shown.
  ///   - terminal: The master side of the pseudoterminal.
  ///   - modes: The modes before these bytes.
  /// - Returns: The bytes, after the sequences that reset the modes of a killed program.
  mutating func tidy(_ arrived: [UInt8], of terminal: Int32, _ modes: TerminalModes) -> [UInt8] {
    let now = tcgetpgrp(terminal)
    guard now > 0 else { return arrived }
    var line = termios()
    let isKnown = tcgetattr(terminal, &line) == 0
    let isRaw = isKnown && line.c_lflag & tcflag_t(ICANON) == 0
    // Some shells report a killed program before they take the terminal back: then its group has no members.
    let isShells = now == shell || kill(-now, 0) != 0 && errno == ESRCH
    defer { group = isShells ? shell : now }
    if isShells {
      if group != shell, let left = leftovers(modes) {
        if isRaw, !shellEdits, var usual {
          // The shell reports it on a terminal where a line feed goes straight down. What it has written so far arrives
          // with this read or the next ones.
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
      // Another program starts with the modes that it finds.
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

  /// The written bytes, with a carriage return before each line feed that lacks one, as long as these may arrive.
  private mutating func mended(_ arrived: [UInt8]) -> [UInt8] {
    guard mendsLineFeeds else { return arrived }
    return arrived.flatMap { byte in
      defer { last = byte }
      return byte == 0x0A && last != 0x0D ? [0x0D, byte] : [byte]
    }
  }

  /// The sequences that reset the modes that programs left; nil if they meant to leave them.
  private func leftovers(_ modes: TerminalModes) -> String? {
    // A stopped program will continue.
    guard kill(group, 0) != 0, errno == ESRCH else { return nil }
    func stayed(_ since: ContinuousClock.Instant?) -> Bool {
      since.map { $0.duration(to: .now) >= Self.stay } ?? false
    }
    let sequences = modes.sequences(backTo: before)
    if sequences == nil { return stayed(rawSince) ? "" : nil }
    return rawSince != nil || stayed(changedSince) && modes.isAlternate ? sequences : nil
  }
}
