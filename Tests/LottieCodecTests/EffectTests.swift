import LottieCodec
import TesseraGeometry
import TesseraRender
import Testing

@Suite struct EffectTests {
  /// A red square of 40 in the middle under an effect with these values.
  private func draw(_ type: Int, _ values: String..., more: String = "\"ks\":{}", enabled: Int = 1, at seconds: Double = 0) throws
    -> PixelBuffer
  {
    let list = values.map { "{\"v\":{\($0)}}" }.joined(separator: ",")
    let effect = "\"ef\":[{\"ty\":\(type),\"en\":\(enabled),\"ef\":[\(list)]}]"
    return try LottieCodecTests.draw(animation(shapeLayer(square(), "\(effect),\(more)")), at: seconds)
  }

  private let none = "\"k\":0"

  @Test func aFillReplacesColors() throws {
    let green = "\"k\":[0,1,0,1]"
    let picture = try draw(21, none, none, green, none, none, none, "\"k\":1")
    #expect(picture.color(x: 50, y: 50).hex == "#00ff00" && picture.color(x: 20, y: 50) == .clear)
    #expect(abs(try draw(21, none, none, green, none, none, none, "\"k\":0.5").color(x: 50, y: 50).alpha - 0.5) < 0.01)
    #expect(try draw(21, none, none, green, enabled: 0).color(x: 50, y: 50).hex == "#ff0000")
  }

  @Test func aTintIsBetweenTwoColorsByLuminance() throws {
    func tint(_ amount: Int) throws -> Color {
      try draw(20, "\"k\":[0,0,0,1]", "\"k\":[0,0,1,1]", "\"k\":\(amount)").color(x: 50, y: 50)
    }
    // A third of linear light is 0.61 of sRGB.
    let whole = try tint(100)
    #expect(whole.red == 0 && abs(whole.blue - 0.61) < 0.02)
    #expect(try tint(0).hex == "#ff0000")
    #expect(abs(try tint(50).red - 0.5) < 0.01)
  }

  @Test func aTritoneIsBetweenThreeColorsByLuminance() throws {
    let color = try draw(23, "\"k\":[1,1,1,1]", "\"k\":[0,1,0,1]", "\"k\":[0,0,0,1]").color(x: 50, y: 50)
    #expect(color.green > 0.99 && abs(color.red - 0.22) < 0.03)
  }

  @Test func aShadowIsOffsetBelowItsLayer() throws {
    func shadow(softness: Int = 0, only: Int = 0, more: String = "\"ks\":{}") throws -> PixelBuffer {
      // 90 degrees from the top: to the right.
      try draw(25, "\"k\":[0,0,1,1]", "\"k\":255", "\"k\":90", "\"k\":20", "\"k\":\(softness)", "\"k\":\(only)", more: more)
    }
    let picture = try shadow()
    #expect(picture.color(x: 50, y: 50).hex == "#ff0000" && picture.color(x: 80, y: 50).hex == "#0000ff")
    #expect(picture.color(x: 92, y: 50) == .clear && picture.color(x: 20, y: 50) == .clear)
    #expect(try shadow(only: 1).color(x: 40, y: 50) == .clear)
    let soft = try shadow(softness: 20).color(x: 90, y: 50).alpha
    #expect(soft > 0.3 && soft < 0.7)
    // It turns and grows with the layer, and comes from parts of it outside of the picture.
    let turned = try shadow(more: "\"ks\":{\"a\":{\"k\":[50,50]},\"p\":{\"k\":[50,-35]},\"r\":{\"k\":90},\"s\":{\"k\":[200,200]}}")
    #expect(turned.color(x: 50, y: 40).hex == "#0000ff")
  }

  @Test func aBlurSpreadsAlongItsAxes() throws {
    for (axes, spreads) in [(1, (true, true)), (2, (true, false)), (3, (false, true))] {
      let picture = try draw(29, "\"k\":20", "\"k\":\(axes)", none)
      #expect((picture.color(x: 28, y: 50).alpha > 0.1) == spreads.0, "\(axes)")
      #expect((picture.color(x: 50, y: 28).alpha > 0.1) == spreads.1, "\(axes)")
    }
  }

  @Test func effectsMoveWithKeyframesAndKeepWithinMasks() throws {
    let amount = "\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":60,\"s\":[40]}]"
    #expect(try draw(29, amount, "\"k\":1", none).color(x: 28, y: 50).alpha == 0)
    #expect(try draw(29, amount, "\"k\":1", none, at: 1).color(x: 28, y: 50).alpha > 0.1)
    let mask =
      "\"ks\":{},\"masksProperties\":[{\"mode\":\"a\",\"pt\":{\"k\":{\"v\":[[30,0],[100,0],[100,100],[30,100]],\"c\":true}},\"o\":{\"k\":100}}]"
    #expect(try draw(29, amount, "\"k\":1", none, more: mask, at: 1).color(x: 28, y: 50).alpha == 0)
  }

  @Test func otherEffectsAreNamedAndTooManyRefused() throws {
    let stroke = animation(shapeLayer(square(), "\"ef\":[{\"ty\":22,\"nm\":\"Glow\",\"ef\":[]}],\"ks\":{}"))
    #expect(try LottieDocument(parsing: stroke).unsupported == ["effect: Glow"])
    let many = Array(repeating: "{\"ty\":29,\"ef\":[]}", count: 17).joined(separator: ",")
    #expect(throws: LottieError.self) { try LottieDocument(parsing: animation(shapeLayer(square(), "\"ef\":[\(many)],\"ks\":{}"))) }
  }
}
