import Testing
import TesseraGeometry
import TesseraRender

/// Shapes, clips and the ground of letters if pixels end as black or white.
@Suite struct BilevelShapeTests {
  private func picture(on back: Color = .white, _ draw: (borrowing Canvas) throws -> Void) throws -> PixelBuffer {
    let target = try PixelBuffer(width: 60, height: 40)
    target.clear(back)
    let canvas = try Canvas(target, textAntialiasing: .bilevel)
    try draw(canvas)
    return target
  }

  private func isPure(_ buffer: PixelBuffer) -> Bool {
    (0..<60 * 40).allSatisfy { [.black, .white].contains(buffer.color(x: $0 % 60, y: $0 / 60)) }
  }

  private func star() -> Path {
    var path = Path()
    path.move(to: Point(30, 3.3))
    for point in [Point(38.4, 35), Point(11, 14.2), Point(49.7, 14.2), Point(21.6, 35)] { path.line(to: point) }
    path.close()
    return path
  }

  @Test func shapesOfOneColorHaveNoHalfCoveredPixels() throws {
    let ink = Paint.color(.black)
    let shapes: [(borrowing Canvas) -> Void] = [
      { $0.fill(RoundedRect(Rect(5.3, 4.6, 40, 30), radius: 11), ink) }, { $0.fill(Rect(5.3, 4.6, 40.2, 30.9), ink) },
      { [path = star()] in $0.fill(path, ink) }, { [path = star()] in $0.stroke(path, ink, StrokeStyle(width: 5)) },
      {
        $0.concatenate(.rotation(0.2))
        $0.fill(Rect(12, 2, 30, 20), ink)
      },
      { $0.drawBorder(Border(width: 6, color: .black), of: RoundedRect(Rect(3, 3, 50, 30), radius: 14)) },
      { [path = star()] in
        $0.clip(path)
        $0.fill(Rect(0, 0, 60, 40), ink)
      },
    ]
    for (number, draw) in shapes.enumerated() {
      let drawn = try picture { draw($0) }
      #expect(isPure(drawn) && (0..<60).contains { drawn.color(x: $0, y: 20) == .black }, "shape \(number)")
    }
    let cut = try picture { canvas in
      try canvas.withCorners(of: RoundedRect(Rect(4, 4, 50, 30), radius: 13)) { canvas.fill(Rect(0, 0, 60, 40), ink) }
    }
    #expect(isPure(cut) && cut.color(x: 5, y: 5) == .white && cut.color(x: 30, y: 20) == .black)
  }

  @Test func aPixelIsInkFromHalfOn() throws {
    let drawn = try picture {
      $0.fill(Rect(10.5, 10, 8, 8), .color(.black))
      $0.fill(Rect(30.6, 10, 8, 8), .color(.black))
    }
    #expect(drawn.color(x: 10, y: 12) == .black && drawn.color(x: 30, y: 12) == .white && drawn.color(x: 38, y: 12) == .black)
  }

  @Test func gradientsKeepTheirEdges() throws {
    let stops = [GradientStop(0, .black), GradientStop(1, Color(rgb: 0x101010))]
    let drawn = try picture { $0.fill(Rect(10.5, 10, 30, 8), .gradient(.linear(from: .zero, to: Point(60, 0), stops: stops))) }
    #expect(drawn.color(x: 10, y: 12).red > 0.3)
  }

  @Test(arguments: [Color(rgb: 0xE8EEF6), Color(rgb: 0xA0B0C0), Color(rgb: 0x303848)]) func theGroundAroundLettersIsPlain(back: Color)
    throws
  {
    let library = try isolated()
    let layout = TextLayout(attributed("ab il", Font(size: 12)), library)
    let drawn = try picture(on: back) { $0.draw(layout, at: Point(10, 10)) }
    let ink = back.red > 0.5 ? Color.black : .white
    var area: (left: Int, top: Int, right: Int, bottom: Int)?
    for y in 0..<40 {
      for x in 0..<60 where drawn.color(x: x, y: y) == ink {
        let old = area ?? (x, y, x, y)
        area = (min(old.left, x), min(old.top, y), max(old.right, x), max(old.bottom, y))
      }
    }
    let found = try #require(area)
    // Between the letters, between the words, and around them no pattern shows; further away the color stays.
    for y in found.top...found.bottom {
      for x in found.left...found.right where (found.left...found.right).contains(x) {
        let isNear = (max(0, y - 2)...min(39, y + 2)).contains { v in
          (max(0, x - 3)...min(59, x + 3)).contains { drawn.color(x: $0, y: v) == ink }
        }
        #expect(!isNear || [.black, .white].contains(drawn.color(x: x, y: y)))
      }
    }
    let middle = (found.top + found.bottom) / 2
    #expect((found.left...found.right).allSatisfy { [.black, .white].contains(drawn.color(x: $0, y: middle)) })
    #expect(drawn.color(x: 2, y: 2).hex == back.hex && drawn.color(x: 57, y: 37).hex == back.hex)
  }

  @Test func aClipKeepsTheBackgroundUnchanged() throws {
    let layout = TextLayout(attributed("Rim", Font(size: 12)), try isolated())
    let whole = try picture(on: Color(rgb: 0xA0B0C0)) { $0.draw(layout, at: Point(10, 10)) }
    let parts = try picture(on: Color(rgb: 0xA0B0C0)) { canvas in
      for x in stride(from: 0, to: 60, by: 7) {
        canvas.save()
        canvas.clip(pixels: PixelRect(x: x, y: 0, width: 7, height: 40))
        canvas.draw(layout, at: Point(10, 10))
        canvas.restore()
      }
    }
    #expect(whole.withUnsafeBytes { a in parts.withUnsafeBytes { b in a.elementsEqual(b) } })
  }
}
