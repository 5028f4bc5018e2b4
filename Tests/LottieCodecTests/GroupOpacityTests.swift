import LottieCodec
import TesseraGeometry
import TesseraRender
import Testing

/// The opacity of a group is that of its picture as a whole.
@Suite struct GroupOpacityTests {
  private static let half = "\"k\":50"

  private func group(_ items: String, opacity: String) -> String {
    "{\"ty\":\"gr\",\"it\":[\(items),{\"ty\":\"tr\",\"o\":{\(opacity)}}]}"
  }

  /// A blue stroke of 20 units above the red fill of a square of 40.
  private func strokedSquare(_ position: String = "\"k\":[50,50]", _ more: String = "\"ty\":\"st\",\"c\":{\"k\":[0,0,1]}") -> String {
    let stroke = "{\(more),\"o\":{\"k\":100},\"w\":{\"k\":20},\"lj\":1,\"ml\":4}"
    return square(position).replacing("{\"ty\":\"fl\"", with: "\(stroke),{\"ty\":\"fl\"")
  }

  private func repeater(_ more: String, copies: Double = 2, first: Int, last: Int) -> String {
    "{\"ty\":\"rp\",\"c\":{\"k\":\(copies)},\"o\":{\"k\":0}\(more),"
      + "\"tr\":{\"p\":{\"k\":[20,0]},\"so\":{\"k\":\(first)},\"eo\":{\"k\":\(last)}}}"
  }

  @Test(arguments: [(half, 0.0), ("\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":60,\"s\":[100]}]", 1)])
  func aStrokeHidesTheFillBelowIt(opacity: String, time: Double) throws {
    let picture = try draw(animation(shapeLayer(group(strokedSquare(), opacity: opacity))), at: time)
    // The inner half of the stroke is above the fill, the outer half is not.
    #expect(picture.color(x: 25, y: 50) == picture.color(x: 35, y: 50))
    #expect(picture.color(x: 35, y: 50).red == 0 && abs(picture.color(x: 35, y: 50).alpha - 0.5) < 0.01)
  }

  @Test func aGradientStrokeHidesTheFillBelowIt() throws {
    let gradient = "\"ty\":\"gs\",\"t\":1,\"s\":{\"k\":[0,0]},\"e\":{\"k\":[100,0]},\"g\":{\"p\":2,\"k\":{\"k\":[0,0,0,1,1,0,1,0]}}"
    let picture = try draw(animation(shapeLayer(group(strokedSquare("\"k\":[50,50]", gradient), opacity: Self.half))))
    #expect(picture.color(x: 35, y: 50).red == 0 && abs(picture.color(x: 35, y: 50).alpha - 0.5) < 0.01)
  }

  @Test func opacitiesOfNestedGroupsMultiply() throws {
    let inner = group(strokedSquare(), opacity: Self.half)
    let picture = try draw(animation(shapeLayer(group("\(strokedSquare("\"k\":[50,90]")),\(inner)", opacity: Self.half))))
    #expect(abs(picture.color(x: 35, y: 40).alpha - 0.25) < 0.01)
    // The other square hides the inner group below it, and both are halved together.
    #expect(abs(picture.color(x: 50, y: 65).alpha - 0.5) < 0.01)
    #expect(try draw(animation(shapeLayer(group(inner, opacity: "\"k\":0")))).color(x: 50, y: 50) == .clear)
  }

  @Test func aGroupWithOnePaintNeedsNoLayer() throws {
    func draw(_ items: String) throws {
      let document = try LottieDocument(parsing: animation(shapeLayer(group(group(items, opacity: Self.half), opacity: Self.half))))
      let pixels = try PixelBuffer(width: 100, height: 100)
      try document.draw(in: try Canvas(pixels), size: Size(100, 100), at: 0, byteLimit: 0)
      #expect(abs(pixels.color(x: 50, y: 50).alpha - 0.25) < 0.01)
    }
    try draw(square())
    #expect(throws: LottieError.self) { try draw(strokedSquare()) }
  }

  @Test(arguments: [("", true), (",\"m\":1", true), (",\"m\":2", false)])
  func copiesAreStackedByTheirMode(mode: String, isFirstOnTop: Bool) throws {
    let items = strokedSquare("\"k\":[30,50]") + "," + repeater(mode, first: 50, last: 50)
    let color = try draw(animation(shapeLayer(items))).color(x: 25, y: 50)
    // The fill of the first copy and the stroke of the second: half of one, and of the other half of the rest.
    #expect(abs(color.alpha - 0.75) < 0.01)
    #expect((color.red > color.blue) == isFirstOnTop)
  }

  @Test func copiesFadeFromTheTopAndAreRoundedUp() throws {
    let items = square("\"k\":[20,50]") + "," + repeater("", copies: 2.5, first: 100, last: 0)
    let picture = try draw(animation(shapeLayer(items)))
    #expect(picture.color(x: 10, y: 50).alpha == 1)
    #expect(abs(picture.color(x: 50, y: 50).alpha - 0.5) < 0.01)  // the second of three
    #expect(picture.color(x: 70, y: 50) == .clear)
  }
}
