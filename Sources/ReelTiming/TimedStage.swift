/// How often something was done and how long it took, all in all.
public struct TimedStage: Hashable, Sendable {
  /// The names of the stages that it is nested in, from the outermost, and its own.
  public let path: [String]
  /// How often it was measured.
  public let count: Int
  /// The time that it took: all measurements added up, those on several threads at once as well, and nested stages included.
  public let duration: Duration

  /// Creates a stage.
  public init(path: [String], count: Int, duration: Duration) {
    self.path = path
    self.count = count
    self.duration = duration
  }

  /// The path as one text: `encode/write`.
  public var name: String { path.joined(separator: "/") }
}
