import ReelCanvas
import ReelGeometry
import ReelVideo
import Testing

@testable import ReelRecording

@Suite struct FrameQueueTests {
  /// The bytes of the pixel that a frame of these tests has.
  private static let pixel = 4

  private func frame(_ index: Int, isStill: Bool = false, drawingTime: Duration = .zero) -> WaitingFrame {
    let size = PixelSize(width: 1, height: 1)
    let frame = Frame(
      time: FrameTime(index: index, frameRate: 10), bitmap: Bitmap(size: size),
      changed: isStill ? Region(of: size) : .all(of: size))
    return WaitingFrame(frame, drawingTime: drawingTime)
  }

  @Test("A full queue takes no frame that is offered, and room made by the consumer is used")
  func offering() async {
    let queue = FrameQueue(capacity: 2 * Self.pixel)
    #expect(queue.offer(frame(0)))
    #expect(queue.offer(frame(1)))
    #expect(!queue.offer(frame(2)))
    #expect(await queue.next()?.time.index == 0)
    #expect(queue.offer(frame(3)))
    #expect(await queue.next()?.time.index == 1)
    #expect(await queue.next()?.time.index == 3)
  }

  @Test("Stills take no room from pictures, but there is an end to them")
  func stills() async {
    let queue = FrameQueue(capacity: 2 * Self.pixel)
    #expect(queue.offer(frame(0)))
    for index in 1...20 { #expect(queue.offer(frame(index, isStill: true))) }
    #expect(queue.offer(frame(21)))
    #expect(!queue.offer(frame(22)))
    for index in 22..<FrameQueue.maxFrames { #expect(queue.offer(frame(index, isStill: true))) }
    #expect(!queue.offer(frame(FrameQueue.maxFrames, isStill: true)))
    for index in 0..<FrameQueue.maxFrames { #expect(await queue.next()?.time.index == index) }
    #expect(queue.offer(frame(300)))
    #expect(queue.offer(frame(301)))
    #expect(!queue.offer(frame(302)))
  }

  @Test("No more waits than was drawn in a second, however small it is, and a frame that took longer waits alone")
  func drawingTime() async {
    let queue = FrameQueue(capacity: 100 * Self.pixel, maxDrawing: FrameQueue.maxDrawing(of: .virtual))
    for index in 0..<4 { #expect(queue.offer(frame(index, drawingTime: .milliseconds(250)))) }
    #expect(!queue.offer(frame(4)) && !queue.offer(frame(4, isStill: true)))
    #expect(await queue.next()?.time.index == 0)
    #expect(queue.offer(frame(4, drawingTime: .seconds(3))))
    #expect(!queue.offer(frame(5)))
    for index in 1...4 { #expect(await queue.next()?.time.index == index) }
    #expect(queue.offer(frame(5)))
  }

  @Test("Live, no frame is dropped because earlier ones took long to draw")
  func liveDrawingTime() {
    let queue = FrameQueue(capacity: 100 * Self.pixel, maxDrawing: FrameQueue.maxDrawing(of: .realTime))
    for index in 0..<4 { #expect(queue.offer(frame(index, drawingTime: .seconds(3)))) }
  }

  @Test("Live stills that wait for the next picture are delivered in order, by it, by their time or by the end")
  func liveStills() async {
    for pictures in [[0], [0, 1], [0, 7], [0, 4, 5, 11, 19]] {
      let queue = FrameQueue(capacity: 100 * Self.pixel, maxDrawing: FrameQueue.maxDrawing(of: .realTime))
      let indices = Task {
        var indices: [Int] = []
        while let frame = await queue.next() { indices.append(frame.time.index) }
        return indices
      }
      await queue.consumer()
      for index in 0..<20 {
        #expect(queue.offer(frame(index, isStill: !pictures.contains(index))))
        await Task.yield()
      }
      queue.finish()
      #expect(await indices.value == Array(0..<20))
    }
  }

  @Test("Samples take the room of what changed, pixels that of the whole picture")
  func room() async {
    // Two by two tiles.
    let size = PixelSize(width: 32, height: 32)
    var corner = Region(of: size)
    corner.insert(column: 0, row: 0)
    func frame(_ index: Int, as format: PixelFormat?) -> WaitingFrame {
      WaitingFrame(
        Frame(time: FrameTime(index: index, frameRate: 10), bitmap: Bitmap(size: size), changed: corner)
          .converted(to: format.map(FrameForm.samples) ?? .pixels))
    }
    // A tile has 256 samples of luma, and in each plane of chroma eight rows of eight and as many more for whole vectors.
    let queue = FrameQueue(capacity: 4 * (256 + 2 * 8 * 16))
    for index in 0..<4 { #expect(queue.offer(frame(index, as: .yuv420p))) }
    #expect(!queue.hasRoom(forStill: false) && queue.hasRoom(forStill: true))
    #expect(!queue.offer(frame(4, as: .yuv420p)))
    for index in 0..<4 { #expect(await queue.next()?.time.index == index) }
    #expect(queue.offer(frame(4, as: nil)))
    #expect(!queue.offer(frame(5, as: .yuv420p)))
  }

  @Test("A picture waits for room while stills leave", arguments: [1, 3])
  func pictureBehindStills(depth: Int) async {
    let queue = FrameQueue(capacity: depth * Self.pixel)
    let producer = Task {
      for index in 0..<500 { #expect(await queue.send(frame(index, isStill: index % 50 > 2))) }
      queue.finish()
    }
    var indices: [Int] = []
    while let frame = await queue.next() { indices.append(frame.time.index) }
    await producer.value
    #expect(indices == Array(0..<500))
  }

  @Test("All frames sent by a producer that waits arrive in order", arguments: [1, 2, 5])
  func sending(depth: Int) async {
    let queue = FrameQueue(capacity: depth * Self.pixel)
    let producer = Task {
      for index in 0..<500 { #expect(await queue.send(frame(index))) }
      queue.finish()
    }
    var indices: [Int] = []
    while let frame = await queue.next() { indices.append(frame.time.index) }
    await producer.value
    #expect(indices == Array(0..<500))
  }

  @Test("Closing lets a waiting producer go, with the news that nobody listens")
  func closing() async {
    let queue = FrameQueue(capacity: Self.pixel)
    let producer = Task {
      var sent = 0
      while await queue.send(frame(sent)) { sent += 1 }
      return sent
    }
    _ = await queue.next()
    queue.close()
    #expect(await producer.value >= 1)
    #expect(await queue.next() == nil)
    #expect(!queue.offer(frame(9)))
  }

  @Test("Finishing lets a producer go that waits on a full queue")
  func finishingWhileWaiting() async {
    let queue = FrameQueue(capacity: Self.pixel)
    #expect(queue.offer(frame(0)))
    let producer = Task { await queue.send(frame(1)) }
    queue.finish()
    #expect(await !producer.value)
    #expect(await queue.next()?.time.index == 0)
    #expect(await queue.next() == nil)
  }

  @Test("Finishing delivers what is in the queue, then nil; nothing is taken after it")
  func finishing() async {
    let queue = FrameQueue(capacity: 3 * Self.pixel)
    #expect(queue.offer(frame(0)))
    queue.finish()
    #expect(!queue.offer(frame(1)))
    #expect(await !queue.send(frame(2)))
    #expect(await queue.next()?.time.index == 0)
    #expect(await queue.next() == nil)
  }
}
