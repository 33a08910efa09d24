/// What works for a studio: a process of its own that runs `StudioWork.serve()`.
///
/// It is given as the two descriptors by which the studio talks with it, and a call that ends it. The program is chosen by whoever
/// opens the studio, never by a request.
public struct StudioWorker: Sendable {
  /// The descriptor that the worker's standard input is written to; the studio closes it.
  public var input: Int32
  /// The descriptor that the worker's standard output is read from; the studio closes it.
  public var output: Int32
  /// Ends the worker at once, with everything that it started, and returns the number of the signal that ended it; nil where none did.
  ///
  /// It is called at least once, from any thread, also after the worker has ended by itself.
  public var end: @Sendable () -> Int32?

  /// Creates a worker.
  ///
  /// - Parameters:
  ///   - input: The descriptor that the worker's standard input is written to.
  ///   - output: The descriptor that the worker's standard output is read from.
  ///   - end: Ends the worker and returns the number of the signal that ended it.
  public init(input: Int32, output: Int32, end: @escaping @Sendable () -> Int32?) {
    self.input = input
    self.output = output
    self.end = end
  }
}
