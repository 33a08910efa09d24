import Reel

extension Family {
  /// Conversions of movies, of pictures, and of frames that other programs write.
  static var conversion: Family { Family(commands: [ConvertCommand.self], files: [MediaKind.self]) }
}
