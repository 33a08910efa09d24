import Foundation
import Reel

let ball = DrawingSource(width: 640, height: 360) { context, time in
  context.paint(.white)
  let center = Point(x: 320 + 220 * cos(time * .pi), y: 310 - 220 * abs(sin(time * 2 * .pi)))
  context.fill(Path(circleAround: center, radius: 40), with: .red)
}
let recorder = try Recorder(source: ball, sink: MovieSink(to: URL(fileURLWithPath: "ball.mp4")), frameRate: 30)
let recording = try await recorder.record(for: .seconds(2))
print("ball.mp4: \(recording.frameCount) frames")
