import ReelVideo

/// A sound of a storyboard: of the whole film, or of a scene, with which it ends.
public struct StorySound: Sendable {
  /// The file and how it is heard; `start` and `end` are found out when the times of the scenes are.
  public var piece: SoundPiece
  /// When it begins; nil for the beginning of the film or scene, from which a number counts.
  public var at: StoryTime?
  /// Names of times within the file.
  public var cues: [StoryCue] = []
  /// When it ends, for that of an overlay; nil for the end of the film or scene.
  var until: StoryTime?
  var mark: StoryMark?

  /// Creates a sound.
  ///
  /// - Parameters:
  ///   - path: The file: anything with sound that FFmpeg reads.
  ///   - at: When it begins; nil for the beginning of the film or scene.
  public init(_ path: String, at: StoryTime? = nil) {
    piece = SoundPiece(path)
    self.at = at
  }
}

/// A name for a time within a sound: `cue.across` in a storyboard.
public struct StoryCue: Hashable, Sendable {
  /// Letters, digits, hyphens and underscores.
  public var name: String
  /// When it begins, in seconds of the file.
  public var start: Double
  /// When it ends.
  public var end: Double

  /// Creates a cue.
  ///
  /// - Parameters:
  ///   - name: Letters, digits, hyphens and underscores.
  ///   - start: When it begins, in seconds of the file.
  ///   - end: When it ends.
  public init(name: String, start: Double, end: Double) {
    self.name = name
    self.start = start
    self.end = end
  }
}
