import Reel

/// Files with recorded terminal sessions.
enum CastFile {
  /// Reads a recording; `-` is standard input.
  ///
  /// - Throws: `InputError` for a file that can't be read or is no recording.
  static func read(_ path: String) throws -> Cast {
    let name = path == "-" ? "standard input" : path
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) {
      bytes =
        try path == "-"
        ? BoundedFile.readStandardInput(limit: Cast.longest) : BoundedFile.read(path, limit: Cast.longest)
    } catch {
      switch error {
      case .tooLong:
        throw InputError(path: name, reason: "it has more than 64 MiB", advice: "name the recording of a terminal")
      case .unopened(let reason), .unread(let reason):
        throw InputError(path: name, reason: reason, advice: "name the recording of a terminal")
      }
    }
    do throws(CastError) {
      return try Cast(bytes)
    } catch {
      throw InputError(path: name, reason: "\(error)", advice: "name what asciinema recorded")
    }
  }

  /// Whether a file is a recording: what it begins with tells.
  static func isCast(_ path: String) -> Bool {
    guard let beginning = BoundedFile.beginning(of: path, count: 1 << 16) else { return false }
    // What is packed, and a first line that does not end here, is looked at as a whole.
    if !beginning.starts(with: [0x1F, 0x8B]), beginning.first != UInt8(ascii: "{") { return false }
    return (try? BoundedFile.read(path, limit: Cast.longest)).map(Cast.recognizes) ?? false
  }
}
