extension Layer {
  /// The layer's own time at the moment, in seconds: the stage's, as `beginTime`, `speed` and `timeOffset` of the layer and of
  /// those that it lies on have it; 0 on no stage.
  public var localTime: Double { stage.map { localTime(at: $0.presentedTime ?? $0.time) } ?? 0 }

  /// Returns the layer's own time at a time of the stage.
  public func localTime(at stageTime: Double) -> Double {
    ownTime(superlayer?.localTime(at: stageTime) ?? stageTime)
  }

  /// Schedules an action for a time of the layer, in seconds, as `Stage.at(_:_:)` does for one of the stage.
  ///
  /// It is done only if the layer is on the stage by then.
  ///
  /// - Precondition: The layer is on a stage.
  public func at(_ time: Double, _ action: @escaping () -> Void) {
    precondition(!time.isNaN, "an action cannot be scheduled for a time that is no number")
    guard let stage else { preconditionFailure("a layer on no stage cannot schedule an action") }
    stage.timeline.add(at: time, of: self, rank: .action) { [weak self] in if self?.stage != nil { action() } }
  }

  /// Returns the layer's time at a time of its superlayer.
  func ownTime(_ above: Double) -> Double { (above - beginTime) * speed + timeOffset }

  /// Returns the time of the stage at which the layer's own comes to a value; infinite where it never does.
  func stageTime(of time: Double) -> Double {
    guard speed > 0 else { return .infinity }
    let above = (time - timeOffset) / speed + beginTime
    return superlayer?.stageTime(of: above) ?? above
  }

  /// The nearest layer, from this one upwards, whose time differs from that of what it lies on; else the lowest.
  var clock: Layer {
    var layer = self
    while layer.keepsTime, let above = layer.superlayer { layer = above }
    return layer
  }

  private var keepsTime: Bool { beginTime == 0 && speed == 1 && timeOffset == 0 }

  /// Whether a time of the superlayer lies in the stretch in which the layer is to be seen.
  func isPresent(at above: Double) -> Bool { above >= beginTime && above - beginTime < duration }

  /// Brings the layer and all that lies on it up to date with a time of the superlayer, and has the stage look at what
  /// has changed with it.
  ///
  /// What is not to be seen is left alone: it is brought up to date when it is seen again.
  func bringUpToDate(at above: Double) {
    let time = ownTime(above)
    update(at: time)
    let isPresent = isPresent(at: above)
    if shown.isPresent != isPresent || tracks.contains(where: { $0.isDue(at: time) }) { stage?.needsUpdate = true }
    guard !isHidden, isPresent else { return }
    for sublayer in sublayers { sublayer.bringUpToDate(at: time) }
  }

  /// Notes that the layer's time, and with it that of its sublayers, has become another.
  func timeChanged() {
    guard let stage else { return }
    stage.timeline.reschedule()
    stage.needsUpdate = true
  }
}
