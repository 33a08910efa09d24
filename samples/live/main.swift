// Records in real time, in the style of UIKit: a delegate, start() and stop().
import Foundation
import Reel

/// Prints the result of a recording; `end` finishes when the recording has ended.
final class Announcer: RecorderDelegate {
  let end: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (end, continuation) = AsyncStream.makeStream() }

  func recorder(_ recorder: Recorder, didFinish recording: Recording) {
    print("live.mp4: \(recording.frameCount) frames, \(recording.statistics.missed) missed")
    continuation.finish()
  }

  func recorder(_ recorder: Recorder, didFail error: any Error) {
    print("no movie: \(error)")
    continuation.finish()
  }

  func recorder(_ recorder: Recorder, didCapture progress: RecordingProgress) {
    // Progress is reported when there is time for it, so not for every frame.
    if progress.time.index >= 9 { recorder.stop() }
  }
}

/// Shows the elapsed time as a bar that keeps its position between frames.
struct Bar: FrameSource {
  let size = PixelSize(width: 320, height: 64)
  private var shown = 0.0

  mutating func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    let width = min(320, 320 * time.seconds)
    let added = Rect(x: shown, y: 0, width: width - shown, height: 64)
    var changed = time.index == 0 ? Region.all(of: size) : Region(of: size)
    changed.insert(added)
    try bitmap.draw(clippedTo: changed) { context in
      if time.index == 0 { context.paint(.white) }
      context.fill(added, with: Color(red: 0.1, green: 0.5, blue: 0.3))
    }
    shown = width
    return changed
  }
}

let announcer = Announcer()
let recorder = try Recorder(
  source: Bar(), sink: MovieSink(to: URL(fileURLWithPath: "live.mp4")), frameRate: 20, pace: .realTime)
recorder.delegate = announcer
try recorder.start()
for await _ in announcer.end {}
