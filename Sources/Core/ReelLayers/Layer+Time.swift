extension Layer {
  /// The layer's current local time, in seconds: the stage's time, mapped by `beginTime`, `speed` and `timeOffset` of its superlayers
  /// and the layer; 0 without a stage.
  public var localTime: Double { stage.map { localTime(at: $0.presentedTime ?? $0.time) } ?? 0 }

  /// Returns the layer's local time at a time of the stage.
  public func localTime(at stageTime: Double) -> Double {
    ownTime(superlayer?.localTime(at: stageTime) ?? stageTime)
  }

  /// Schedules an action for a time of the layer, in seconds, as `Stage.at(_:_:)` does for a time of the stage.
  ///
  /// It runs only if the layer is on the stage at that time.
  ///
  /// - Precondition: The layer is on a stage.
  public func at(_ time: Double, _ action: @escaping () -> Void) {
    precondition(!time.isNaN, "an action cannot be scheduled for a time that is not a number")
    guard let stage else { preconditionFailure("a layer without a stage cannot schedule an action") }
    stage.schedule.add(at: time, of: self, rank: .action) { [weak self] in if self?.stage != nil { action() } }
  }

  /// Returns the layer's time at a time of its superlayer.
  package func ownTime(_ above: Double) -> Double { (above - beginTime) * speed + timeOffset }

  /// Returns the stage's time at which the layer's local time reaches a value; infinite if it never does.
  func stageTime(of time: Double) -> Double {
    guard speed > 0 else { return .infinity }
    let above = (time - timeOffset) / speed + beginTime
    return superlayer?.stageTime(of: above) ?? above
  }

  /// The nearest layer, from this one upwards, whose time differs from its superlayer's; otherwise the root.
  var clock: Layer {
    var layer = self
    while layer.keepsTime, let above = layer.superlayer { layer = above }
    return layer
  }

  private var keepsTime: Bool { beginTime == 0 && speed == 1 && timeOffset == 0 }

  /// Whether the layer is present at a time of the superlayer.
  package func isPresent(at above: Double) -> Bool { above >= beginTime && above - beginTime < duration }

  /// Updates the layer and its sublayers to a time of the superlayer, and lets the stage look for changes.
  ///
  /// Invisible layers are skipped and updated when they become visible again.
  func updateTree(at above: Double) {
    let time = ownTime(above)
    update(at: time)
    let isPresent = isPresent(at: above)
    if shown.isPresent != isPresent || tracks.contains(where: { $0.isDue(at: time) }) { stage?.needsUpdate = true }
    guard !isHidden, isPresent else { return }
    for sublayer in sublayers { sublayer.updateTree(at: time) }
  }

  /// Records that the local time of the layer and its sublayers has changed.
  func timeChanged() {
    guard let stage else { return }
    stage.schedule.reschedule()
    stage.needsUpdate = true
  }
}
