extension Finding {
  /// Returns the parts of findings that others do not include.
  ///
  /// - Parameters:
  ///   - others: The other findings, either the intended or the observed ones.
  ///   - tolerance: The maximum difference in seconds at which two durations are equal.
  static func subtract(_ others: [Finding], from findings: [Finding], tolerance: Double) -> [Finding] {
    findings.compactMap { finding in
      guard let other = others.first(where: { $0.kind == finding.kind }) else { return finding }
      return finding.subtracting(other, tolerance: tolerance)
    }
  }

  private func subtracting(_ other: Finding, tolerance: Double) -> Finding? {
    if self == other { return nil }
    switch kind {
    case .dropped, .duplicated, .reordered, .foreign, .moved:
      var known = FrameSet()
      for span in other.spans { known.insert(span.first...span.last) }
      let rest = spans.flatMap { span -> [Span] in
        known.missing(from: span.first...span.last)
          .map { Span($0.lowerBound, $0.upperBound, time: span.time, amount: span.amount) }
      }
      return rest.isEmpty ? nil : with(rest)
    case .unreadable, .unmatched, .blurred, .indistinct, .blended, .torn, .damaged, .orientation, .levels, .colors,
      .tags, .fields, .alpha, .timecode,
      .clipped, .channels, .cropped, .borders, .aspect:
      return count > other.count ? self : nil
    case .jitter, .variableRate, .retimed, .startOffset, .soundOffset, .soundDrift, .faint:
      let (mine, theirs) = (spans.first?.amount ?? 0, other.spans.first?.amount ?? 0)
      // Jitter is random, and the visible part of it depends on a player's rounding.
      let allowed = kind == .jitter ? 2 * tolerance + 0.1 * theirs : tolerance
      return abs(mine - theirs) <= allowed ? nil : self
    case .late, .early, .gap, .jump, .frozen, .stale, .spoiled, .restarted, .soundJump, .silent:
      let rest = spans.filter { span in
        !other.spans.contains { $0.first == span.first && abs(($0.amount ?? 0) - (span.amount ?? 0)) <= tolerance }
      }
      return rest.isEmpty ? nil : with(rest)
    }
  }

  private func with(_ rest: [Span]) -> Finding {
    Finding(kind, total: total, spans: rest, pattern: rest == spans ? pattern : nil, note: note)
  }

  /// Returns the finding with a limited number of spans, for programs.
  func shortened(to longest: Int = 500) -> Finding {
    var short = self
    short.spans = Array(spans.prefix(longest))
    return short
  }
}
