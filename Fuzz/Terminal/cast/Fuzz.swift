import ReelTerminal

/// Feeds bytes to the reader of recordings, and to a terminal as a program's output.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  var player = CastPlayer(Cast(), CastTiming(Cast(), TerminalReplay()))
  do {
    let cast = try Cast(bytes)
    player = CastPlayer(cast, CastTiming(cast, TerminalReplay()))
    player.show(.infinity)
  } catch {
    precondition(!error.description.contains("\n"), "an error of more than one line")
  }
  check(player.terminal)
  // A typescript and its timing, separated by a zero.
  let parts = bytes.split(separator: 0, maxSplits: 1).map(Array.init)
  if parts.count == 2, let cast = try? Cast(typescript: parts[0], timing: parts[1]) {
    var player = CastPlayer(cast, CastTiming(cast, TerminalReplay()))
    player.show(.infinity)
    check(player.terminal)
  }
  _ = try? TerminalPalette(json: bytes)
  _ = KeyName.names(in: String(decoding: bytes, as: UTF8.self))
  var terminal = Terminal(columns: 20, rows: 6)
  for (index, byte) in bytes.enumerated() {
    terminal.feed(CollectionOfOne(byte))
    // Occasionally the window changes.
    if byte == 0x52, index > 0 { terminal.resize(columns: 1 + Int(bytes[index - 1]) / 8, rows: 1 + Int(byte) % 7) }
  }
  check(terminal)
  return 0
}

/// Checks that the grid is consistent.
private func check(_ terminal: Terminal) {
  for row in 0..<terminal.rows {
    precondition(terminal.cells(ofRow: row).count == terminal.columns, "a row of another length")
    _ = terminal.text(ofRow: row)
  }
  precondition((0..<terminal.rows).contains(terminal.cursorRow), "the cursor is in no row")
  precondition((0..<terminal.columns).contains(terminal.cursorColumn), "the cursor is in no column")
  precondition(terminal.title.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "a control character in the title")
}
