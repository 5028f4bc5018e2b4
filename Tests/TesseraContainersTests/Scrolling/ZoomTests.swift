import Tessera
import TesseraGeometry
import TesseraKit
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

@testable import TesseraContainers

@Suite struct ZoomTests {
  /// A picture of lines and text-like marks, sharp at every size.
  struct Drawing: NodeType {
    static let typeName = "test-drawing"
    func draw(in canvas: borrowing Canvas, context: DrawContext) {
      canvas.fill(Rect(size: context.size), .color(.white))
      for i in 0..<10 {
        canvas.fill(Rect(Double(i) * 10, 0, 3.5, context.size.height), .color(Color(red: Float(i) / 10, green: 0.3, blue: 0.6)))
      }
      canvas.fill(Rect(20, 20, 30.5, 10.25), .color(.black))
    }
  }

  private func make(minimum: Double = 1, maximum: Double = 4, content: Size = Size(100, 100)) throws -> (HeadlessStage, ScrollNode, AnyNode)
  {
    let scroll = ScrollNode(Scroll(.both))
    scroll.minimumZoom = minimum
    scroll.maximumZoom = maximum
    scroll.showsIndicators = false
    let picture = Node(Drawing())
    picture.style.width = .points(content.width)
    picture.style.height = .points(content.height)
    picture.style.flexShrink = 0
    scroll.addSubnode(picture)
    scroll.style.alignItems = .start
    return (try HeadlessStage(width: 100, height: 100) { scroll }, scroll, picture)
  }

  private func pinch(_ h: HeadlessStage, about middle: Point, from: Double, to: Double, release: Bool = true) throws {
    func at(_ distance: Double, _ side: Double) -> Point { Point(middle.x + side * distance / 2, middle.y) }
    try h.touch(.began, at: at(from, -1), id: 0)
    try h.touch(.began, at: at(from, 1), id: 1)
    for step in 1...12 {
      h.clock.advance(by: 0.02)
      let distance = from + (to - from) * Double(step) / 12
      try h.touch(.moved, at: at(distance, -1), id: 0)
      try h.touch(.moved, at: at(distance, 1), id: 1)
    }
    guard release else { return }
    try h.touch(.ended, at: at(to, -1), id: 0)
    try h.touch(.ended, at: at(to, 1), id: 1)
  }

  @Test func theContentBetweenTheFingersStaysThere() throws {
    let (h, scroll, _) = try make()
    try pinch(h, about: Point(60, 40), from: 20, to: 56, release: false)
    let scale = scroll.zoomScale
    #expect(scale > 1.5 && scale < 2.5)
    let seen = (scroll.contentOffset + Point(60, 40)) * (1 / scale)
    #expect(abs(seen.x - 60) < 0.01 && abs(seen.y - 40) < 0.01)
  }

  @Test func twoTapsShowItAsLargeAsCanBeAndBack() throws {
    let (h, scroll, _) = try make()
    for expected in [4.0, 1] {
      for _ in 0..<2 {
        try h.tap(at: Point(30, 70))
        h.clock.advance(by: 0.05)
      }
      try h.advance(by: 1.5)
      #expect(scroll.zoomScale == expected)
    }
    #expect(scroll.contentOffset == .zero)
  }

  @Test func aZoomBeyondItsLimitsReturns() throws {
    let (h, scroll, _) = try make(maximum: 2)
    try pinch(h, about: Point(50, 50), from: 10, to: 90, release: false)
    #expect(scroll.zoomScale > 2 && scroll.zoomScale < 6)
    try h.touch(.ended, at: Point(5, 50), id: 0)
    try h.touch(.ended, at: Point(95, 50), id: 1)
    try h.advance(by: 2)
    #expect(scroll.zoomScale == 2)
    #expect(abs(scroll.contentOffset.x - 50) < 6 && scroll.contentOffset.y == 50)
  }

  @Test func contentSmallerThanTheViewportIsCentered() throws {
    let (h, scroll, _) = try make(minimum: 0.5)
    scroll.zoom(to: 0.5, animated: false)
    try h.settle()
    #expect(scroll.contentOffset == Point(-25, -25))
    #expect(scroll.physics.range(.vertical) == -25 ... -25)
  }

  @Test(arguments: [2.0, 3, 4]) func atRestItIsDrawnForItsSize(scale: Double) throws {
    let (h, scroll, _) = try make()
    scroll.zoom(to: scale, at: .zero, animated: false)
    try h.settle()
    scroll.contentOffset = Point(40, 20)
    try h.settle()
    // The same drawn by a stage of that scale.
    let sharp = try HeadlessStage(width: 100 / scale, height: 100 / scale, scale: scale) {
      let root = BoxNode()
      let picture = Node(Drawing())
      picture.style.position = .absolute
      picture.style.inset.left = .points(-40 / scale)
      picture.style.inset.top = .points(-20 / scale)
      picture.style.width = .points(100)
      picture.style.height = .points(100)
      root.addSubnode(picture)
      return root
    }
    let difference = try pixelDifference(h.framebuffer, sharp.framebuffer)
    #expect(difference.largest <= 2, "largest difference \(difference.largest)")
  }

  @Test func programsShowAnAreaAsLargeAsTheWindow() throws {
    let (h, scroll, _) = try make(content: Size(400, 400))
    scroll.zoom(to: Rect(100, 100, 50, 25), animated: true)
    try h.advance(by: 2)
    #expect(scroll.zoomScale == 2)
    #expect(abs(scroll.contentOffset.x - 200) < 0.01 && abs(scroll.contentOffset.y - 175) < 0.01)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -3, 0, 1e12]) func invalidFactorsAreHarmless(factor: Double) throws {
    let (h, scroll, _) = try make()
    scroll.zoom(to: factor, animated: false)
    try h.settle()
    #expect((1...4).contains(scroll.zoomScale))
    scroll.maximumZoom = factor
    scroll.minimumZoom = factor
    try h.settle()
    scroll.zoom(to: 2, animated: false)
    try h.settle()
    #expect(scroll.contentOffset.isFinite && scroll.zoomScale.isFinite)
  }
}
