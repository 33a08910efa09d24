import ReelCanvas
import ReelGeometry
import ReelTiming

/// Gives the pictures of a film one after another: a movie, files, a pipe.
package protocol PictureFeed: AnyObject, Sendable {
  /// What the pictures are like, read from the first of them.
  var facts: FeedFacts { get }

  /// Returns the next picture; nil at the end.
  ///
  /// - Throws: `FeedError` for a picture that is damaged or differs from the first one in size.
  func next() throws -> FilmPicture?

  /// Leaves out pictures that are over before a time, in seconds from the first one, where that is cheap; none by default.
  ///
  /// - Throws: `FeedError` for a feed that can be read neither from there nor from its beginning.
  func skip(to seconds: Double) throws
}

extension PictureFeed {
  package func skip(to seconds: Double) throws {}
}

/// What the pictures of a feed are like.
package struct FeedFacts: Sendable {
  /// The name of the input in messages.
  package var name: String
  /// The size of the stored pictures.
  package var size: PixelSize
  /// The rate, on average where it varies.
  package var frameRate: FrameRate
  /// Whether all times are multiples of 1 / `frameRate`.
  package var isConstant: Bool
  /// The clock of the times.
  package var clock: TimeBase
  /// How many pictures there are, where that is known.
  package var frameCount: Int?
  /// How long all of them are shown, in seconds, where that is known.
  package var seconds: Double?
  /// The form in which the samples can be encoded as they are; nil where they have to be converted.
  package var form: SampleForm?
  /// Whether pixels may be transparent.
  package var hasAlpha = false
  /// Whether a picture may equal the one before; where none of the first ones did, a film is smaller with B-frames.
  package var mayHoldStill = true
  /// How a stored picture has to be turned to be upright.
  package var orientation = ImageOrientation.up
  /// The brightest pictures, where they have a high dynamic range and the input says so.
  package var light: LightMetadata?
  /// The shape of a stored pixel.
  package var pixelAspect = PixelAspect.square

  /// The samples as a film may keep them; nil where they have to be converted.
  package var stored: StoredSamples? {
    form.map { form in
      StoredSamples(
        form: form, size: size, display: SampleDisplay(aspect: pixelAspect, orientation: orientation))
    }
  }
}

/// Why a feed broke off.
package enum FeedError: ReelError, Hashable {
  package var exitStatus: ExitStatus {
    switch self {
    case .missing: .noInput
    case .unreadable, .empty, .cut, .damaged, .otherSize: .badInput
    }
  }

  /// There is no such file, or it may not be read.
  case missing(path: String, reason: String)
  /// There is no picture in it that could be decoded.
  case unreadable(name: String, reason: String)
  /// It has no bytes.
  case empty(name: String)
  /// It ends in the middle of a frame; the numbers count bytes.
  case cut(name: String, frame: Int, has: Int, needs: Int)
  /// A frame cannot be decoded.
  case damaged(name: String, frame: Int)
  /// A frame has another size than the first one.
  case otherSize(name: String, frame: Int, size: PixelSize, first: PixelSize)

  /// One line: what failed, on what, why, and what to do.
  package var description: String {
    switch self {
    case .missing(let path, let reason): "\(path): \(reason)"
    case .unreadable(let name, let reason): "\(name) can't be read as pictures: \(reason)"
    case .empty(let name): "\(name) is empty: the program that writes it sent no frame"
    case .cut(let name, let frame, let has, let needs):
      "\(name) ends in the middle of frame \(frame): it has \(has) of \(needs) bytes"
    case .damaged(let name, let frame): "\(name): frame \(frame) is damaged or incomplete"
    case .otherSize(let name, let frame, let size, let first):
      "\(name): frame \(frame) is \(size), and the frames before are \(first): send all of them in one size"
    }
  }
}
