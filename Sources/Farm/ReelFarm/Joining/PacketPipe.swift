import CReelFFmpeg
import Dispatch
import ReelVideo
import Synchronization

/// Passes packets from a reading thread to a writing one, so that neither waits for the other's system calls.
///
/// They go in batches, few of which are queued. The reading thread ends before `close` returns.
final class PacketPipe: Sendable {
  /// A packet that belongs to its current holder.
  ///
  /// One thread fills it and gives it away, and FFmpeg allows any thread to free it: hence unchecked.
  private struct OwnedPacket: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AVPacket>

    func free() {
      var pointer: UnsafeMutablePointer<AVPacket>? = pointer
      av_packet_free(&pointer)
    }
  }

  private struct Batch: Sendable {
    /// The packets in reverse order.
    var packets: [OwnedPacket] = []
    var byteCount = 0
    /// The reason for the end of the packets; nil if more may come.
    var end: Result<Void, any Error>?

    func free() {
      for packet in packets { packet.free() }
    }
  }

  private struct State {
    var batches: [Batch] = []
    /// The batch being emptied.
    var open = Batch()
    var isClosed = false
  }

  private let state = Mutex(State())
  /// The number of free places, and of queued batches.
  ///
  /// Both begin at 0, because a semaphore must end with at least its initial value.
  private let (space, filled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  private let reading = DispatchGroup()

  /// The maximum number of queued batches.
  private static let capacity = 3
  /// The maximum number of packets and of bytes in a batch.
  private static let (longest, largest) = (256, 4 << 20)

  /// Starts reading.
  ///
  /// - Parameter source: Called on another thread; returns a function that reads the next packet, and returns false
  ///   at the end.
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

  /// Waits for space; false if no more packets are wanted.
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
  /// - Throws: The reading thread's error, after all packets before it were taken.
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

  /// Ends reading, and discards the packets that were not taken.
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
