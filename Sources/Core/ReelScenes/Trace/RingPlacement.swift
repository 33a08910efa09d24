import ReelGeometry

/// Finds a corner of the sheet in which the progress ring does not cover the letters.
struct RingPlacement {
  private let sheet: Rect
  private let unit: Double

  /// - Parameter unit: The pixels per point of a frame whose shorter side has 720 points.
  init(in sheet: Rect, unit: Double) {
    self.sheet = sheet
    self.unit = unit
  }

  /// Returns the frame of the ring: top right, then smaller, then in another corner; the first that is free.
  ///
  /// - Parameters:
  ///   - paths: The paths to trace, in the coordinates of the sheet.
  ///   - distance: Half the corridor's width.
  func frame(apartFrom paths: [Path], by distance: Double) -> Rect {
    let lines = paths.flatMap { $0.flattened(tolerance: max(distance, unit) / 8) }
    let sizes: [(side: Double, corners: Range<Int>)] = [
      (64, 0..<1), (52, 0..<1), (42, 0..<1), (64, 1..<4), (42, 1..<4), (30, 0..<4),
    ]
    for size in sizes {
      for corner in size.corners {
        let frame = frame(side: size.side * unit, corner: corner)
        if Self.isFree(frame, of: lines, by: distance + 4 * unit) { return frame }
      }
    }
    return frame(side: 30 * unit, corner: 0)
  }

  /// Returns the frame in a corner; corners are numbered top right, bottom right, top left, bottom left.
  private func frame(side: Double, corner: Int) -> Rect {
    let x = corner < 2 ? sheet.maxX - side * 1.4 : sheet.minX + side * 0.4
    let y = corner.isMultiple(of: 2) ? sheet.minY + side * 0.4 : sheet.maxY - side * 1.4
    return Rect(x: x, y: y, width: side, height: side)
  }

  private static func isFree(_ frame: Rect, of lines: [[Point]], by distance: Double) -> Bool {
    let reach = frame.width / 2 + distance
    return lines.allSatisfy { line in
      zip(line, line.dropFirst()).allSatisfy { start, end in
        let way = end - start
        let length = way.dot(way)
        let part = length > 0 ? min(1, max(0, (frame.center - start).dot(way) / length)) : 0
        return frame.center.distance(to: start + way * part) >= reach
      }
    }
  }
}
