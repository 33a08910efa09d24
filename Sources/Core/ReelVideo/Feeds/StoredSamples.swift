import CReelFFmpeg
import ReelCanvas
import ReelGeometry

/// Samples that a film can keep as they came: their form, their size, and how players show them.
package struct StoredSamples: Hashable, Sendable {
  /// The pixel format and the meaning of its colours.
  package var form: SampleForm
  /// The size of the stored pictures.
  package var size: PixelSize
  /// How players show them.
  package var display: SampleDisplay

  /// Describes samples.
  package init(form: SampleForm, size: PixelSize, display: SampleDisplay) {
    (self.form, self.size, self.display) = (form, size, display)
  }

  /// Whether a container has a place for how they are shown; a turn in Matroska is ignored by most players.
  package func fits(_ container: MediaContainer) -> Bool {
    display.orientation == .up || container.keepsOrientation
  }
}

/// How players show stored pixels.
package struct SampleDisplay: Hashable, Sendable {
  /// The shape of a pixel.
  package var aspect = PixelAspect.square
  /// How a picture has to be turned to be upright.
  package var orientation = ImageOrientation.up
  /// The order of a picture's fields.
  package var fields = FieldOrder.progressive

  /// Creates the usual display: square pixels, upright, all lines at once.
  package init() {}

  /// Creates a display.
  package init(aspect: PixelAspect, orientation: ImageOrientation, fields: FieldOrder) {
    (self.aspect, self.orientation, self.fields) = (aspect, orientation, fields)
  }

  /// Reads the tags of a stream.
  init(of stream: UnsafeMutablePointer<AVStream>) {
    let ratio = stream.pointee.sample_aspect_ratio
    aspect = PixelAspect(ratio) ?? PixelAspect(stream.pointee.codecpar.pointee.sample_aspect_ratio) ?? .square
    orientation = ClipReader.orientation(of: stream)
    switch stream.pointee.codecpar.pointee.field_order {
    case AV_FIELD_TT, AV_FIELD_TB: fields = .topFirst
    case AV_FIELD_BB, AV_FIELD_BT: fields = .bottomFirst
    default: break
    }
  }

  /// Tags a stream of a container whose header is not written yet.
  func apply(to stream: UnsafeMutablePointer<AVStream>, in container: MediaContainer) throws(FFmpegError) {
    guard let parameters = stream.pointee.codecpar else { return }
    parameters.pointee.sample_aspect_ratio = aspect.native
    if aspect != .square { stream.pointee.sample_aspect_ratio = aspect.native }
    if fields != .progressive { parameters.pointee.field_order = fields.native }
    guard orientation != .up, container.keepsOrientation else { return }
    let size = PixelSize(width: Int(parameters.pointee.width), height: Int(parameters.pointee.height))
    try orientation.attach(to: stream, of: size)
  }
}

extension FieldOrder {
  /// The order in which a picture of this one is stored and shown.
  var native: AVFieldOrder {
    switch self {
    case .progressive: AV_FIELD_PROGRESSIVE
    case .topFirst: AV_FIELD_TT
    case .bottomFirst: AV_FIELD_BB
    }
  }
}

/// The width of a pixel and its height.
package struct PixelAspect: Hashable, Sendable {
  /// The width, in parts that have no common divisor with the height.
  package let across: Int
  /// The height.
  package let down: Int

  /// Pixels as wide as high.
  package static let square = PixelAspect(1, 1)

  private init(_ across: Int, _ down: Int) { (self.across, self.down) = (across, down) }

  /// Creates a shape; nil for none, and for one beyond a sixteenth or sixteen, which is damage.
  package init?(across: Int, down: Int) {
    guard across > 0, down > 0, across <= 16 * down, down <= 16 * across else { return nil }
    var (a, b) = (across, down)
    while b != 0 { (a, b) = (b, a % b) }
    self.init(across / a, down / a)
  }

  package init?(_ native: AVRational) { self.init(across: Int(native.num), down: Int(native.den)) }

  /// The width divided by the height.
  package var ratio: Double { Double(across) / Double(down) }

  /// The fraction as the libraries represent it.
  var native: AVRational { AVRational(num: Int32(clamping: across), den: Int32(clamping: down)) }
}
