import ReelGeometry
import Testing

@testable import ReelCanvas

@Suite struct GraphicsContextTests {
  private let red = Paint.color(.red)

  // MARK: Fill

  @Test("A rectangle on pixel borders fills its pixels and no others")
  func fillRect() throws {
    let bitmap = try Bitmap.drawn(6, 4) { $0.fill(Rect(x: 1, y: 1, width: 3, height: 2), with: red) }
    #expect(bitmap.colorPicture == "......\n.rrr..\n.rrr..\n......")
  }

  @Test("Half a pixel is covered by half")
  func antialiasing() throws {
    let bitmap = try Bitmap.drawn(3, 1) { $0.fill(Rect(x: 0.5, y: 0, width: 1, height: 1), with: .white) }
    #expect(abs(Int(bitmap[0, 0].alpha) - 128) <= 1)
    #expect(abs(Int(bitmap[1, 0].alpha) - 128) <= 1)
    #expect(bitmap[2, 0] == .transparent)
  }

  @Test("A path around a hole is full by the non-zero rule and open by the even-odd rule")
  func fillRules() throws {
    var path = Path(rect: Rect(x: 0, y: 0, width: 6, height: 5))
    path.append(Path(rect: Rect(x: 2, y: 2, width: 2, height: 1)))
    let full = try Bitmap.drawn(6, 5) { $0.fill(path, with: red) }
    #expect(!full.colorPicture.contains("."))
    let open = try Bitmap.drawn(6, 5) { $0.fill(path, with: red, rule: .evenOdd) }
    #expect(open.colorPicture == "rrrrrr\nrrrrrr\nrr..rr\nrrrrrr\nrrrrrr")
    let after = try Bitmap.drawn(6, 5) { context in
      context.clip(to: path, rule: .evenOdd)
      context.fill(path, with: red)
    }
    #expect(after == open)
  }

  @Test("A circle of curves is round")
  func circle() throws {
    let bitmap = try Bitmap.drawn(8, 8) { $0.fill(Path(circleAround: Point(x: 4, y: 4), radius: 4), with: red) }
    #expect(
      bitmap.alphaPicture == """
        .++++++.
        ++####++
        +######+
        +######+
        +######+
        +######+
        ++####++
        .++++++.
        """)
  }

  @Test("An open path is filled as if it were closed, an empty one not at all")
  func openPaths() throws {
    let corner = Path(points: [Point(x: 0, y: 0), Point(x: 4, y: 0), Point(x: 4, y: 4), Point(x: 0, y: 4)])
    #expect(try !Bitmap.drawn(4, 4) { $0.fill(corner, with: red) }.colorPicture.contains("."))
    #expect(
      try Bitmap.drawn(4, 4) { context in
        context.fill(Path(), with: red)
        context.stroke(Path(), with: red)
      }.isBlank)
  }

  @Test("Painting fills the clip, clearing empties it")
  func paintAndClear() throws {
    let bitmap = try Bitmap.drawn(4, 2) { context in
      context.paint(red)
      context.clip(to: Rect(x: 1, y: 0, width: 2, height: 1))
      context.clear()
      context.clip(to: Rect(x: 2, y: 0, width: 2, height: 2))
      context.paint(.color(.green))
    }
    #expect(bitmap.colorPicture == "r.gr\nrrrr")
  }

  // MARK: Transform and state

  @Test("Transforms apply in the order of drawing: the last one first")
  func transforms() throws {
    let bitmap = try Bitmap.drawn(6, 4) { context in
      context.translate(x: 4, y: 1)
      context.scale(2)
      context.rotate(.degrees(90))
      context.fill(Rect(x: 0, y: 0, width: 1, height: 1), with: red)
    }
    #expect(bitmap.colorPicture == "......\n..rr..\n..rr..\n......")
  }

  @Test("Width and dashes are stretched with the plane")
  func stretchedStroke() throws {
    let bitmap = try Bitmap.drawn(6, 3) { context in
      context.scale(x: 2, y: 3)
      context.stroke(
        Path(points: [Point(x: 0, y: 0.5), Point(x: 3, y: 0.5)]), with: red, style: StrokeStyle(width: 1, dash: [1]))
    }
    #expect(bitmap.colorPicture == "rr..rr\nrr..rr\nrr..rr")
  }

  @Test("Restoring brings back transform and clip, and once too often does nothing")
  func restoring() throws {
    let bitmap = try Bitmap.drawn(4, 1) { context in
      context.save()
      context.translate(x: 1, y: 0)
      context.clip(to: Rect(x: 0, y: 0, width: 1, height: 1))
      context.paint(red)
      context.restore()
      context.restore()
      #expect(context.transform == .identity)
      context.withState {
        context.restore()
        context.save()
        context.save()
        context.translate(x: 2, y: 0)
      }
      #expect(context.transform == .identity)
      context.fill(Rect(x: 3, y: 0, width: 1, height: 1), with: .color(.green))
    }
    #expect(bitmap.colorPicture == ".r.g")
  }

  @Test("The transform can be read and set")
  func transformProperty() throws {
    _ = try Bitmap.drawn(1, 1) { context in
      context.translate(x: 5, y: 6)
      context.scale(x: 2, y: 3)
      #expect(context.transform == AffineTransform(a: 2, b: 0, c: 0, d: 3, tx: 5, ty: 6))
      context.transform = .identity
      #expect(context.transform == .identity)
    }
  }

  @Test(
    "A transform that flattens the plane draws nothing and does no harm",
    arguments: [
      AffineTransform.scale(0), .scale(x: 0, y: 1), .scale(1e-12), .scale(.nan), .scale(.infinity), .scale(1e200),
      .translation(x: .nan, y: 0), .translation(x: 1e300, y: 0), .rotation(.degrees(.nan)),
      AffineTransform(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0),
    ])
  func flattened(transform: AffineTransform) throws {
    let image = Bitmap("rg\nbw")
    let bitmap = try Bitmap.drawn(4, 2) { context in
      context.withState {
        context.concatenate(transform)
        drawEverything(image, in: context)
      }
      context.withState {
        context.concatenate(transform)
        context.clip(to: Rect(x: 0, y: 0, width: 1, height: 1))
        context.transform = .identity
        drawEverything(image, in: context)
      }
      context.fill(Rect(x: 1, y: 0, width: 2, height: 1), with: red)
    }
    #expect(bitmap.colorPicture == ".rr.\n....")
  }

  // MARK: Groups

  @Test("Things in a group do not shine through one another")
  func groups() throws {
    let bitmap = try Bitmap.drawn(3, 1) { context in
      context.paint(.white)
      context.withGroup(opacity: 0.5) {
        context.fill(Rect(x: 0, y: 0, width: 2, height: 1), with: red)
        context.fill(Rect(x: 1, y: 0, width: 2, height: 1), with: .black)
      }
    }
    #expect(abs(Int(bitmap[0, 0].green) - 128) <= 1 && bitmap[0, 0].red == 255)
    #expect(bitmap[1, 0] == bitmap[2, 0])
    #expect(abs(Int(bitmap[1, 0].red) - 128) <= 1)
  }

  @Test("Clearing in a group empties the group, not what lies below")
  func clearingInGroup() throws {
    let bitmap = try Bitmap.drawn(2, 1) { context in
      context.paint(red)
      context.withGroup(opacity: 1) {
        context.paint(.black)
        context.clip(to: Rect(x: 0, y: 0, width: 1, height: 1))
        context.clear()
      }
      context.fill(Rect(x: 1, y: 0, width: 1, height: 1), with: .color(.green))
    }
    #expect(bitmap.colorPicture == "rg")
  }

  @Test("A group without opacity draws nothing but runs", arguments: [0, -1, Double.nan])
  func invisibleGroup(opacity: Double) throws {
    var runs = 0
    let bitmap = try Bitmap.drawn(2, 1) { context in
      context.withGroup(opacity: opacity) {
        runs += 1
        context.withState { context.paint(red) }
        context.withGroup(opacity: 1) { context.paint(red) }
      }
    }
    #expect(bitmap.isBlank && runs == 1)
  }

  @Test("Groups keep the transform, nest, and take unbalanced saves with them")
  func nestedGroups() throws {
    let bitmap = try Bitmap.drawn(4, 1) { context in
      context.translate(x: 1, y: 0)
      context.withGroup(opacity: 1) {
        context.save()
        context.translate(x: 1, y: 0)
        context.restore()
        context.restore()
        context.save()
        context.withGroup(opacity: 1) {
          context.translate(x: 1, y: 0)
          context.fill(Rect(x: 0, y: 0, width: 1, height: 1), with: red)
        }
        context.save()
      }
      context.fill(Rect(x: 0, y: 0, width: 1, height: 1), with: .color(.green))
    }
    #expect(bitmap.colorPicture == ".gr.")
  }

  private func drawEverything(_ image: Bitmap, in context: GraphicsContext) {
    let rect = Rect(x: 0, y: 0, width: 4, height: 2)
    context.paint(.black)
    context.fill(rect, with: .vertical(.red, .blue, in: rect))
    context.fill(Path(rect: rect), with: .black)
    context.stroke(Path(rect: rect), with: .black, style: StrokeStyle(width: 2, dash: [1]))
    context.clip(to: Path(rect: rect))
    context.draw(image, in: rect)
    context.draw(TextLayout("x", font: Font(size: 12)), at: .zero, with: .black)
    context.withGroup(opacity: 0.5) { context.paint(.white) }
    context.clear()
  }
}
