import Dispatch
import ReelCanvas
import ReelGeometry
import ReelPlatform
import ReelRecording

/// A source that draws on the main thread, where views and layers live.
///
/// On macOS and iOS the module `ReelViews` makes one from a `CALayer`, an `NSView`, a `UIView` or a SwiftUI view. The initializer here
/// takes a closure, for anything else that only the main thread may draw.
///
/// Each frame is drawn from scratch, then compared with the one before: tiles that did not change are not encoded.
///
/// The recorder's thread waits while the main thread draws. So the main thread must be free to work: await the recording, or
/// return to the run loop. A main thread that blocks until the film is complete, for example on a semaphore, waits forever.
/// To record what is on screen, use `pace: .realTime`; if the main thread is busy for long, frames are missed and counted.
public struct ViewSource: FrameSource, Sendable {
  /// The size of the frames, in pixels.
  public let size: PixelSize
  /// Whether frames may be transparent: if the background is.
  public var hasAlpha: Bool { background.alpha < 255 }

  private let background: Pixel
  private let drawing: MainThreadDrawing

  /// Creates a source of frames that a closure draws on the main thread.
  ///
  /// - Parameters:
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - background: The colour under the drawing; `.clear` for a film with alpha.
  ///   - draw: Draws a frame over the background. It must not change the bitmap's size; the film then fails with `InvalidValue`.
  public init(
    width: Int, height: Int, background: Color = .white,
    draw: @escaping @MainActor (_ bitmap: inout Bitmap, _ time: FrameTime) throws -> Void
  ) {
    size = PixelSize(width: width, height: height)
    self.background = Pixel(background)
    drawing = MainThreadDrawing(draw)
  }

  /// Has the main thread draw the frame, and returns the tiles that differ from the frame before.
  ///
  /// It may be called on any thread, including the main one.
  ///
  /// - Throws: Any error of the drawing, or `InvalidValue` if what is drawn no longer has the size of the first frame.
  public func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    let picture = try MainThread.run {
      var picture = Bitmap(size: size)
      if background != .transparent { picture.fill(with: background) }
      try drawing.draw(&picture, time)
      return picture
    }
    guard picture.size == size else {
      throw InvalidValue("frame size", picture.size, expected: "\(size), as when the recording began")
    }
    let changed = picture.changes(since: bitmap)
    if !changed.isEmpty { bitmap = picture }
    return changed
  }
}

/// Owns a closure that refers to views, and releases it on the main thread: views must not be deallocated on any other.
private final class MainThreadDrawing: Sendable {
  typealias Draw = @MainActor (inout Bitmap, FrameTime) throws -> Void

  private final class Closure: Sendable {
    let draw: Draw

    init(_ draw: @escaping Draw) { self.draw = draw }
  }

  private let closure: Unmanaged<Closure>

  init(_ draw: @escaping Draw) { closure = .passRetained(Closure(draw)) }

  deinit {
    // A strong reference would go away on the recorder's thread, possibly after this block has run.
    DispatchQueue.main.async { [closure] in closure.release() }
  }

  @MainActor func draw(_ bitmap: inout Bitmap, _ time: FrameTime) throws {
    try closure.takeUnretainedValue().draw(&bitmap, time)
  }
}

/// The thread that runs the main actor.
private enum MainThread {
  /// Marks the main queue.
  private static let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the caller is on it, where waiting for it would never end.
  private static var isCurrent: Bool {
    #if canImport(Darwin)
      if pthread_main_np() != 0 { return true }
    #endif
    return DispatchQueue.getSpecific(key: key) ?? false
  }

  /// Runs a closure on the main thread and waits for it.
  static func run<Value: Sendable>(_ body: @MainActor () throws -> Value) throws -> Value {
    if isCurrent { return try MainActor.assumeIsolated(body) }
    return try DispatchQueue.main.sync { try MainActor.assumeIsolated(body) }
  }
}
