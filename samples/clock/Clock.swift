import Reel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Draws a clock at ten past ten: `swift run clock [picture.png]`.
@main
struct Clock {
  static func main() throws {
    let stage = makeStage(size: PixelSize(width: 720, height: 720))
    var picture = Bitmap(size: stage.size)
    _ = try stage.render(at: 0, into: &picture)
    try picture.write(pngTo: URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "clock.png"))
  }

  /// Puts a running clock on a stage of its own.
  static func makeStage(size: PixelSize) -> Stage {
    let night = Gradient(Color(red: 0.13, green: 0.16, blue: 0.25), Color(red: 0.05, green: 0.06, blue: 0.11))
    let stage = Stage(
      size: size,
      background: .linearGradient(night, from: .zero, to: Point(x: 0, y: Double(size.height))))
    let clock = ClockLayer(center: size.bounds.center, radius: 0.44 * Double(min(size.width, size.height)))
    stage.root.addSublayer(clock)
    clock.run(from: (10 * 60 + 10) * 60 + 30)
    return stage
  }
}
