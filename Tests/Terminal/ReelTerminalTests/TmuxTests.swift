import Foundation
import ReelTestSupport
import Testing

@testable import ReelTerminal

/// The screens of real programs, compared with those of tmux for the same bytes.
///
/// A short recording is always compared. `REEL_TERMINAL` names a folder of others for `make test-terminal`.
@Suite("Compared with tmux", .enabled(if: Tmux.path != nil)) struct TmuxTests {
  /// A recorded session: text, colours, lines, wide characters, regions and an alternate screen.
  private static let short: Cast = {
    let pieces = [
      "$ ls\r\n", "\u{1B}[1;34mbin\u{1B}[0m  \u{1B}[32mrun.sh\u{1B}[m  README\r\n", "世界 e\u{301} 123\r\n",
      "\u{1B}[38;5;200;48;2;1;2;3mcolours\u{1B}[m \u{1B}[3;4;9mlines\u{1B}[m \u{1B}[7minverse\u{1B}[27m\r\n",
      "\u{1B}[?1049h\u{1B}[2;6r\u{1B}[6;1Hscrolls\n\n\u{1B}M\u{1B}[44m\u{1B}[K\u{1B}[m",
      "\u{1B}[r\u{1B}[1;1H\u{1B}[2J\u{1B}[5;5Hx",
      "\u{1B}[?1049l", String(repeating: "wrapped ", count: 12), "\r\n\u{1B}(0lqqk\u{1B}(B\u{1B}[3P\u{1B}[2D\u{1B}[4@",
      "\u{1B}[1L\u{1B}[2M",
    ]
    return Cast(
      columns: 40, rows: 10, events: pieces.enumerated().map { .init(Double($0.offset), .output($0.element)) })
  }()

  @Test("A short session has the same text and attributes as in tmux")
  func short() throws {
    for count in 1...Self.short.events.count { try compare(Self.short, after: count, "short") }
  }

  @Test(
    "So do recordings, at random moments",
    .enabled(if: ProcessInfo.processInfo.environment["REEL_TERMINAL"] != nil))
  func recordings() throws {
    let folder = URL(filePath: ProcessInfo.processInfo.environment["REEL_TERMINAL"] ?? "")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    var random = Seeded()
    var count = 0
    for file in files.sorted(by: { $0.path < $1.path }) {
      guard let cast = try? Cast(Array(Data(contentsOf: file))), !cast.events.isEmpty else { continue }
      count += 1
      let moments = Set((0..<50).map { _ in Int.random(in: 1...cast.events.count, using: &random) })
      for moment in moments.sorted() { try compare(cast, after: moment, file.lastPathComponent) }
    }
    #expect(count > 0, "there is no recording in \(folder.path)")
  }

  /// Gives a terminal and tmux the same events, and compares their screens.
  private func compare(_ cast: Cast, after count: Int, _ name: String) throws {
    var terminal = Terminal(columns: cast.columns, rows: cast.rows)
    let tmux = try Tmux(columns: cast.columns, rows: cast.rows)
    defer { tmux.end() }
    var bytes: [UInt8] = []
    var shown = 0
    for timed in cast.events {
      // A recording may end within a sequence, which naming the window would end, so it is completed first.
      if shown >= count, terminal.parser.isInText { break }
      shown += 1
      switch timed.event {
      case .output(let text):
        terminal.feed(text.utf8)
        bytes += text.utf8
      case .resize(let columns, let rows):
        try tmux.show(bytes)
        bytes = []
        try tmux.resize(columns: columns, rows: rows)
        terminal.resize(columns: columns, rows: rows)
      case .input, .marker: break
      }
    }
    try tmux.show(bytes)
    let moment = "\(name) after \(shown) of \(cast.events.count) events"
    #expect(try tmux.cursor() == [terminal.cursorColumn, terminal.cursorRow], "\(moment), the cursor")
    let used = try read(tmux, terminal)
    for row in 0..<terminal.rows {
      let (ours, theirs) = (seen(terminal, row), seen(used, row))
      #expect(Array(ours.prefix(theirs.count)) == theirs, "\(moment), row \(row)")
      #expect(ours.dropFirst(theirs.count).allSatisfy { $0.hasPrefix(" ") }, "\(moment), the end of row \(row)")
    }
    // tmux 3.3 prints no cells that were cleared in a colour after the last character of a row, unless there is a mark
    // in the last column.
    let marks = Array(Self.marks(terminal).utf8)
    try tmux.show(marks)
    terminal.feed(marks)
    let all = try read(tmux, terminal)
    for row in 0..<terminal.rows { #expect(seen(terminal, row) == seen(all, row), "\(moment), row \(row) with a mark") }
  }

  /// The sequences that write a mark into the last column of each row.
  private static func marks(_ terminal: Terminal) -> String {
    (1...terminal.rows).reduce("\u{1B}[r\u{1B}[?6;7l\u{1B}[4l\u{F}\u{1B}(B\u{1B}[m") {
      $0 + "\u{1B}[\($1);\(terminal.columns)Hx"
    }
  }

  /// Reads tmux's screen with our own terminal, so that styles compare equal however they are spelled.
  private func read(_ tmux: Tmux, _ terminal: Terminal) throws -> Terminal {
    var screen = Terminal(columns: terminal.columns, rows: terminal.rows)
    // Line-drawing characters are letters of the set G1.
    screen.feed("\u{1B})0".utf8)
    screen.feed(try tmux.capture().trimmingSuffix(while: { $0 == "\n" }).replacing("\n", with: "\r\n").utf8)
    return screen
  }

  /// The visible content of each cell of a row, up to the last that is not blank.
  private func seen(_ terminal: Terminal, _ row: Int) -> [String] {
    var cells = terminal.cells(ofRow: row).filter { $0.width > 0 }.map { cell -> String in
      var style = cell.style
      // tmux 3.3 prints an overline as "5:3", which is another attribute.
      style.attributes.subtract([.blink, .overline])
      let text = cell.isBlank ? " " : kept(terminal.text(of: cell))
      return style == .plain ? text : "\(text) \(style)"
    }
    while cells.last == " " { cells.removeLast() }
    return cells
  }
}

/// The longest character of several scalars in tmux 3.3: 21 bytes, less than a family of four has.
private func kept(_ text: String) -> String {
  var (kept, count) = (String.UnicodeScalarView(), 0)
  for scalar in text.unicodeScalars {
    count += String(scalar).utf8.count
    if count > 21 { break }
    kept.append(scalar)
  }
  return String(kept)
}

/// A separate tmux with one window that shows the given bytes.
private struct Tmux {
  static let path = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private let folder: URL
  private let socket: String

  init(columns: Int, rows: Int) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "reel-tmux-\(UInt32.random(in: 0...UInt32.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    socket = folder.appending(path: "s").path
    let pipe = folder.appending(path: "pipe").path
    guard mkfifo(pipe, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    // Echo is off, and bytes from the pipe go to the screen unchanged.
    try run([
      "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
      "stty raw -echo; exec 3<>'\(pipe)'; exec cat <&3",
      ";", "set", "-g", "status", "off", ";", "set", "-g", "window-size", "manual", ";", "set", "-g", "history-limit",
      "10000",
      ";", "set", "-g", "default-terminal", "tmux-256color",
    ])
    try resize(columns: columns, rows: rows)
  }

  func resize(columns: Int, rows: Int) throws {
    try run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// Gives it bytes, and returns when they are shown: it renames its window after the last one.
  func show(_ bytes: [UInt8]) throws {
    let mark = "m\(UInt32.random(in: 0...UInt32.max))"
    let end = Array("\u{1B}\\\u{1B}]2;\(mark)\u{1B}\\".utf8)
    let pipe = try FileHandle(forWritingTo: folder.appending(path: "pipe"))
    try pipe.write(contentsOf: Data(bytes + end))
    try pipe.close()
    while try run(["display-message", "-p", "#{pane_title}"]).trimmingSuffix(while: \.isNewline) != mark {}
  }

  func capture() throws -> String { try run(["capture-pane", "-p", "-e", "-N"]) }

  /// The column and row of the cursor.
  ///
  /// A cursor that waits after the last column counts as in it.
  func cursor() throws -> [Int] {
    let numbers = try run(["display-message", "-p", "#{cursor_x} #{cursor_y} #{pane_width}"]).split { !$0.isNumber }
      .compactMap { Int($0) }
    guard numbers.count == 3 else { throw CocoaError(.fileReadCorruptFile) }
    return [min(numbers[0], numbers[2] - 1), numbers[1]]
  }

  func end() {
    _ = try? run(["kill-server"])
    try? FileManager.default.removeItem(at: folder)
  }

  @discardableResult
  private func run(_ arguments: [String]) throws -> String {
    let environment = [
      "PATH": "/usr/bin:/bin:/usr/local/bin", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
    ]
    let program = try Program.run(Self.path ?? "", ["-u", "-S", socket] + arguments, environment: environment)
    return String(decoding: program.output, as: UTF8.self)
  }
}

extension String {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
    var text = self
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return text
  }
  fileprivate func trimmingSuffix(_ isTrimmed: (Character) -> Bool) -> String { trimmingSuffix(while: isTrimmed) }
}
