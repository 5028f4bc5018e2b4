import Testing

@Suite struct FilterTests {
  @Test func aTileThatTheRegionCutsOffLeavesAGap() throws {
    // The tile is 20 units wide and begins 10 left of the region, which cuts that half off.
    let pixels = try draw(
      svg(
        """
        <filter id='f' filterUnits='userSpaceOnUse' x='10' y='0' width='80' height='100' color-interpolation-filters='sRGB'>
        <feFlood flood-color='lime' x='0' y='0' width='20' height='100'/><feTile/></filter>
        <rect width='100' height='100' filter='url(#f)'/>
        """))
    for x in 0..<100 {
      let isFilled = x >= 10 && x < 90 && x / 10 % 2 == 1
      #expect(pixels.color(x: x, y: 50).hex == (isFilled ? "#00ff00" : "#00000000"), "column \(x)")
    }
  }

  @Test func tilesThatAreWiderThanTheRegionAreDrawnOnce() throws {
    let pixels = try draw(
      svg(
        """
        <filter id='f' filterUnits='userSpaceOnUse' x='10' y='10' width='80' height='80' color-interpolation-filters='sRGB'>
        <feFlood flood-color='lime' x='-1e5' y='-1e5' width='100030' height='100030'/><feTile/></filter>
        <rect width='100' height='100' filter='url(#f)'/>
        """))
    #expect(pixels.color(x: 15, y: 15).hex == "#00ff00" && pixels.color(x: 29, y: 29).hex == "#00ff00")
    #expect(pixels.color(x: 31, y: 15).alpha == 0 && pixels.color(x: 85, y: 85).alpha == 0)
  }

  @Test func aRadiusReachesAsFarAsTheSkewedCircle() throws {
    // Skewed by 45 degrees, a circle of radius 10 is 14.1 wide on each side, and 10 high.
    let pixels = try draw(
      svg(
        """
        <filter id='f' filterUnits='userSpaceOnUse' x='-40' y='-40' width='80' height='80' color-interpolation-filters='sRGB'>
        <feMorphology operator='dilate' radius='10'/></filter>
        <g transform='translate(50 50) skewX(45)'><rect x='-1' y='-1' width='2' height='2' filter='url(#f)'/></g>
        """))
    for side in [-1, 1] {
      #expect(pixels.color(x: 50 + 14 * side, y: 50).alpha > 0 && pixels.color(x: 50 + 19 * side, y: 50).alpha == 0)
      #expect(pixels.color(x: 50, y: 50 + 9 * side).alpha > 0 && pixels.color(x: 50, y: 50 + 14 * side).alpha == 0)
    }
  }

  /// The pixels that are more than half covered.
  private func filled(_ body: String) throws -> [Int] {
    let pixels = try draw(svg(body))
    var (left, top, right, bottom) = (100, 100, 0, 0)
    for y in 0..<100 {
      for x in 0..<100 where pixels.color(x: x, y: y).alpha > 0.5 {
        (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x + 1), max(bottom, y + 1))
      }
    }
    return [left, top, right, bottom]
  }

  @Test(arguments: [
    ("drop-shadow(25px 25px 0 blue)", [20, 20, 75, 75]), ("drop-shadow(rgb(0 0 255) 25px 0)", [20, 20, 75, 50]),
    ("drop-shadow(10px 0 0 blue) drop-shadow(0 20px 0 lime)", [20, 20, 60, 70]),
    ("drop-shadow(color-mix(in srgb, rgb(1 2 3), red) -20px -20px)", [0, 0, 50, 50]),
    ("drop-shadow(2em 0 0) opacity(1)", [20, 20, 70, 50]), ("drop-shadow(0.5in 0 0 currentColor)", [20, 20, 98, 50]),
    ("opacity(1)", [20, 20, 50, 50]),
    ("drop-shadow(25px 0 0 nonsense)", [20, 20, 50, 50]), ("drop-shadow(25px)", [20, 20, 50, 50]),
    ("drop-shadow(10% 0)", [20, 20, 50, 50]),
    ("url(#f) drop-shadow(10px 0 0 blue)", [20, 20, 60, 50]),
  ]) func aFunctionReachesBeyondTheElement(filter: String, wanted: [Int]) throws {
    let offset = "<filter id='f' x='0' y='0' width='1' height='1'><feOffset/></filter>"
    let style = "font-size:10px;filter:\(filter)"
    #expect(try filled("\(offset)<rect x='20' y='20' width='30' height='30' style='\(style)'/>") == wanted, "\(filter)")
  }

  @Test func aBlurFadesOnAllSides() throws {
    let pixels = try draw(svg("<rect x='40' y='40' width='20' height='20' style='filter:blur(10px)'/>"))
    // By the error function: 0.466 in the middle, 0.026 at 25 units from it.
    let (middle, edge) = (pixels.color(x: 50, y: 50).alpha, pixels.color(x: 50, y: 26).alpha)
    #expect(abs(middle - 0.466) < 0.03 && edge > 0.02 && edge < 0.06)
    #expect(pixels.color(x: 50, y: 74).alpha > 0.02 && pixels.color(x: 73, y: 50).alpha > 0.02)
    let stroked = try draw(svg("<path d='M20 50H80' stroke='black' stroke-width='10' filter='blur(4)'/>"))
    #expect(stroked.color(x: 50, y: 42).alpha > 0.1)
  }

  @Test func anElementOutsideOfThePictureCastsItsShadowIntoIt() throws {
    #expect(try filled("<rect x='-60' y='20' width='30' height='30' style='filter:drop-shadow(80px 0 0 blue)'/>") == [20, 20, 50, 50])
    #expect(
      try filled("<rect x='-60' y='20' width='30' height='30' style='filter:drop-shadow(40px 0 0 blue) drop-shadow(40px 0 0 red)'/>") == [
        0, 20, 50, 50,
      ])
    let offset = "<filter id='f' filterUnits='userSpaceOnUse' x='-100' y='0' width='200' height='100'><feOffset dx='80'/></filter>"
    #expect(try filled("\(offset)<rect x='-60' y='20' width='30' height='30' filter='url(#f)'/>") == [20, 20, 50, 50])
  }
}
