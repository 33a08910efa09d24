/// Feeds untrusted streams to all H.264 parsing code, for fuzzing.
package enum StillsProbe {
  /// Inserts a still after each picture of a stream with start codes (Annex B), as far as the stream is valid.
  ///
  /// - Returns: The length of the result, or nil if anything was rejected.
  package static func weave(_ stream: [UInt8]) -> Int? {
    let ranges = NALUnit.ranges(inAnnexB: stream)
    let isSlice = { (range: Range<Int>) in
      [NALUnit.Kind.slice, .idrSlice].contains(NALUnit.Kind(rawValue: stream[range].first.map { $0 & 31 } ?? 0))
    }
    let firstSlice = ranges.firstIndex(where: isSlice) ?? ranges.endIndex
    do throws(H264Error) {
      let end = firstSlice < ranges.endIndex ? max(0, ranges[firstSlice].lowerBound - 3) : stream.count
      var weaver = try StillWeaver(parameterSets: Array(stream[..<end]))
      var length = weaver.parameterSets.count
      for (index, range) in ranges[firstSlice...].enumerated() {
        weaver.addStill(2 * index + 1)
        length += try weaver.weave(NALUnit.startCode + Array(stream[range]), index: 2 * index).count
        while let still = try weaver.nextStill() { length += still.bytes.count }
      }
      return length
    } catch {
      return nil
    }
  }
}
