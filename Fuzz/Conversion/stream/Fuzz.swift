import ReelConversion
import ReelVideo

/// Feeds bytes to the readers of frames on standard input: YUV4MPEG2, portable maps, raw frames, and what FFmpeg recognizes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FFmpegLog.level = .quiet
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  do {
    let stream = ByteStream(bytes)
    let feed: any PictureFeed
    if RawFeed.isY4M(bytes) {
      feed = try RawFeed(y4m: stream, name: "fuzz")
    } else if RawFeed.isPAM(bytes) {
      feed = try RawFeed(pam: stream, name: "fuzz", frameRate: 25)
    } else if bytes.starts(with: "raw ".utf8) {
      // A description such as rgb24:4x3, and a stride, as on the command line.
      guard case .whole(let line) = stream.nextLine(limit: 100) else { return 0 }
      let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
      guard words.count > 1 else { return 0 }
      let frames = try RawFrames(parsing: words[1], stride: words.count > 2 ? Int(words[2]) : nil)
      feed = try RawFeed(stream, name: "fuzz", frames: frames, frameRate: 25)
    } else {
      feed = try MovieFeed(stream, name: "fuzz")
    }
    var pictures = 0
    while pictures < 100, try feed.next() != nil { pictures += 1 }
  } catch {
    precondition(!"\(error)".contains("\n"), "an error of more than one line")
  }
  return 0
}
