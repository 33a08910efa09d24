import Foundation

/// Makes WAV files: sound of which every sample is known.
public struct Wave: Sendable {
  /// How a sample is stored.
  public enum Form: Sendable {
    case unsigned8
    case signed16
    case float32
  }

  /// The samples of all channels in turns, from -1 to 1.
  public var samples: [Float]
  /// The channels.
  public var channels = 2
  /// The samples in a second of each channel.
  public var sampleRate = 48_000
  /// How they are stored.
  public var form = Form.float32

  /// Creates a sound.
  public init(_ samples: [Float], channels: Int = 2, sampleRate: Int = 48_000, form: Form = .float32) {
    self.samples = samples
    self.channels = channels
    self.sampleRate = sampleRate
    self.form = form
  }

  /// Noise, alike on all channels: of all sounds the one whose position shows best.
  public static func noise(
    seconds: Double, channels: Int = 2, sampleRate: Int = 48_000, level: Float = 0.5, seed: UInt64 = 1,
    form: Form = .float32
  ) -> Wave {
    var generator = Seeded(seed: seed)
    var samples: [Float] = []
    for _ in 0..<Int(seconds * Double(sampleRate)) {
      let sample = level * (Float(generator.next() >> 40) / Float(1 << 23) - 1)
      for _ in 0..<channels { samples.append(sample) }
    }
    return Wave(samples, channels: channels, sampleRate: sampleRate, form: form)
  }

  /// The bytes of the file.
  public var data: Data {
    let bytes: Int
    switch form {
    case .unsigned8: bytes = 1
    case .signed16: bytes = 2
    case .float32: bytes = 4
    }
    var body = Data(capacity: samples.count * bytes)
    for sample in samples {
      switch form {
      case .unsigned8: body.append(UInt8(max(0, min(255, (sample * 128 + 128).rounded()))))
      case .signed16: body.add(Int16(max(-32_768, min(32_767, (sample * 32_768).rounded()))))
      case .float32: body.add(sample.bitPattern)
      }
    }
    var data = Data("RIFF".utf8)
    data.add(UInt32(36 + body.count))
    data.append(Data("WAVEfmt ".utf8))
    data.add(UInt32(16))
    data.add(UInt16(bytes == 4 ? 3 : 1))
    data.add(UInt16(channels))
    data.add(UInt32(sampleRate))
    data.add(UInt32(sampleRate * channels * bytes))
    data.add(UInt16(channels * bytes))
    data.add(UInt16(bytes * 8))
    data.append(Data("data".utf8))
    data.add(UInt32(body.count))
    return data + body
  }

  /// Writes the file, and returns its path.
  @discardableResult
  public func write(to url: URL) throws -> String {
    try data.write(to: url)
    return url.path
  }
}

extension Data {
  fileprivate mutating func add(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}

/// The sound of a film as another program decodes it.
public struct DecodedSound: Sendable {
  /// The samples of the left channel, 48000 a second.
  public var left: [Float] = []
  /// Those of the right one.
  public var right: [Float] = []

  /// Decodes a file with the `ffmpeg` program, which honours edit lists and what a decoder throws away; what is before 0 is left out.
  public init(of path: String) async throws {
    let ffmpeg = try Self.program()
    let result = try await Program.runAside(
      ffmpeg,
      [
        "-nostdin", "-v", "error", "-copyts", "-i", path, "-map", "0:a:0", "-af", "atrim=start=0", "-ac", "2", "-ar",
        "48000",
        "-f",
        "f32le", "-",
      ])
    guard result.status == 0 else { throw Failure(reason: result.error) }
    result.output.withUnsafeBytes { bytes in
      for (index, sample) in bytes.bindMemory(to: Float.self).enumerated() {
        if index % 2 == 0 { left.append(sample) } else { right.append(sample) }
      }
    }
  }

  /// Why a file could not be decoded.
  public struct Failure: Error {
    /// What the program said.
    public var reason: String
  }

  private static func program() throws -> String {
    guard let path = Program.find("ffmpeg") else { throw Failure(reason: "there is no ffmpeg") }
    return path
  }

  /// Returns by how many samples a piece of sound comes later than it should, as their likeness tells; nil where it is not there.
  ///
  /// - Parameters:
  ///   - piece: The samples of one channel that should be heard.
  ///   - start: Where the first of them should be.
  ///   - reach: How far it is looked for in both directions.
  public func lag(of piece: [Float], at start: Int, reach: Int = 1100) -> Int? {
    var (best, bestLag) = (0.0, 0)
    // So many samples of noise are like no others, and tests are not optimised.
    let piece = Array(piece.prefix(500))
    let ownPower = piece.reduce(0) { $0 + Double($1 * $1) }
    piece.withUnsafeBufferPointer { piece in
      left.withUnsafeBufferPointer { left in
        for lag in -reach...reach where start + lag >= 0 && start + lag + piece.count <= left.count {
          var (sum, power): (Float, Float) = (0, 1e-9)
          var index = 0
          while index < piece.count {
            let other = left[start + lag + index]
            sum += piece[index] * other
            power += other * other
            index += 1
          }
          let likeness = Double(sum) / (Double(power) * ownPower).squareRoot()
          if likeness > best { (best, bestLag) = (likeness, lag) }
        }
      }
    }
    return best > 0.6 ? bestLag : nil
  }

  /// The root of the mean square of a stretch.
  public func level(_ range: Range<Int>) -> Double {
    let piece = left[range.clamped(to: left.indices)]
    return (piece.reduce(0) { $0 + Double($1 * $1) } / Double(max(1, piece.count))).squareRoot()
  }
}
