import ArgumentParser
import Reel

extension OutputOptions {
  /// The size limit of each output, in bytes: the user's, otherwise the site's.
  var byteLimit: Int? { maxBytes ?? site?.terms.byteLimit }

  /// The default name of a film, with the ending of the format that suits the site best.
  func sharedName(_ defaultName: String) -> String {
    guard let ending = site?.terms.endings.first, defaultName.lowercased().hasSuffix(".mp4") else { return defaultName }
    return defaultName.dropLast(3) + ending
  }

  /// Refuses `--for` if no output can be shared.
  func validateSharing() throws {
    guard let site else { return }
    if isStandardOutput { throw ValidationError("--for is for files, but -o - is a stream: name a file") }
    if lossless {
      throw ValidationError(
        "browsers do not play lossless films, so --lossless and --for \(site.rawValue) can't be combined: leave out one of them"
      )
    }
  }

  /// Refuses an output that the site cannot show.
  func checkSharing(_ path: String, _ encoding: EncodingSettings) throws(InvalidValue) {
    guard let site, OutputFormat.of(path)?.ending != OutputFormat.captions.ending else { return }
    if Self.isPicture(path), sheet != nil { return }
    try site.check(path, encoding)
  }

  /// A note about the settings that follow from the site because the user left them open; nil without a site.
  ///
  /// - Parameter size: the size of the film.
  func sharingNote(size: PixelSize) -> String? {
    guard let site else { return nil }
    let terms = site.terms
    var parts: [String] = []
    if output.isEmpty, let ending = terms.endings.first { parts.append(".\(ending)") }
    if size == terms.size { parts.append("\(size)") }
    if maxBytes == nil, let limit = terms.byteLimit { parts.append("at most \(Summary.text(bytes: limit))") }
    if size == terms.size, let safe = terms.safeArea {
      parts.append(
        "keep important content within \(Int(clamping: safe.width))x\(Int(clamping: safe.height)) from \(Int(clamping: safe.minX)),\(Int(clamping: safe.minY))"
      )
    }
    let text = "for \(site.name) as of \(SharingSite.asOf)"
    return parts.isEmpty ? text : "\(text): \(parts.joined(separator: "; "))"
  }
}
