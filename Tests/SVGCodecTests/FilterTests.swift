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
}
