import ReelFiles
import ReelTracing
import ReelVideo

/// A session being drawn: writes the page's events, judges them, and answers.
///
/// Memory does not grow with the drawing: earlier parts are read again from the file when needed.
actor LiveSession {
  /// The name of the session's file, without the ending.
  nonisolated let id: String
  /// The task.
  nonisolated let header: TraceSession.Header
  private let alphabets: AlphabetShelf
  /// Receives the touches that were written, in order.
  private var listener: (@Sendable (TouchEvent) -> Void)?

  private let executor = SerialQueueExecutor(label: "reel.studio.session")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let log: SessionLog
  private let flusher: SessionFlusher
  /// Whether a flush is in progress, and whether something was written since it began.
  private var (isFlushing, isStale) = (false, false)
  private var scorer: TraceScorer
  private var ledger: StrokeLedger
  private var pens: [String: Int]
  /// The pen of the last line.
  private var pen: String?
  private var milliseconds: Double
  /// The page that holds the pen, with the pen.
  private var holder: (channel: SocketChannel, pen: String)?
  private var watchers: [ObjectIdentifier: SocketChannel] = [:]
  /// The number of changes written, by which watchers notice news.
  private(set) var revision = 0

  /// Opens the file of a session.
  ///
  /// - Parameter flush: flushes a file to the disk.
  /// - Throws: `Problem` for a file that is gone, in use, or not a session.
  init(
    id: String, path: String, alphabets: AlphabetShelf,
    flush: @escaping @Sendable (Int32) throws -> Void = Descriptor.synchronize
  ) throws {
    self.id = id
    self.alphabets = alphabets
    let log = try SessionLog(path)
    let session = try log.repair { try TraceSession($0, name: id) }
    self.log = log
    flusher = log.flusher(flush)
    header = session.header
    let facts = SessionFacts(session)
    (pens, pen) = (facts.pens, facts.pen)
    milliseconds = session.milliseconds
    ledger = session.ledger().0
    var scorer = try TraceScorer(session.header)
    for event in session.leavingOutUndone().events { scorer.handle(event) }
    self.scorer = scorer
  }

  // MARK: - Pages

  /// Gives the pen to a page; the page that held it is notified and removed.
  ///
  /// - Returns: the welcome message.
  func take(_ pen: String, _ channel: SocketChannel) throws -> String {
    if let holder, holder.channel !== channel {
      let isSame = holder.pen == pen
      Task {
        if !isSame { try? await holder.channel.send(Array("{\"type\":\"taken\"}".utf8)) }
        await holder.channel.close(isSame ? .normal : .taken)
      }
    }
    holder = (channel, pen)
    return try welcome(last: pens[pen] ?? 0)
  }

  /// Adds a watching page.
  ///
  /// - Returns: the welcome message.
  func watch(_ channel: SocketChannel) throws -> String {
    guard watchers.count < 32 else { throw Problem(503, "32 pages watch this session already") }
    watchers[ObjectIdentifier(channel)] = channel
    return try welcome(last: 0)
  }

  /// Removes a page.
  func leave(_ channel: SocketChannel) {
    watchers[ObjectIdentifier(channel)] = nil
    if holder?.channel === channel { holder = nil }
  }

  /// Closes the file after the last page has left.
  func release() { log.finish() }

  /// Disconnects all pages.
  func close(_ reason: SocketFrame.Closing) async {
    let channels = Array(watchers.values) + (holder.map { [$0.channel] } ?? [])
    (holder, watchers) = (nil, [:])
    try? log.synchronize()
    for channel in channels { await channel.close(reason) }
  }

  private func welcome(last: Int) throws -> String {
    """
    {"type":"welcome","last":\(last),"milliseconds":\(JSONText.number(milliseconds)),"task":\(header.json(alphabets)),\
    "drawing":\(try drawing())}
    """
  }

  /// The drawing as JSON.
  ///
  /// - Throws: `Problem` if the file can no longer be read.
  func drawing() throws -> String {
    try Drawing(log.repair { try TraceSession($0, name: id) }).json
  }

  /// The message that shows watchers the current drawing.
  func drawingMessage() throws -> String { "{\"type\":\"drawing\",\"last\":0,\"drawing\":\(try drawing())}" }

  // MARK: - Events

  /// The answer to events.
  struct Answer: Sendable {
    var text: String
    /// Whether a stroke ended; the file is then flushed to the disk after the answer.
    var isEndOfStroke = false
  }

  /// Writes and judges the new events, and answers.
  ///
  /// - Parameters:
  ///   - events: the page's events, in order.
  ///   - first: the page's number of the first event.
  ///   - channel: the page, which must hold the pen.
  /// - Throws: `Problem` if nothing was written.
  func add(_ events: [PageEvent], first: Int, from channel: SocketChannel) throws -> Answer {
    guard let holder, holder.channel === channel else { throw Problem(409, "another page holds the pen") }
    guard log.isThere else { throw Problem(404, "the session is gone: someone deleted its file") }
    let known = pens[holder.pen] ?? 0
    guard first >= 1, first <= known + 1 else { return Answer(text: "{\"type\":\"resend\",\"last\":\(known)}") }
    let new = events.dropFirst(known + 1 - first)
    guard !new.isEmpty else { return Answer(text: verdict([], last: known)) }

    var lines: [UInt8] = pen == holder.pen ? [] : SessionLine(pen: holder.pen).bytes
    var latest = milliseconds
    let written = new.map { event in
      latest = max(latest, event.milliseconds)
      return event.written(at: latest, to: &lines)
    }
    try log.append(lines)
    (pen, milliseconds) = (holder.pen, latest)
    pens[holder.pen] = known + written.count
    revision += 1
    return judge(written, first: known + 1)
  }

  private func judge(_ events: [PageEvent.Deed], first: Int) -> Answer {
    var answer = Answer(text: "")
    var lines: [String] = []
    var isRedrawn = false
    for (index, deed) in events.enumerated() {
      switch deed {
      case .step(let step):
        isRedrawn = (step == .undo ? ledger.undo() : ledger.redo()) || isRedrawn
        answer.isEndOfStroke = true
      case .touch(let event, _):
        if event.phase == .ended || event.phase == .cancelled { answer.isEndOfStroke = true }
        if let stroke = ledger.handle(event), !ledger.counts(stroke) { continue }
        for line in scorer.handle(event) { lines.append("[\(first + index),\(Drawing.Verdict(line).rawValue)]") }
        listener?(event)
      }
    }
    let last = first + events.count - 1
    // Judges the drawing again without the undone strokes. If the file can't be read, the next welcome message corrects the page.
    if isRedrawn, let session = try? log.repair({ try TraceSession($0, name: id) }).leavingOutUndone(),
      var again = try? TraceScorer(header), let drawing = try? drawing()
    {
      for event in session.events { again.handle(event) }
      scorer = again
      answer.text = "{\"type\":\"drawing\",\"last\":\(last),\"drawing\":\(drawing)}"
    } else {
      answer.text = verdict(lines, last: last)
    }
    return answer
  }

  private func verdict(_ lines: [String], last: Int) -> String {
    let score = scorer.score.json(next: scorer.tracer.nextPath, mistake: scorer.tracer.mistake)
    return "{\"type\":\"verdict\",\"last\":\(last),\"lines\":[\(lines.joined(separator: ","))],\"score\":\(score)}"
  }

  /// Flushes the file to the disk in the background, and notifies the page that holds the pen when done.
  ///
  /// At most one flush is in progress; one more follows for everything written in the meantime.
  func flush() {
    isStale = true
    guard !isFlushing else { return }
    isFlushing = true
    Task { await flushAll() }
  }

  private func flushAll() async {
    while isStale {
      isStale = false
      let (channel, last) = (holder?.channel, last)
      var message = "{\"type\":\"synced\",\"last\":\(last)}"
      do {
        try await flusher.synchronize()
      } catch {
        let words = "the drawing is saved, but it might not survive a power cut: \(error)"
        message = "{\"type\":\"problem\",\"message\":\(JSONText.string(words)),\"last\":\(last),\"isFatal\":false}"
      }
      // A page that does not read only delays its own session.
      try? await channel?.send(Array(message.utf8))
    }
    isFlushing = false
  }

  /// The number of the last written event of the page's pen.
  var last: Int { holder.flatMap { pens[$0.pen] } ?? 0 }

  /// Adds a line other than an event.
  func add(_ line: SessionLine) throws {
    try log.append(line.bytes)
    try log.synchronize()
    revision += 1
  }

  /// Sets the listener to the touches; nil for none.
  func listen(_ listener: (@Sendable (TouchEvent) -> Void)?) { self.listener = listener }

  /// The session in its current state.
  func session() throws -> TraceSession { try log.repair { try TraceSession($0, name: id) } }
}

extension PageEvent {
  /// Appends the lines of the event to a text.
  ///
  /// - Parameter milliseconds: the event's time, never before the previous event's.
  /// - Returns: the event as written.
  fileprivate func written(at milliseconds: Double, to text: inout [UInt8]) -> Deed {
    switch deed {
    case .step(let step):
      text += "[\(JSONText.number(milliseconds)),\"\(step.rawValue)\"]\n".utf8
      return deed
    case .touch(var event, let pressure):
      event.milliseconds = milliseconds
      event.appendJSON(to: &text)
      text.append(0x0A)
      if let pressure {
        let words = [JSONText.number(milliseconds), "\"pressure\"", JSONText.number(pressure), "\(event.touch)"]
        text += "[\(words.joined(separator: ","))]\n".utf8
      }
      return .touch(event, pressure: pressure)
    }
  }
}
