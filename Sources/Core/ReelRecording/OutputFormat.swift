import ReelFiles
import ReelGeometry
import ReelVideo

/// An output format, selected by the file name's ending.
///
/// To add one, write a sink, a file with its format, and one entry in `all`.
public struct OutputFormat: Sendable {
  /// The abilities of a format.
  public struct Abilities: OptionSet, Hashable, Sendable {
    /// The abilities as bits.
    public let rawValue: Int

    /// Creates abilities from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Pictures may be transparent.
    public static let alpha = Abilities(rawValue: 1 << 0)
    /// The format can hold sound.
    public static let sound = Abilities(rawValue: 1 << 1)
    /// The format can hold chapters.
    public static let chapters = Abilities(rawValue: 1 << 2)
    /// Frames may be stored in a different order than shown, as with B-frames.
    public static let reordering = Abilities(rawValue: 1 << 3)
    /// The format can be streamed to a pipe.
    public static let streaming = Abilities(rawValue: 1 << 4)
    /// A crashed recording can be finished.
    public static let resumable = Abilities(rawValue: 1 << 5)
    /// The output is one file per frame, in a folder or with a pattern such as `%04d`.
    public static let numbered = Abilities(rawValue: 1 << 6)
  }

  /// The display name.
  public let name: String
  /// The ending of its file names, in lower case and without the dot.
  public let ending: String
  /// Its abilities.
  public let abilities: Abilities
  private let makeSink: @Sendable (FilmOutput) throws -> any FrameSink

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - name: The display name.
  ///   - ending: The ending of its file names, in lower case and without the dot.
  ///   - abilities: Its abilities.
  ///   - makeSink: Creates the sink of an output without opening anything.
  public init(
    _ name: String, ending: String, abilities: Abilities,
    makeSink: @escaping @Sendable (FilmOutput) throws -> any FrameSink
  ) {
    self.name = name
    self.ending = ending
    self.abilities = abilities
    self.makeSink = makeSink
  }

  /// All formats, in the order in which messages list them.
  public static let all: [OutputFormat] =
    [
      movie("MPEG-4", .mp4), movie("MPEG-4", .m4v), movie("QuickTime", .mov), movie("Matroska", .mkv),
      movie("WebM", .webm),
    ] + animations + [captions] + pictures

  /// Returns the format for a path's ending, in upper or lower case; nil if the ending is unknown.
  ///
  /// If two formats share an ending, a name with a number in it, such as `%04d.webp`, selects the pictures.
  public static func of(_ path: String, among formats: [OutputFormat] = all) -> OutputFormat? {
    let name = OutputFile.split(path).name.lowercased()
    let found = formats.filter { name.hasSuffix(".\($0.ending)") && name.count > $0.ending.count + 1 }
    let isPattern = name.contains("%")
    return found.first { $0.abilities.contains(.numbered) == isPattern } ?? found.first
  }

  /// Creates the sink of an output.
  func sink(_ output: FilmOutput) throws -> any FrameSink { try makeSink(output) }

  /// A movie format that grows in a partial file.
  private static func movie(_ name: String, _ container: MediaContainer) -> OutputFormat {
    var abilities: Abilities = [.sound, .chapters, .reordering, .resumable]
    if container == .mp4 || container == .mkv { abilities.insert(.streaming) }
    return OutputFormat(name, ending: container.rawValue, abilities: abilities) { output in
      MovieSink(
        to: .path(output.path, replacing: output.replacing), byteLimit: output.byteLimit,
        configure: output.configuration)
    }
  }
}
