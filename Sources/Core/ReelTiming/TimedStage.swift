/// How often a stage ran, and how long it took in total.
public struct TimedStage: Hashable, Sendable {
  /// The names of the enclosing stages, from the outermost, and its own.
  public let path: [String]
  /// How often it ran.
  public let count: Int
  /// The sum of all measurements, including concurrent threads and nested stages.
  public let duration: Duration

  /// Creates a stage.
  public init(path: [String], count: Int, duration: Duration) {
    self.path = path
    self.count = count
    self.duration = duration
  }

  /// The path as one string: `encode/write`.
  public var name: String { path.joined(separator: "/") }
}
