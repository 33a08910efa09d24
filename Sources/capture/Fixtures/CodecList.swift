import Reel

/// The table that `capture fixture --list-codecs` prints.
enum CodecList {
  static var text: String {
    var lines = ["CODEC         ENCODER           CONTAINERS                        PIXEL FORMATS"]
    for encoder in EncoderCatalog.encoders where !encoder.containers.isEmpty {
      let containers = encoder.containers.map(\.rawValue).joined(separator: " ")
      let formats = encoder.pixelFormats.isEmpty ? "any" : encoder.pixelFormats.joined(separator: " ")
      let name = encoder.name + (encoder.isLosslessPossible ? " *" : "")
      lines.append(padded(encoder.codec, 14) + padded(name, 18) + padded(containers, 34) + formats)
    }
    lines.append("* supports --lossless, or is always lossless. Portable pixel formats, the same on every machine:")
    lines.append(RawPicture.portableFormats.joined(separator: " "))
    return lines.joined(separator: "\n") + "\n"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
