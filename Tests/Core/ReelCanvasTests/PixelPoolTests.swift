import Testing

@testable import ReelCanvas

@Suite struct PixelPoolTests {
  /// Takes blocks of so many bytes and gives them back.
  private func pass(_ sizes: [Int], through pool: PixelPool) {
    for bytes in sizes.map(pool.take) { pool.give(bytes) }
  }

  private static let megabyte = 1 << 20

  @Test("Of large blocks four are kept, and a block is handed on instead of a new one")
  func large() {
    let pool = PixelPool()
    pass(Array(repeating: 8 * Self.megabyte, count: 6), through: pool)
    #expect(pool.keptSizes == Array(repeating: 8 * Self.megabyte, count: 4))
    let block = pool.take(8 * Self.megabyte)
    #expect(pool.keptSizes.count == 3)
    pool.give(block)
  }

  @Test("Small blocks are kept up to 32 MB, and go for large ones, the oldest first")
  func small() {
    let pool = PixelPool()
    pass(Array(repeating: Self.megabyte, count: 40), through: pool)
    #expect(pool.keptSizes == Array(repeating: Self.megabyte, count: 32))
    pass([8 * Self.megabyte], through: pool)
    #expect(pool.keptSizes == Array(repeating: Self.megabyte, count: 24) + [8 * Self.megabyte])
    pass(Array(repeating: 32 * Self.megabyte, count: 12), through: pool)
    #expect(pool.keptSizes == Array(repeating: 32 * Self.megabyte, count: 4))
  }

  @Test("Where sizes grow, blocks that are too small now go: there are no more bytes than were taken at once")
  func growing() {
    let pool = PixelPool()
    pass(Array(repeating: Self.megabyte, count: 20), through: pool)
    for size in stride(from: Self.megabyte, through: 3 * Self.megabyte, by: 100_000) {
      pass([size, size], through: pool)
      #expect(pool.keptSizes.reduce(0, +) <= 20 * Self.megabyte)
    }
    #expect(pool.keptSizes.allSatisfy { $0 > Self.megabyte })
  }

  @Test("Memory that goes round is cleared where that is asked for")
  func cleared() {
    let pool = PixelPool()
    let first = pool.take(Self.megabyte)
    first.initializeMemory(as: UInt8.self, repeating: 7)
    pool.give(first)
    let second = pool.takeCleared(Self.megabyte)
    #expect(second.allSatisfy { $0 == 0 })
    pool.give(second)
  }
}
