import ReelFormats
import ReelFiles
import ReelGeometry

/// Reads InkML 1.0: traces in the channels of their context, with explicit values or differences.
///
/// The trace format is the one of the trace's context or ink source; a format in a `canvas` describes the canvas, not the traces.
/// Traces with the pen up are not drawn. If resolutions are given, both axes are converted to the same unit.
enum InkMLReader: InkReader {
  static let format = "InkML"

  static func recognizes(_ source: TextSource) -> Bool {
    guard source.firstByte == UInt8(ascii: "<") else { return false }
    var parser = XMLPullParser(source)
    guard case .start(let name, _)? = try? parser.next() else { return false }
    return XMLName.local(name) == "ink"
  }

  static func read(_ source: TextSource, options: InkOptions) throws(FormatError) -> Ink {
    var document = InkMLDocument(source, options: options)
    return try document.read()
  }
}

/// The columns of a trace.
struct InkMLFormat {
  struct Channel {
    var name: String
    /// The factors that convert values of X, Y or T to a unit shared by X and Y, or to milliseconds.
    var scale = 1.0
    var isReversed = false
    var isAbsolute = false
  }

  var channels: [Channel] = []
  /// The sample rate, if samples are evenly spaced.
  var sampleRate: Double?
  /// Device units per millimetre (or another unit that X and Y share), from the channel properties.
  var resolutions: [String: Double] = [:]

  static let plain = InkMLFormat(channels: [Channel(name: "X"), Channel(name: "Y")])

  func index(of name: String) -> Int? { channels.firstIndex { $0.name == name } }

  /// The factors that convert X and Y to the finer of their two resolutions.
  var axisScales: (x: Double, y: Double) {
    guard let x = resolutions["X"], let y = resolutions["Y"] else { return (1, 1) }
    let finest = max(x, y)
    return (finest / x, finest / y)
  }
}
