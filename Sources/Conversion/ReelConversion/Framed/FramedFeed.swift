import ReelCanvas
import ReelGeometry
import ReelRecording
import ReelTiming
import ReelVideo

/// Reads the framed protocol (docs/frames.md): for each frame a line of JSON, and the bytes of what changed.
///
/// Unchecked Sendable: it is used by one thread at a time; the canvas alone is shared, and guards itself.
package final class FramedFeed: PictureFeed, @unchecked Sendable {
  package private(set) var facts: FeedFacts

  /// A frame whose line was read, and whose bytes were not.
  private struct Announced {
    var time: Int
    /// Nil for the whole picture.
    var areas: [PixelArea]?
    var marks: [PictureMark]
  }

  /// What comes after a frame.
  private enum Next {
    case frame(Announced)
    /// The end, and when it is; nil where nobody said.
    case end(Int?)
    case failure(any Error)
    /// Nobody looked yet.
    case unread
  }

  private let stream: ByteStream
  private let pixels: FramedPixels
  private let canvas: PixelCanvas
  private let isLive: Bool
  /// Holds the bytes of a frame until they are all there.
  private var arrived: Bitmap
  /// A part of a row, as it came.
  private var raw: [UInt8] = []
  private var frameCount = 0
  /// The first frame, which is on the canvas before anybody asks for it.
  private var first: FilmPicture?
  private var upcoming = Next.unread
  /// The member that gives times, as the first frame has it, and that time.
  private var clock: (member: Member, origin: Int)?
  private var lastTime = 0
  private var lastDuration: Int
  /// The rest of a frame that is shown for very long, as a beginning and an end.
  private var rest: Range<Int>?
  private var markBytes = 0

  private enum Member: String {
    case seconds = "t"
    case number = "n"
  }

  /// The most bytes of chapters and captions.
  private static let markLimit = 16 << 20
  /// The most seconds from the first frame to the last.
  private static let longest = 1_000_000
  /// The seconds after which a frame is given again, unchanged: containers count the length of a frame in 32 bits.
  private static let longestFrame = 1000
  /// The bytes that are converted at once.
  private static let rawBytes = 1 << 16

  /// Whether bytes are the beginning of a stream of this protocol.
  package static func recognizes(_ bytes: [UInt8]) -> Bool { FramedHeader.recognizes(bytes) }

  /// Reads the description of a stream, and its first frame.
  ///
  /// - Parameters:
  ///   - frameRate: the rate of a stream that says none.
  ///   - isLive: whether frames are shown when they come, whatever their times are.
  /// - Throws: `FramedError` or `FeedError` for a stream without a whole frame.
  package init(_ stream: ByteStream, name: String, frameRate: FrameRate, isLive: Bool = false) throws {
    guard !stream.beginning.isEmpty else { throw FeedError.empty(name: name) }
    let line = "the first line"
    guard let bytes = try Self.line(of: stream, name, line) else {
      throw SourceStopped(name: name, frameCount: 0)
    }
    let header: FramedHeader
    do throws(FramedLine.Fault) {
      header = try FramedHeader(bytes)
    } catch {
      throw FramedError(name: name, line: line, reason: error.reason)
    }
    (self.stream, self.isLive, pixels) = (stream, isLive, header.pixels)
    canvas = PixelCanvas(size: header.size, hasAlpha: header.pixels.hasAlpha)
    arrived = Bitmap(size: header.size)
    let rate = header.frameRate ?? frameRate
    facts = FeedFacts(name: name, size: header.size, frameRate: rate, isConstant: true, clock: TimeBase(rate))
    (facts.hasAlpha, facts.hasMarks, facts.hasTimes) = (header.pixels.hasAlpha, true, !isLive)
    lastDuration = 1
    guard case .frame(let frame) = try readLine() else { throw FeedError.empty(name: name) }
    guard frame.areas == nil else { throw fault("the first frame is a whole picture: leave out \"rects\"") }
    if clock?.member == .seconds, !isLive {
      (facts.clock, facts.isConstant) = (TimeBase(1, 1_000_000), false)
      lastDuration = max(1, Int(clamping: (rate.seconds(ofFrame: 1) * 1e6).rounded()))
    }
    if clock?.member == .number, header.frameRate == nil {
      throw FramedError(name: name, line: line, reason: "\"fps\" is missing, which frames with \"n\" need")
    }
    first = try picture(frame)
  }

  package func next() throws -> FilmPicture? {
    if let first = first.take() { return first }
    if let rest { return try picture(rest, []) }
    switch upcoming {
    case .frame(let frame): return try picture(frame)
    case .end: return nil
    case .failure(let error): throw error
    case .unread:
      guard case .frame(let frame) = try readLine() else {
        upcoming = .end(nil)
        return nil
      }
      return try picture(frame)
    }
  }

  // MARK: - Pictures

  /// Puts a frame on the canvas, and looks how long it is shown.
  private func picture(_ frame: Announced) throws -> FilmPicture {
    try readPixels(frame.areas ?? [PixelArea(columns: 0..<facts.size.width, rows: 0..<facts.size.height)])
    frameCount += 1
    if isLive {
      // What comes next is not waited for: it may come much later.
      upcoming = .unread
      return try FilmPicture(on: canvas, FrameSpan(pts: frameCount - 1, duration: 1), marks: frame.marks)
    }
    // What is wrong with the next frame is no reason to lose this one.
    do { upcoming = try readLine() } catch { upcoming = .failure(error) }
    switch upcoming {
    case .frame(let following): lastDuration = following.time - frame.time
    case .end(let end?): lastDuration = end - frame.time
    default: break
    }
    return try picture(frame.time..<frame.time + lastDuration, frame.marks)
  }

  /// The picture on the canvas in a stretch of time, or at its beginning where that is very long.
  private func picture(_ span: Range<Int>, _ marks: [PictureMark]) throws -> FilmPicture {
    let most = Int(clamping: Double(Self.longestFrame) / facts.clock.time(1).seconds)
    let end = min(span.upperBound, span.lowerBound + max(1, most))
    rest = end < span.upperBound ? end..<span.upperBound : nil
    return try FilmPicture(on: canvas, FrameSpan(pts: span.lowerBound, duration: end - span.lowerBound), marks: marks)
  }

  /// Reads the bytes of areas, and puts them on the canvas once all are there.
  private func readPixels(_ areas: [PixelArea]) throws {
    let (stride, width) = (arrived.bytesPerRow, pixels.byteCount)
    for area in areas where !area.columns.isEmpty && !area.rows.isEmpty {
      let rowBytes = area.columns.count * width
      let rowsAtOnce = max(1, Self.rawBytes / rowBytes)
      if raw.count < rowsAtOnce * rowBytes { raw = [UInt8](repeating: 0, count: rowsAtOnce * rowBytes) }
      var row = area.rows.lowerBound
      while row < area.rows.upperBound {
        let rows = min(rowsAtOnce, area.rows.upperBound - row)
        try raw.withUnsafeMutableBytes { raw in
          let part = UnsafeMutableRawBufferPointer(rebasing: raw[..<(rows * rowBytes)])
          guard stream.read(part) == part.count else { throw stopped }
          arrived.withUnsafeMutableBytes { target in
            for index in 0..<rows {
              let start = (row + index) * stride + 4 * area.columns.lowerBound
              pixels.convert(
                UnsafeRawBufferPointer(rebasing: part[index * rowBytes..<(index + 1) * rowBytes]),
                to: UnsafeMutableRawBufferPointer(rebasing: target[start..<start + 4 * area.columns.count]))
            }
          }
        }
        row += rows
      }
    }
    canvas.put(areas, of: arrived)
  }

  // MARK: - Lines

  private var stopped: SourceStopped { SourceStopped(name: facts.name, frameCount: frameCount) }

  private func fault(_ reason: String) -> FramedError {
    FramedError(name: facts.name, line: "frame \(frameCount)", reason: reason)
  }

  /// Returns the bytes of a line; nil where the stream ends before or within it, unless it says just that.
  private static func line(of stream: ByteStream, _ name: String, _ line: String) throws(FramedError) -> [UInt8]? {
    switch stream.nextLine(limit: FramedLine.byteLimit - 1) {
    case .whole(let bytes): return bytes
    case .cut(let bytes): return (try? FramedLine(bytes).isEnd()) == true ? bytes : nil
    case .tooLong:
      throw FramedError(
        name: name, line: line,
        reason: "the line has more than \(FramedLine.byteLimit) bytes: "
          + "the bytes before it may have another length than announced")
    }
  }

  /// Reads the line of the next frame, or of the end.
  private func readLine() throws -> Next {
    guard let bytes = try Self.line(of: stream, facts.name, "frame \(frameCount)") else { throw stopped }
    do throws(FramedLine.Fault) {
      let line = try FramedLine(bytes)
      if try line.isEnd() {
        return .end(line.has("t") || line.has("n") ? try time(of: line) : nil)
      }
      let time = try time(of: line)
      return .frame(Announced(time: time, areas: try line.areas(in: facts.size), marks: try marks(of: line)))
    } catch {
      throw fault(error.reason)
    }
  }

  /// The time of a line in ticks from the first frame.
  private func time(of line: FramedLine) throws(FramedLine.Fault) -> Int {
    let (seconds, number) = (try line.number("t"), try line.whole("n", 0...1 << 53))
    guard (seconds == nil) != (number == nil) else {
      throw FramedLine.Fault(seconds == nil ? "it has neither \"t\" nor \"n\"" : "it has both \"t\" and \"n\"")
    }
    let member: Member = number == nil ? .seconds : .number
    let time: Int
    if let seconds {
      guard abs(seconds) <= 4e9 else { throw FramedLine.Fault("\"t\" is \(seconds), and not a time in seconds") }
      time = Int(clamping: (seconds * 1e6).rounded())
    } else {
      time = number ?? 0
    }
    guard let clock else {
      clock = (member, time)
      return 0
    }
    guard clock.member == member else {
      throw FramedLine.Fault(
        "it has \"\(member.rawValue)\", but the frames before it have \"\(clock.member.rawValue)\"")
    }
    let ticks = time - clock.origin
    guard ticks > lastTime else {
      throw FramedLine.Fault("\"\(member.rawValue)\" does not increase from the frame before")
    }
    guard isLive || facts.clock.time(ticks).seconds <= Double(Self.longest) else {
      throw FramedLine.Fault("it comes more than \(Self.longest) seconds after the first frame")
    }
    lastTime = ticks
    return ticks
  }

  private func marks(of line: FramedLine) throws(FramedLine.Fault) -> [PictureMark] {
    var marks: [PictureMark] = []
    if let title = try line.text("chapter") { marks.append(.chapter(title)) }
    if let text = try line.text("caption") { marks.append(.caption(text)) }
    for case .chapter(let text) in marks { markBytes += text.utf8.count + 64 }
    for case .caption(let text) in marks { markBytes += text.utf8.count + 64 }
    guard markBytes <= Self.markLimit else {
      throw FramedLine.Fault("chapters and captions have more than \(Self.markLimit) bytes together")
    }
    return marks
  }
}
