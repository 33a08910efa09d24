/// A worker of a studio: a separate process that runs `StudioWork.serve()`.
///
/// It consists of the two descriptors for talking to the process, and a call that ends it. The code that opens the studio chooses the
/// program; a request never does.
public struct StudioWorker: Sendable {
  /// The descriptor that the worker's standard input is written to; the studio closes it.
  public var input: Int32
  /// The descriptor that the worker's standard output is read from; the studio closes it.
  public var output: Int32
  /// Ends the worker and everything it started at once, and returns the number of the signal that ended it; nil if none did.
  ///
  /// It is called at least once, from any thread, even after the worker has ended by itself.
  public var end: @Sendable () -> Int32?

  /// Creates a worker.
  ///
  /// - Parameters:
  ///   - input: the descriptor that the worker's standard input is written to.
  ///   - output: the descriptor that the worker's standard output is read from.
  ///   - end: ends the worker and returns the number of the signal that ended it.
  public init(input: Int32, output: Int32, end: @escaping @Sendable () -> Int32?) {
    self.input = input
    self.output = output
    self.end = end
  }
}
