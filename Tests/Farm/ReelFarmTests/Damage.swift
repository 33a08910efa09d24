import Foundation
import ReelTestSupport

/// Returns bytes of which one has another bit, in even rounds, or of which the end is missing; and where.
func damaged(_ bytes: Data, _ round: Int, using numbers: inout Seeded) -> (bytes: Data, offset: Int) {
  let offset = Int.random(in: 0..<bytes.count, using: &numbers)
  guard round % 2 == 0 else { return (bytes.prefix(offset), offset) }
  var damaged = bytes
  damaged[offset] ^= 1 << UInt8.random(in: 0...7, using: &numbers)
  return (damaged, offset)
}
