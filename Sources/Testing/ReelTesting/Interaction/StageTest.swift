import ReelCanvas
import ReelGeometry
import ReelInteraction
import ReelLayers
import ReelTiming
import Testing

/// Uses a stage as a person would, in virtual time, and attaches a film of it all if the test fails.
///
///     @Test func level() throws {
///       let app = SnowflakeApp()
///       try StageTest.run(app.stage) { test in
///         try test.tap("level")
///         try test.type("4")
///         try test.wait(until: { app.flake.presentation.level == 4 }, atLeast: 1)
///         Goldens().expect(try test.picture, matches: "level-4", within: .perceptual(2, exceptShare: 0.01))
///       }
///     }
///
/// Nothing waits for a real clock: `wait` draws the frames of the stage up to the time. Layers are found by their `identifier`.
/// A step that can't be done throws a `StageTestError`. The film has a chapter for each step, and shows taps and typed text.
/// To save attachments, run `swift test --attachments-path FOLDER`.
public final class StageTest {
  /// The stage.
  public let stage: Stage
  /// The taps and typed texts so far, as `play(_:)` takes them.
  public private(set) var events: [StageInput<UserEvent>.Entry] = []

  private let frameRate: FrameRate
  private let film: RunFilm
  /// The stage's time at the beginning.
  private let start: Double
  private var frame = 0

  private init(_ stage: Stage, _ film: RunFilm, _ frameRate: FrameRate) {
    (self.stage, self.film, self.frameRate, start) = (stage, film, frameRate, stage.time)
  }

  /// Runs a test of a stage.
  ///
  /// - Parameters:
  ///   - stage: The stage.
  ///   - name: The name of the film among the attachments, without an ending.
  ///   - frameRate: The frame rate of the film; also the precision of waiting.
  ///   - sourceLocation: The line to which the film is attached.
  ///   - body: The steps.
  /// - Throws: Any error of the steps, of drawing, or of the film.
  public static func run(
    _ stage: Stage, film name: String = "run", frameRate: FrameRate = 30,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (StageTest) throws -> Void
  ) throws {
    let film = try RunFilm(of: stage, frameRate: frameRate)
    defer { film.remove() }
    let test = StageTest(stage, film, frameRate)
    let failures = FailureWatch()
    let result = Result {
      try failures.watch {
        try test.show()
        try body(test)
      }
    }
    if failures.hasFailed {
      // What the last step did is visible only in the next frame.
      try? test.wait(1)
      if let movie = try? film.finish() {
        Attachment.record(movie, named: name + ".mp4", sourceLocation: sourceLocation)
      }
    }
    try result.get()
  }

  /// The picture on the stage.
  public var picture: Bitmap { get throws { try stage.snapshot() } }

  // MARK: - Steps

  /// Taps the centre of a layer.
  ///
  /// - Throws: `StageTestError` if the layer is missing, invisible or covered, or if nothing responds to the tap.
  public func tap(_ identifier: String, fileID: String = #fileID, line: Int = #line) throws {
    func fail(_ problem: StageTestError.Problem) -> StageTestError { StageTestError(problem, fileID, line) }
    guard let layer = stage.layer(identifier) else { throw fail(.missing(identifier, found: stage.identifiers)) }
    guard let center = stage.visibleCenter(of: layer) else { throw fail(.invisible(identifier)) }
    film.tap(center, at: stage.time)
    film.begin("tap \(identifier)", at: stage.time - start)
    guard let handler = stage.handle(.tap(center)) else { throw fail(.unanswered(identifier)) }
    guard handler.isRelated(to: layer) else { throw fail(.covered(identifier, by: handler.identifier)) }
    events.append(.init(time: stage.time, event: .tapLayer(identifier)))
  }

  /// Types text into the focused layer; Return is `\n`, Backspace is `\u{8}`.
  ///
  /// - Throws: `StageTestError` if no layer has the focus.
  public func type(_ text: String, fileID: String = #fileID, line: Int = #line) throws {
    film.type(text, at: stage.time)
    film.begin("type \(text.filter { !$0.isNewline && $0 != "\u{8}" })", at: stage.time - start)
    guard stage.handle(.type(text)) != nil else { throw StageTestError(.unfocused(text), fileID, line) }
    events.append(.init(time: stage.time, event: .type(text)))
  }

  /// Plays recorded events, each at its time after the current time of the stage.
  ///
  /// - Throws: As `tap` and `type`; a tap on a point never fails.
  public func play(_ events: [StageInput<UserEvent>.Entry], fileID: String = #fileID, line: Int = #line) throws {
    let start = stage.time
    for entry in events.sorted(by: { $0.time < $1.time }) {
      try wait(start + entry.time - stage.time)
      switch entry.event {
      case .tapLayer(let identifier): try tap(identifier, fileID: fileID, line: line)
      case .type(let text): try type(text, fileID: fileID, line: line)
      case .tap(let point):
        film.tap(point, at: stage.time)
        stage.handle(entry.event)
        self.events.append(.init(time: stage.time, event: entry.event))
      }
    }
  }

  // MARK: - Time

  /// Lets time pass, up to the first frame at or after its end.
  ///
  /// - Throws: Any error of drawing.
  public func wait(_ seconds: Double) throws {
    let end = stage.time + seconds - 1e-9
    while stage.time < end { try step() }
  }

  /// Waits until a layer is visible.
  ///
  /// - Parameters:
  ///   - identifier: The layer.
  ///   - least: The shortest time to wait, in seconds, as a viewer of the film may need it.
  ///   - most: The longest time to wait, in seconds.
  ///   - fileID: The file reported for a failure.
  ///   - line: The line reported for a failure.
  /// - Throws: `StageTestError` if it is not visible in time.
  public func wait(
    for identifier: String, atLeast least: Double = 0, atMost most: Double = 10, fileID: String = #fileID,
    line: Int = #line
  ) throws {
    try wait(
      until: { self.stage.layer(identifier).flatMap(self.stage.visibleCenter) != nil }, .notSeen(identifier, most),
      least, most, fileID, line)
  }

  /// Waits until a condition holds.
  ///
  /// - Parameters:
  ///   - condition: Is evaluated after each frame.
  ///   - least: The shortest time to wait, in seconds.
  ///   - most: The longest time to wait, in seconds.
  ///   - fileID: The file reported for a failure.
  ///   - line: The line reported for a failure.
  /// - Throws: `StageTestError` if it does not hold in time.
  public func wait(
    until condition: () throws -> Bool, atLeast least: Double = 0, atMost most: Double = 10, fileID: String = #fileID,
    line: Int = #line
  ) throws {
    try wait(until: condition, .timedOut(most), least, most, fileID, line)
  }

  private func wait(
    until condition: () throws -> Bool, _ problem: StageTestError.Problem, _ least: Double, _ most: Double,
    _ fileID: String, _ line: Int
  ) throws {
    let start = stage.time
    while try !condition() {
      guard stage.time - start < most else { throw StageTestError(problem, fileID, line) }
      try step()
    }
    try wait(start + least - stage.time)
  }

  private func step() throws {
    frame += 1
    try show()
  }

  /// Draws the current frame.
  private func show() throws { try film.append(stage, frame, at: start + frameRate.seconds(ofFrame: frame)) }
}

extension Layer {
  /// Whether one of the layers contains the other.
  fileprivate func isRelated(to layer: Layer) -> Bool {
    [(self, layer), (layer, self)].contains { first, second in
      sequence(first: first, next: \.superlayer).contains { $0 === second }
    }
  }
}
