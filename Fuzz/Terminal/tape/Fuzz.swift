import ReelTapes
import ReelTerminal

/// Feeds bytes to the reader of tapes, and to the writer of tapes as typed keys.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  do throws(TapeErrors) {
    // A tape that includes others includes itself.
    let tape = try TapeParser.parse(text, file: "a.tape") { _ in text }
    _ = (tape.screenshots, tape.settings.ignored, tape.settings.palette)
    _ = try? tape.settings.cells()
  } catch {
    precondition(!error.errors.isEmpty, "an error without errors")
    for error in error.errors {
      precondition(!error.description.contains("\n"), "an error of more than one line")
      precondition(error.line > 0 && error.column > 0, "an error that is nowhere")
    }
  }
  // Keys one by one, and all at once; every written tape can be played.
  for pieces in [text.unicodeScalars.map { String($0) }, [text]] {
    let events = pieces.enumerated().map { Cast.TimedEvent(Double($0.offset) * 0.3, .input($0.element)) }
    let tape = TapeWriter.tape(of: Cast(events: events), running: ["sh", "-c", text], output: "a.gif")
    do throws(TapeErrors) {
      _ = try TapeParser.parse(tape, file: "b.tape") { _ in nil }
    } catch {
      preconditionFailure("\(error)\n\(tape)")
    }
  }
  return 0
}
