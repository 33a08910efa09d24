import ReelFiles
import ReelGeometry
import ReelTiming

/// The first line of a stream: what its pictures are like.
struct FramedHeader {
  /// The size of the pictures.
  let size: PixelSize
  /// The form of the pixels.
  let pixels: FramedPixels
  /// The rate of frame numbers; nil where it does not say.
  let frameRate: FrameRate?

  /// The version of the protocol that is read.
  static let version = 1
  private static let sides = 1...16_384

  /// Whether bytes are the beginning of a stream: a brace, and `"reel":`.
  static func recognizes(_ bytes: [UInt8]) -> Bool {
    guard bytes.first == UInt8(ascii: "{") else { return false }
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let name = bytes.dropFirst().drop(while: isSpace)
    let mark = Array("\"reel\"".utf8)
    guard name.starts(with: mark) else { return false }
    return name.dropFirst(mark.count).drop(while: isSpace).first == UInt8(ascii: ":")
  }

  /// - Throws: `FramedLine.Fault` for a line that describes no stream of this version.
  init(_ bytes: [UInt8]) throws(FramedLine.Fault) {
    let line = try FramedLine(bytes)
    guard let version = try line.number("reel") else { throw FramedLine.Fault("\"reel\", the version, is missing") }
    guard version == Double(Self.version) else {
      throw FramedLine.Fault(
        "this is version \(FramedLine.text(version)) of the protocol, but this capture reads version \(Self.version)")
    }
    guard let width = try line.whole("width", Self.sides), let height = try line.whole("height", Self.sides) else {
      throw FramedLine.Fault("\"width\" or \"height\" is missing")
    }
    size = PixelSize(width: width, height: height)
    pixels = try FramedPixels(format: try line.text("format"), alpha: try line.text("alpha"))
    frameRate = try Self.frameRate(line)
  }

  private static func frameRate(_ line: FramedLine) throws(FramedLine.Fault) -> FrameRate? {
    guard line.has("fps") else { return nil }
    let text: String
    do throws(FramedLine.Fault) {
      text = try line.number("fps").map(FramedLine.text) ?? ""
    } catch {
      text = try line.text("fps") ?? ""
    }
    do throws(InvalidValue) {
      return try FrameRate(parsing: text)
    } catch {
      throw FramedLine.Fault("\"fps\": \(error)")
    }
  }
}
