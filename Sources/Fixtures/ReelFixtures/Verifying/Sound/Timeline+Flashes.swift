/// A whole second of a clip, as its pictures show it.
struct Flash: Hashable, Sendable {
  /// The second, which is the number of its beep.
  var second: Int
  /// When it is seen in the movie, in seconds.
  var time: Double
}

extension Timeline {
  /// When the whole seconds of the clip are seen, in the order of the movie; each as often as it is shown.
  ///
  /// The flash is in the first frame at or after a whole second. Where that frame is missing, one that is near tells.
  var flashes: [Flash] {
    let rate = rates.frames
    guard rate > 0, rate.isFinite else { return [] }
    var found: [(second: Int, time: Double, distance: Double)] = []
    // The last picture, and whether the last flash is still to come in it.
    var (last, isAhead) = (Int32.min, false)
    for slot in slots where slot.isRead {
      // Where the film goes back shortly before a second, nobody sees that second.
      if slot.number < last, isAhead { found.removeLast() }
      (last, isAhead) = (slot.number, false)
      let exact = Double(slot.number) / rate
      // Rounding must not move a flash into the frame after it.
      let flash = { (second: Int) in (Double(second) * rate - 1e-6).rounded(.up) }
      var second = Int(nearest: exact.rounded(.down))
      if abs(flash(second) - Double(slot.number)) > abs(flash(second + 1) - Double(slot.number)) { second += 1 }
      let distance = abs(flash(second) - Double(slot.number))
      let time = slot.time + Double(second) - exact
      guard distance <= max(1, rate / 4) else { continue }
      // Pictures one after the other tell of one showing; the one that is nearest to the flash knows best.
      if let last = found.last, last.second == second, abs(time - last.time) < 0.5 {
        if distance < last.distance { found[found.count - 1] = (second, time, distance) }
      } else {
        found.append((second, time, distance))
      }
      isAhead = Double(slot.number) < flash(second)
    }
    return found.map { Flash(second: $0.second, time: $0.time) }
  }
}
