import Foundation
import ReelCanvas

/// Decodes APNGs by making a PNG of each image, which Cairo reads, and laying it over those before.
struct APNGDecoder {
  struct Failure: Error { var reason: String }

  /// A picture as it is seen.
  struct Picture {
    /// When it comes, in seconds.
    var time: Double
    /// Red, green and blue of each pixel.
    var pixels: [UInt32]
  }

  private(set) var pictures: [Picture] = []
  private(set) var duration = 0.0
  private(set) var loop = -1
  private(set) var colorType = 0
  private var width = 0
  private var canvas: [UInt32] = []
  private var shared: [UInt8] = []
  private var header: [UInt8] = []

  init(_ data: Data) throws {
    let bytes = [UInt8](data)
    var (position, sequence, count) = (8, 0, 0)
    var control: [UInt8] = []
    while position < bytes.count {
      let length = Self.number(bytes[position..<position + 4])
      let chunk = Array(bytes[position..<position + 12 + length])
      let body = Array(chunk[8..<8 + length])
      position += 12 + length
      switch String(decoding: chunk[4..<8], as: UTF8.self) {
      case "IHDR":
        header = body
        width = Self.number(body[0..<4])
        colorType = Int(body[9])
        canvas = Array(repeating: .max, count: width * Self.number(body[4..<8]))
      case "PLTE", "tRNS": shared += chunk
      case "acTL": (count, loop) = (Self.number(body[0..<4]), Self.number(body[4..<8]))
      case "fcTL":
        guard Self.number(body[0..<4]) == sequence, body[24] == 0 else { throw Failure(reason: "a wrong fcTL") }
        sequence += 1
        control = body
      case "IDAT": try draw(control, body)
      case "fdAT":
        guard Self.number(body[0..<4]) == sequence, body.count > 4 else { throw Failure(reason: "a wrong fdAT") }
        sequence += 1
        try draw(control, Array(body.dropFirst(4)))
      default: break
      }
    }
    guard count == pictures.count else { throw Failure(reason: "\(count) images are \(pictures.count)") }
  }

  /// Returns the picture that is seen at a time, in seconds.
  func picture(at time: Double) -> Picture? { pictures.last { $0.time <= time + 1e-9 } }

  private mutating func draw(_ control: [UInt8], _ data: [UInt8]) throws {
    let (columns, rows) = (Self.number(control[4..<8]), Self.number(control[8..<12]))
    let (x, y) = (Self.number(control[12..<16]), Self.number(control[16..<20]))
    var png: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10]
    png += Self.chunk("IHDR", Array(control[4..<12]) + header[8...]) + shared
    png += Self.chunk("IDAT", data) + Self.chunk("IEND", [])
    let image = try Bitmap(png: png)
    guard image.width == columns, image.height == rows else { throw Failure(reason: "another size") }
    for row in 0..<rows {
      for column in 0..<columns where image[column, row].alpha > 0 {
        let pixel = image[column, row]
        canvas[(y + row) * width + x + column] =
          UInt32(pixel.red) << 16 | UInt32(pixel.green) << 8 | UInt32(pixel.blue)
      }
    }
    pictures.append(Picture(time: duration, pixels: canvas))
    duration += Double(Self.number(control[20..<22])) / Double(Self.number(control[22..<24]))
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    // CRC-32, ISO 3309, bit by bit.
    var checksum = UInt32.max
    for byte in body {
      checksum ^= UInt32(byte)
      for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1 }
    }
    func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }
    return word(UInt32(data.count)) + body + word(~checksum)
  }
}
