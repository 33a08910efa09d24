import ReelCanvas
import ReelGeometry
import ReelTiming
import ReelVideo

/// Gives the pictures of a film one after another: a movie, files, a pipe.
package protocol PictureFeed: AnyObject, Sendable {
  /// The properties of the pictures, read from the first one.
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

/// The properties of a feed's pictures.
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
  /// The number of pictures, if known.
  package var frameCount: Int?
  /// The length of all pictures in seconds, if known.
  package var seconds: Double?
  /// The form in which the samples can be encoded as they are; nil where they have to be converted.
  package var form: SampleForm?
  /// Whether pixels may be transparent.
  package var hasAlpha = false
  /// Whether the codec is one that loses detail, and so may draw what stands still a little differently in every picture.
  package var isLossy = false
  /// The turn that makes a stored picture upright.
  package var orientation = ImageOrientation.up
  /// The brightest pictures, where they have a high dynamic range and the input says so.
  package var light: LightMetadata?
  /// The shape of a stored pixel.
  package var pixelAspect = PixelAspect.square
  /// The order of the fields of the first picture.
  package var fields = FieldOrder.progressive
  /// Whether pictures have times of their own, and do not just follow one another.
  package var hasTimes = false
  /// Whether chapters and captions may come with the pictures.
  package var hasMarks = false

  /// Creates the facts that every feed knows.
  package init(name: String, size: PixelSize, frameRate: FrameRate, isConstant: Bool, clock: TimeBase) {
    (self.name, self.size, self.frameRate, self.isConstant, self.clock) = (name, size, frameRate, isConstant, clock)
  }

  /// The samples as a film may keep them; nil where they have to be converted.
  package var stored: StoredSamples? {
    form.map { form in
      StoredSamples(
        form: form, size: size,
        display: SampleDisplay(aspect: pixelAspect, orientation: orientation, fields: fields))
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

  /// The file is missing or may not be read.
  case missing(path: String, reason: String)
  /// It holds no picture that can be decoded.
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
      "\(name) ended within frame \(frame), after \(has) of its \(needs) bytes"
    case .damaged(let name, let frame): "\(name): frame \(frame) is damaged or incomplete"
    case .otherSize(let name, let frame, let size, let first):
      "\(name): frame \(frame) is \(size), but the frames before it are \(first): make all frames the same size"
    }
  }
}
