import ReelVideo

/// A sound of a storyboard, for the whole film or for a scene, with which it ends.
public struct StorySound: Sendable {
  /// The file and its options.
  ///
  /// `start` and `end` are set when the times of scenes are known.
  public var piece: SoundPiece
  /// When it begins, counted from the beginning of the film or scene; nil for that beginning.
  public var at: StoryTime?
  /// Names of times within the file.
  public var cues: [StoryCue] = []
  /// When the sound of an overlay ends; nil for the end of the film or scene.
  var until: StoryTime?
  var mark: StoryMark?

  /// Creates a sound.
  ///
  /// - Parameters:
  ///   - path: The file: any file with sound that FFmpeg reads.
  ///   - at: When it begins; nil for the beginning of the film or scene.
  public init(_ path: String, at: StoryTime? = nil) {
    piece = SoundPiece(path)
    self.at = at
  }
}

/// A name for a time within a sound: `cue.across` in a storyboard.
public struct StoryCue: Hashable, Sendable {
  /// The name: letters, digits, hyphens and underscores.
  public var name: String
  /// The start, in seconds of the file.
  public var start: Double
  /// The end, in seconds of the file.
  public var end: Double

  /// Creates a cue.
  ///
  /// - Parameters:
  ///   - name: The name: letters, digits, hyphens and underscores.
  ///   - start: The start, in seconds of the file.
  ///   - end: The end, in seconds of the file.
  public init(name: String, start: Double, end: Double) {
    self.name = name
    self.start = start
    self.end = end
  }
}
