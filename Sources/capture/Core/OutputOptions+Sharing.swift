import ArgumentParser
import Reel

extension OutputOptions {
  /// The most bytes of each output: as many as the user allows, or else the site.
  var byteLimit: Int? { maxBytes ?? site?.terms.byteLimit }

  /// The default name of a film, with the ending that the site shows best.
  func sharedName(_ defaultName: String) -> String {
    guard let ending = site?.terms.endings.first, defaultName.lowercased().hasSuffix(".mp4") else { return defaultName }
    return defaultName.dropLast(3) + ending
  }

  /// Refuses `--for` where nothing is made that could be shared.
  func validateSharing() throws {
    guard let site else { return }
    if isStandardOutput { throw ValidationError("--for is for files, and -o - is a stream: name a file") }
    if lossless {
      throw ValidationError(
        "browsers do not play films without loss, so --lossless and --for \(site.rawValue) can't be combined: leave out one of them"
      )
    }
  }

  /// Refuses an output that the site does not show.
  func checkSharing(_ path: String, _ encoding: EncodingSettings) throws(InvalidValue) {
    guard let site, OutputFormat.of(path)?.ending != OutputFormat.captions.ending else { return }
    if Self.isPicture(path), sheet != nil { return }
    try site.check(path, encoding)
  }

  /// Tells what the site takes and the user left open; nil without a site.
  ///
  /// - Parameter size: The size of the film.
  func sharingNote(size: PixelSize) -> String? {
    guard let site else { return nil }
    let terms = site.terms
    var parts: [String] = []
    if output.isEmpty, let ending = terms.endings.first { parts.append(".\(ending)") }
    if size == terms.size { parts.append("\(size)") }
    if maxBytes == nil, let limit = terms.byteLimit { parts.append("at most \(Summary.text(bytes: limit))") }
    if size == terms.size, let safe = terms.safeArea {
      parts.append(
        "keep \(Int(clamping: safe.width))x\(Int(clamping: safe.height)) from \(Int(clamping: safe.minX)),\(Int(clamping: safe.minY)) for what matters"
      )
    }
    let text = "for \(site.name) as of \(SharingSite.asOf)"
    return parts.isEmpty ? text : "\(text): \(parts.joined(separator: "; "))"
  }
}
