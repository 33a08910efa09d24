/// A whole second of a clip as its pictures show it.
struct Flash: Hashable, Sendable {
  /// The second, which is also the number of its beep.
  var second: Int
  /// The time at which the movie shows it, in seconds.
  var time: Double
  /// Whether a picture of its beep's time is seen, and not only one before it.
  var isShown = true
}

extension Timeline {
  /// The times at which the clip's whole seconds are seen, in movie order, once for each showing.
  ///
  /// The flash is in the first frame at or after a whole second. If that frame is missing, a frame near it is used. A
  /// stale frame among others has no sound of its own.
  var flashes: [Flash] {
    let rate = rates.frames
    guard rate > 0, rate.isFinite else { return [] }
    var found: [(second: Int, time: Double, distance: Double, isShown: Bool)] = []
    // The last picture's frame number, and whether that picture comes before its flash.
    var (last, isAhead) = (Int32.min, false)
    let slots = slots
    let stale = Set(TimelineOrder(slots: slots, pairs: pairs, reference: reference, rates: rates).stale)
    let stretch = firstStretch
    var isStale = false
    for (index, slot) in slots.enumerated() where slot.isRead {
      isStale = stale.contains(index) || isStale && slot.number == slots[index - 1].number
      if isStale { continue }
      // If the film goes back shortly before a second, that second is never seen.
      if slot.number < last, isAhead { found.removeLast() }
      (last, isAhead) = (slot.number, false)
      let exact = Double(slot.number) / rate
      // Rounding must not move a flash into the next frame.
      let flash = { (second: Int) in (Double(second) * rate - 1e-6).rounded(.up) }
      var second = Int(nearest: exact.rounded(.down))
      if abs(flash(second) - Double(slot.number)) > abs(flash(second + 1) - Double(slot.number)) { second += 1 }
      let distance = abs(flash(second) - Double(slot.number))
      let time = slot.time + (index == 0 ? stretch : 0) + Double(second) - exact
      guard distance <= max(1, rate / 4) else { continue }
      isAhead = Double(slot.number) < flash(second)
      // Consecutive pictures belong to one showing; the one nearest to the flash is the most accurate.
      if let last = found.last, last.second == second, abs(time - last.time) < 0.5 {
        if distance < last.distance { found[found.count - 1] = (second, time, distance, last.isShown) }
        if !isAhead { found[found.count - 1].isShown = true }
      } else {
        found.append((second, time, distance, !isAhead))
      }
    }
    return found.map { Flash(second: $0.second, time: $0.time, isShown: $0.isShown) }
  }
}
