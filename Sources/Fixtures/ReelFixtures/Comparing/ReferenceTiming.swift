import ReelTiming

/// The times of a reference, on which a timeline is judged.
struct ReferenceTiming {
  private let reference: TimelineReference
  private let times: [Double]
  /// Whether frame n of the reference is not at n / rate.
  private let isUneven: Bool
  private let interval: Double

  /// - Parameters:
  ///   - original: The reference.
  ///   - film: The film that is compared with it.
  init(_ original: FilmSurvey, film: FilmSurvey) {
    let times = original.print.times
    self.times = times
    let start = times.first ?? 0
    let (span, count) = ((times.last ?? 0) - start, times.count)
    let mean = count > 1 && span > 0 ? Double(count - 1) / span : 25
    // The rate of a header is exact, but it may be the wrong one.
    func misses(_ rate: Double) -> Bool {
      let allowed = TimelineReference(tick: original.facts.tick.seconds).tolerance(interval: 1 / rate)
      return times.indices.contains { abs(times[$0] - start - Double($0) / rate) > 2 * allowed }
    }
    let header = original.facts.frameRate
    let isEven = header.map { !misses($0.framesPerSecond) } ?? false
    let nominal = isEven ? header : try? FrameRate(max(1, Int(nearest: mean * 1000)), 1000)
    let rate = nominal ?? 25
    isUneven = !isEven && misses(rate.framesPerSecond)
    interval = 1 / rate.framesPerSecond
    let isTransportStream = [original, film].contains { $0.facts.container == "mpegts" }
    reference = TimelineReference(
      frameRate: rate, frameCount: count, clip: 0, headerRate: film.facts.frameRate,
      tick: max(
        abs(film.facts.tick.seconds), abs(original.facts.tick.seconds) < 0.002 ? abs(original.facts.tick.seconds) : 0),
      startAllowance: max(0.026, abs(film.facts.tick.seconds)), hasArbitraryStart: isTransportStream)
  }

  /// Returns the timeline of a film.
  ///
  /// If the reference has irregular times, each picture is moved as its frame would have to be moved to be regular. A
  /// frame that is shown several times within its own duration is one showing.
  func timeline(_ marks: [Showing.Mark], times seen: [Double]) -> Timeline {
    var timeline = Timeline(reference: reference)
    var (shown, until): (Int?, Double) = (nil, 0)
    for (mark, time) in zip(marks, seen) {
      guard isUneven, case .frame(let frame, _) = mark else {
        timeline.append(Showing(time: time - (times.first ?? 0), mark: mark))
        if case .frame = mark {} else { shown = nil }
        continue
      }
      if shown == frame, time < until - 1e-6 { continue }
      if shown != frame {
        let length = frame + 1 < times.count ? times[frame + 1] - times[frame] : interval
        until = time + length
      }
      shown = frame
      timeline.append(
        Showing(time: time - times[frame] + Double(frame) * interval, mark: mark))
    }
    return timeline
  }
}
