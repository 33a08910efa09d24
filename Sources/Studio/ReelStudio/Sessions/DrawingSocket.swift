import ReelTracing

/// The WebSocket of a session: the page sends the fingers' events and receives the verdicts.
struct DrawingSocket: SocketHandler {
  let id: String
  let folder: SessionFolder

  /// The number of invalid messages that a page may send.
  static let mostFaults = 100
  /// The maximum number of messages read together.
  static let mostTogether = 64
  /// The number of events accepted at once, and per second after that.
  ///
  /// It is far more than fingers produce, and a page that was offline for an hour catches up within half a minute.
  static let (mostEvents, eventsPerSecond) = (100_000, 20_000)
  /// The interval at which a watching page receives news.
  static let interval = Duration.milliseconds(250)

  func serve(_ reader: inout SocketReader, _ channel: SocketChannel) async {
    do {
      let session = try await folder.open(id)
      await serve(session, &reader, channel)
      await session.leave(channel)
      await folder.close(session)
    } catch {
      let problem = Problem(error)
      try? await tell(problem, last: 0, isFatal: true, channel)
      await channel.close(problem.status == 404 ? .gone : .policy)
    }
  }

  private func serve(_ session: LiveSession, _ reader: inout SocketReader, _ channel: SocketChannel) async {
    guard let first = await reader.next(channel) else { return }
    do {
      let hello = try PageMessage(json: first)
      guard hello.type == "hello" else { throw Problem(400, "the first message must be a hello", field: "type") }
      guard let pen = hello.pen else {
        try await channel.send(Array(session.watch(channel).utf8))
        return await watch(session, &reader, channel)
      }
      guard (8...64).contains(pen.utf8.count), pen.utf8.allSatisfy(Self.isNameByte) else {
        throw Problem(400, "a pen needs 8 to 64 letters, digits, - or _", field: "pen")
      }
      try await channel.send(Array(session.take(pen, channel).utf8))
    } catch {
      try? await tell(Problem(error), last: 0, isFatal: true, channel)
      return await channel.close(.policy)
    }
    var faults = 0
    var allowance = Allowance(most: Self.mostEvents, perSecond: Self.eventsPerSecond)
    while let text = await reader.next(channel) {
      var texts = [text]
      while texts.count < Self.mostTogether, let more = reader.ready() { texts.append(more) }
      for message in PageMessage.read(texts) {
        // Nothing is lost: events that arrive too fast wait in the connection.
        let pause = allowance.take((try? message.get().events?.count) ?? 1, at: .now)
        if pause > .zero { try? await Task.sleep(for: pause) }
        do {
          try await answer(message.get(), session, channel)
        } catch let problem as Problem {
          faults += problem.status == 400 ? 1 : 0
          let isFatal = problem.status == 404
          guard (try? await tell(problem, last: session.last, isFatal: isFatal, channel)) != nil else { return }
          if isFatal { return await channel.close(.gone) }
          if faults > Self.mostFaults { return await channel.close(.policy) }
        } catch {
          // The page has gone.
          return
        }
      }
    }
  }

  /// Answers one message of the page that holds the pen.
  ///
  /// - Throws: `Problem` for an error to report to the page, anything else if the connection has ended.
  private func answer(_ message: PageMessage, _ session: LiveSession, _ channel: SocketChannel) async throws {
    switch message.type {
    case "ping": try await channel.send(Array("{\"type\":\"pong\"}".utf8))
    case "events":
      guard let events = message.events, let first = message.first else {
        throw Problem(400, "a message with events needs first and events", field: "events")
      }
      guard events.count <= PageMessage.mostEvents else {
        throw Problem(400, "a message can have at most \(PageMessage.mostEvents) events", field: "events")
      }
      let answer = try await session.add(events, first: first, from: channel)
      try await channel.send(Array(answer.text.utf8))
      if answer.isEndOfStroke { await session.flush() }
    default: throw Problem(400, "unknown message type \(message.type.onOneLine(limit: 40))", field: "type")
    }
  }

  /// Sends news to a watching page at regular intervals, and answers its pings.
  private func watch(_ session: LiveSession, _ reader: inout SocketReader, _ channel: SocketChannel) async {
    let telling = Task {
      var seen = await session.revision
      while !Task.isCancelled {
        try await Task.sleep(for: Self.interval)
        let revision = await session.revision
        guard revision != seen else { continue }
        seen = revision
        try await channel.send(Array(session.drawingMessage().utf8))
      }
    }
    while let text = await reader.next(channel) {
      let message = try? PageMessage(json: text)
      if message?.type == "ping" {
        try? await channel.send(Array("{\"type\":\"pong\"}".utf8))
      } else {
        try? await tell(Problem(409, "this page only watches: it has no pen"), last: 0, isFatal: false, channel)
      }
    }
    telling.cancel()
  }

  private func tell(_ problem: Problem, last: Int, isFatal: Bool, _ channel: SocketChannel) async throws {
    let text = """
      {"type":"problem","message":\(JSONText.string(problem.message)),"last":\(last),"isFatal":\(isFatal)}
      """
    try await channel.send(Array(text.utf8))
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    let scalar = Unicode.Scalar(byte)
    return scalar.properties.isAlphabetic && byte < 0x80 || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x5F
  }
}
