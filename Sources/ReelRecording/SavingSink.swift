/// A sink that knows what a crash of the process would not cost.
package protocol SavingSink: FrameSink {
  /// The frames that are saved by now; nil where nothing is kept. Known without waiting for the sink.
  var savedFrameCount: Int? { get }
}

extension MovieSink: SavingSink {
  package nonisolated var savedFrameCount: Int? {
    if case .stream = destination { nil } else { saved.withLock { $0 } }
  }
}
