import Foundation
import ReelTestSupport

/// Returns bytes with one flipped bit in even rounds or without their end in odd rounds, and the damaged offset.
func damaged(_ bytes: Data, _ round: Int, using numbers: inout Seeded) -> (bytes: Data, offset: Int) {
  let offset = Int.random(in: 0..<bytes.count, using: &numbers)
  guard round % 2 == 0 else { return (bytes.prefix(offset), offset) }
  var damaged = bytes
  damaged[offset] ^= 1 << UInt8.random(in: 0...7, using: &numbers)
  return (damaged, offset)
}
