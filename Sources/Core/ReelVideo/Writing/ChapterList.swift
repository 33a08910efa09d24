import CReelFFmpeg

/// The chapters of a film, to be written into a container.
///
/// Chapters that begin at or after the end of the film are left out.
struct ChapterList {
  private let chapters: [(title: String, start: Int64, end: Int64)]

  /// - Parameter end: The length of the film in seconds.
  init(_ chapters: [FilmChapter], end: Double) {
    func milliseconds(_ seconds: Double) -> Int64 { Int64(clamping: (max(0, min(seconds, 1e9)) * 1000).rounded()) }
    let sorted = chapters.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
    let starts = sorted.map { milliseconds($0.element.start) } + [milliseconds(end)]
    self.chapters = sorted.indices.compactMap { index in
      let (start, end) = (starts[index], min(starts[index + 1], milliseconds(end)))
      return start < end ? (sorted[index].element.title, start, end) : nil
    }
  }

  /// Adds the chapters to a container whose header has not been written yet; the container frees them.
  func add(to output: borrowing OutputContext) throws(FFmpegError) {
    guard !chapters.isEmpty else { return }
    let pointer = output.pointer
    let size = chapters.count * MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride
    let list = try check(av_mallocz(size), "av_mallocz").assumingMemoryBound(to: UnsafeMutablePointer<AVChapter>?.self)
    pointer.pointee.chapters = list
    for (index, chapter) in chapters.enumerated() {
      let memory = try check(av_mallocz(MemoryLayout<AVChapter>.size), "av_mallocz")
      let native = memory.assumingMemoryBound(to: AVChapter.self)
      list[index] = native
      pointer.pointee.nb_chapters = UInt32(index + 1)
      native.pointee.id = Int64(index + 1)
      native.pointee.time_base = AVRational(num: 1, den: 1000)
      native.pointee.start = chapter.start
      native.pointee.end = chapter.end
      try check(av_dict_set(&native.pointee.metadata, "title", chapter.title, 0), "av_dict_set")
    }
  }
}
