import Foundation
import ReelGeometry
import ReelInteraction
import ReelLayers
import Testing

/// Counts the taps and keeps the text that it receives.
private final class Pad: Layer {
  var taps: [Point] = []
  var text = ""
  var focusChanges = 0
  var usesTaps = true

  convenience init(_ identifier: String, _ frame: Rect) {
    self.init(frame: frame)
    self.identifier = identifier
  }

  override func tapped(at point: Point) -> Bool {
    taps.append(point)
    if usesTaps { stage?.focusedLayer = self }
    return usesTaps
  }

  override func typed(_ text: String) { self.text += text }

  override func focusChanged() { focusChanges += 1 }
}

@Suite("Taps and typing on a stage") struct EventsTests {
  private let stage = Stage(size: PixelSize(width: 200, height: 100))
  private let low = Pad("low", Rect(x: 10, y: 10, width: 100, height: 80))
  private let high = Pad("high", Rect(x: 60, y: 20, width: 100, height: 40))

  init() { for pad in [low, high] { stage.root.addSublayer(pad) } }

  @Test("The topmost layer that uses a tap gets it, in its own coordinates")
  func topmost() {
    #expect(stage.handle(.tap(Point(x: 70, y: 30))) === high)
    #expect(high.taps == [Point(x: 10, y: 10)] && low.taps.isEmpty)
    high.usesTaps = false
    #expect(stage.handle(.tap(Point(x: 70, y: 30))) === low)
    #expect(high.taps.count == 2 && low.taps == [Point(x: 60, y: 20)])
    #expect(stage.handle(.tap(Point(x: 190, y: 5))) == nil)
  }

  @Test(
    "A layer that is hidden, transparent, not yet there or clipped away gets no tap, and has no visible centre",
    arguments: 0..<5)
  func invisible(way: Int) {
    #expect(stage.visibleCenter(of: high) == Point(x: 110, y: 40))
    switch way {
    case 0: high.isHidden = true
    case 1: high.opacity = 0
    case 2: high.beginTime = 1
    case 3: high.duration = 0
    default:
      stage.root.masksToBounds = true
      high.position = Point(x: 300, y: 40)
    }
    #expect(stage.visibleCenter(of: high) == nil)
    #expect(stage.handle(.tapLayer("high")) == nil && high.taps.isEmpty)
    #expect(stage.handle(.tap(Point(x: 130, y: 40))) == nil)
  }

  @Test("A tap finds a layer where it is on screen: turned, scaled, and in the middle of an animation")
  func placed() throws {
    let inner = Pad("inner", Rect(x: 0, y: 0, width: 20, height: 10))
    high.addSublayer(inner)
    inner.transform = .rotation(.degrees(90))
    Transaction.animate(duration: 2, curve: .linear) { high.position.x = 10 }
    try stage.advance(to: 1)
    // Halfway from 110 to 10, so 50 points left of where it was.
    #expect(stage.visibleCenter(of: inner) == Point(x: 20, y: 25))
    // Turned, it is higher than wide.
    #expect(stage.handle(.tap(Point(x: 20, y: 33))) === inner)
    #expect(stage.handle(.tap(Point(x: 28, y: 33))) === high)
  }

  @Test("Typed text goes to the layer with the focus, which is told of it, and to no layer that has left the stage")
  func focus() {
    #expect(stage.handle(.type("a")) == nil)
    stage.handle(.tap(Point(x: 20, y: 20)))
    #expect(stage.handle(.type("b\n")) === low && low.text == "b\n")
    stage.handle(.tapLayer("high"))
    stage.handle(.tapLayer("high"))
    #expect(low.focusChanges == 2 && high.focusChanges == 1)
    high.removeFromSuperlayer()
    #expect(stage.handle(.type("c")) == nil && high.text.isEmpty)
  }

  @Test("Layers are found by their identifiers, and a tap is named after the one that used it")
  func named() {
    let label = Layer(frame: Rect(x: 0, y: 0, width: 30, height: 30))
    high.addSublayer(label)
    #expect(stage.identifiers == ["low", "high"])
    #expect(stage.layer("high") === high && stage.layer("none") == nil)
    let tap = UserEvent.tap(Point(x: 70, y: 30))
    #expect(tap.named(by: high) == .tapLayer("high") && tap.named(by: label) == .tapLayer("high"))
    #expect(tap.named(by: nil) == tap && UserEvent.type("a").named(by: high) == .type("a"))
  }

  @Test(
    "Events are read as they were written",
    arguments: [
      (UserEvent.tapLayer("level"), #"{"tap":"level"}"#), (.type("4\n"), #"{"type":"4\n"}"#),
      (.tap(Point(x: 20.5, y: 30)), #"{"x":20.5,"y":30}"#),
    ])
  func coded(event: UserEvent, json: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(event), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(UserEvent.self, from: Data(json.utf8)) == event)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(UserEvent.self, from: Data(#"{"x":1}"#.utf8)) }
  }
}
