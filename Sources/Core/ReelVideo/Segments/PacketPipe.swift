import CReelFFmpeg
import Dispatch
import Synchronization

/// Hands packets that one thread reads to one that writes them, so that neither waits for the other's calls of the system.
///
/// They go in batches, of which few wait. The one that reads ends before `close` returns.
final class PacketPipe: Sendable {
  /// A packet that belongs to whoever has it.
  ///
  /// One thread fills it and gives it away, and FFmpeg does not care which one frees it: hence unchecked.
  private struct OwnedPacket: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AVPacket>

    func free() {
      var pointer: UnsafeMutablePointer<AVPacket>? = pointer
      av_packet_free(&pointer)
    }
  }

  private struct Batch: Sendable {
    /// The last one first.
    var packets: [OwnedPacket] = []
    var byteCount = 0
    /// Why there are no more packets; nil where more may come.
    var end: Result<Void, any Error>?

    func free() {
      for packet in packets { packet.free() }
    }
  }

  private struct State {
    var batches: [Batch] = []
    /// The one that is being emptied.
    var open = Batch()
    var isClosed = false
  }

  private let state = Mutex(State())
  /// How many batches may be put in, and how many are there.
  ///
  /// Both begin at 0, as a semaphore has to end where it began or above.
  private let (space, filled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  private let reading = DispatchGroup()

  /// The most batches that wait.
  private static let capacity = 3
  /// How large a batch gets.
  private static let (longest, largest) = (256, 4 << 20)

  /// Begins to read.
  ///
  /// - Parameter source: Is called on another thread, and returns what reads the next packet; false at the end.
  init(_ source: @escaping @Sendable () -> (borrowing Packet) throws -> Bool) {
    for _ in 0..<Self.capacity { space.signal() }
    DispatchQueue(label: "reel.packet-pipe", qos: .userInitiated).async(group: reading) { [self] in
      let read = source()
      var isOpen = true
      while isOpen { isOpen = put(Self.batch(read)) }
    }
  }

  private static func batch(_ read: (borrowing Packet) throws -> Bool) -> Batch {
    var batch = Batch()
    do {
      while batch.packets.count < longest, batch.byteCount < largest {
        let packet = try Packet()
        guard try read(packet) else {
          batch.end = .success(())
          break
        }
        guard let own = av_packet_alloc() else { throw FFmpegError(.outOfMemory, operation: "av_packet_alloc") }
        av_packet_move_ref(own, packet.pointer)
        batch.byteCount += Int(own.pointee.size)
        batch.packets.append(OwnedPacket(pointer: own))
      }
    } catch {
      batch.end = .failure(error)
    }
    batch.packets.reverse()
    return batch
  }

  /// Waits for room; false where no more is wanted.
  private func put(_ batch: Batch) -> Bool {
    space.wait()
    let isLast = batch.end != nil
    let isWanted = state.withLock { state in
      if !state.isClosed { state.batches.append(batch) }
      return !state.isClosed
    }
    if isWanted { filled.signal() } else { batch.free() }
    return isWanted && !isLast
  }

  /// Moves the next packet into another one; false at the end.
  ///
  /// - Throws: What reading threw, once all packets before were taken.
  func take(into packet: borrowing Packet) throws -> Bool {
    while true {
      let (next, end) = state.withLock { ($0.open.packets.popLast(), $0.open.end) }
      if let next {
        av_packet_move_ref(packet.pointer, next.pointer)
        next.free()
        return true
      }
      if let end {
        try end.get()
        return false
      }
      filled.wait()
      state.withLock { $0.open = $0.batches.removeFirst() }
      space.signal()
    }
  }

  /// Ends reading, and lets go of what was not taken.
  func close() {
    let rest = state.withLock { state in
      state.isClosed = true
      defer { (state.batches, state.open) = ([], Batch()) }
      return state.batches + [state.open]
    }
    for batch in rest { batch.free() }
    space.signal()
    reading.wait()
  }
}
