import ReelCanvas
import ReelClips
import ReelGeometry
import ReelVideo

/// Finds chroma that lies beside its luma, in some of the pictures.
///
/// It is judged only in pictures whose luma is where it should be, and only if no change of the colours explains as
/// much.
struct ChromaShiftCheck: PairCheck {
  /// A plane of chroma in one direction: the squared errors with each shift.
  private struct Axis: Sendable {
    var errors = [Double](repeating: 0, count: 2 * reach + 1)
    /// The shift with the smallest error, if that explains most of an error.
    func shift(explaining error: Double) -> Int? {
      guard let best = errors.indices.min(by: { errors[$0] < errors[$1] }), best != reach, errors[best] < part * error
      else { return nil }
      return best - reach
    }
  }

  /// The sums for a line through the values of a plane of chroma, drawn and seen.
  private struct Line: Sendable {
    var (count, x, y, xx, xy, yy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

    mutating func add(_ drawn: Int, _ seen: Int) {
      let (a, b) = (Double(drawn), Double(seen))
      (count, x, y, xx, xy, yy) = (count + 1, x + a, y + b, xx + a * a, xy + a * b, yy + b * b)
    }

    /// The squared error that remains in the same place with other colours.
    var rest: Double {
      guard count > 0 else { return 0 }
      let (variance, common, all) = (xx - x * x / count, xy - x * y / count, yy - y * y / count)
      return variance > 0 ? all - common * common / variance : all
    }
  }

  /// The greatest shift in samples of chroma.
  private static let reach = 10
  /// The distance between the rows that are examined.
  private static let step = 3
  /// The part of the error that remains in the right place.
  private static let part = 0.5
  /// The same for luma that is in the right place, of its error one pixel beside it.
  private static let lumaPart = 0.5
  /// The mean squared error from which chroma may be elsewhere.
  private static let minError = 6.0

  /// The planes Cb and Cr, each across and down.
  private var axes = [[Axis]](repeating: [Axis(), Axis()], count: 2)
  private var lines = [Line(), Line()]
  private var count = 0
  private var samples = 0
  /// The size of a sample of chroma in pixels.
  private var pitch = (x: 1, y: 1)

  mutating func add(_ pair: ComparedPair) throws {
    count += 1
    let isScaled = pair.transform.b == 0 && pair.transform.c == 0 && pair.transform != .identity
    guard count <= 4 || count % 32 == 0, pair.isInPlace || isScaled, pair.seen.size == pair.picture.size,
      Self.isLumaInPlace(pair)
    else { return }
    let format = pair.picture.pixelFormat
    guard ["yuv420p", "yuv422p", "yuv444p"].contains(format) else { return }
    let seen = try pair.picture.raw()
    pitch = (format.contains("444") ? 1 : 2, format.contains("420") ? 2 : 1)
    let (width, height) = ((seen.size.width + pitch.x - 1) / pitch.x, (seen.size.height + pitch.y - 1) / pitch.y)
    guard let drawnBytes = try Self.drawn(pair, seen, pitch, PixelSize(width: width, height: height)) else { return }
    guard width > 4 * Self.reach, height > 4 * Self.reach else { return }
    samples += (width - 2 * Self.reach) * ((height - 2 * Self.reach - 1) / Self.step + 1)
    for plane in 0..<2 {
      let start = seen.size.area + plane * width * height
      for y in stride(from: Self.reach, to: height - Self.reach, by: Self.step) {
        for index in start + y * width + Self.reach..<start + (y + 1) * width - Self.reach {
          lines[plane].add(Int(drawnBytes[index]), Int(seen.bytes[index]))
        }
      }
      for (axis, step) in [(0, 1), (1, width)] {
        for shift in -Self.reach...Self.reach {
          let offset = shift * step
          var sum = 0
          seen.bytes.withUnsafeBytes { seen in
            drawnBytes.withUnsafeBytes { drawn in
              for y in stride(from: Self.reach, to: height - Self.reach, by: Self.step) {
                let (first, count) = (start + y * width + Self.reach, width - 2 * Self.reach)
                sum += SquaredErrors.sum(
                  UnsafeRawBufferPointer(rebasing: seen[first..<first + count]),
                  UnsafeRawBufferPointer(rebasing: drawn[first - offset..<first - offset + count]), from: 0,
                  count: count)
              }
            }
          }
          axes[plane][axis].errors[shift + Self.reach] += Double(sum)
        }
      }
    }
  }

  /// The bytes that the picture should have, of which only the chroma is needed; nil for another size.
  private static func drawn(
    _ pair: ComparedPair, _ seen: RawPicture, _ pitch: (x: Int, y: Int), _ size: PixelSize
  ) throws -> [UInt8]? {
    if pair.isInPlace, let reference = pair.reference, reference.pixelFormat == seen.format {
      let raw = try reference.raw()
      if raw.size == seen.size, raw.matrix == seen.matrix, raw.isFullRange == seen.isFullRange { return raw.bytes }
    }
    let bitmap = try pair.original()
    if pair.isInPlace {
      return bitmap.size == seen.size ? try RawPicture(bitmap, format: seen.format, matrix: seen.matrix).bytes : nil
    }
    return [UInt8](repeating: 0, count: seen.size.area) + (try chroma(bitmap, pair.transform, seen.matrix, pitch, size))
  }

  /// The planes of chroma of a frame that the picture shows at another scale.
  private static func chroma(
    _ bitmap: Bitmap, _ transform: AffineTransform, _ matrix: ColorMatrix, _ pitch: (x: Int, y: Int), _ size: PixelSize
  ) throws -> [UInt8] {
    let full = try RawPicture(bitmap, format: "yuv444p", matrix: matrix)
    let fitting = PictureFitting(
      transform.followed(by: .scale(x: 1 / Double(pitch.x), y: 1 / Double(pitch.y))), from: bitmap.size, to: size)
    let area = bitmap.size.area
    return (1...2).flatMap {
      fitting.fit(LumaPlane(size: bitmap.size, bytes: Array(full.bytes[$0 * area..<($0 + 1) * area]))).bytes
    }
  }

  /// Whether the luma differs more from its frame when it is moved by a pixel in any direction.
  private static func isLumaInPlace(_ pair: ComparedPair) -> Bool {
    let (width, height) = (pair.seen.size.width, pair.seen.size.height)
    guard pair.drawn.size == pair.seen.size, width > 2, height > 2 else { return false }
    let offsets = [0, -1, 1, -width, width]
    var sums = [Int](repeating: 0, count: offsets.count)
    pair.seen.bytes.withUnsafeBufferPointer { seen in
      pair.drawn.bytes.withUnsafeBufferPointer { drawn in
        for y in stride(from: 1, to: height - 1, by: step) {
          for (number, offset) in offsets.enumerated() {
            var sum = 0
            for index in y * width + 1..<(y + 1) * width - 1 {
              let difference = Int(seen[index]) - Int(drawn[index + offset])
              sum += difference * difference
            }
            sums[number] += sum
          }
        }
      }
    }
    return sums.dropFirst().allSatisfy { Double(sums[0]) < lumaPart * Double($0) }
  }

  var findings: [Finding] {
    var words: [String] = []
    for ((name, plane), line) in zip(zip(["Cb", "Cr"], axes), lines) {
      let known = min(plane[0].errors[Self.reach], line.rest)
      guard known > Self.minError * Double(samples) else { continue }
      let (across, down) = (plane[0].shift(explaining: known), plane[1].shift(explaining: known))
      // The axis on which more is explained.
      let isAcross = (plane[0].errors.min() ?? 0) <= (plane[1].errors.min() ?? 0)
      if isAcross, let across {
        words.append("\(name) moved \(abs(across) * pitch.x) pixels to the \(across > 0 ? "right" : "left")")
      } else if !isAcross, let down {
        words.append("\(name) moved \(abs(down) * pitch.y) pixels \(down > 0 ? "down" : "up")")
      }
    }
    return words.isEmpty ? [] : [Finding(.colors, count: 1, note: words.joined(separator: ", "))]
  }
}
