import TesseraRender
import Testing

private func filled(_ body: String) throws -> [Int] {
  let pixels = try draw(svg(body))
  var (left, top, right, bottom) = (100, 100, 0, 0)
  for y in 0..<100 {
    for x in 0..<100 where pixels.color(x: x, y: y).alpha > 0.5 {
      (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x + 1), max(bottom, y + 1))
    }
  }
  return left < right ? [left, top, right, bottom] : []
}

@Suite struct GeometryTests {
  @Test(arguments: [
    ("x='20' y='10' width='40' height='40'", "", [20, 10, 60, 50]),
    ("x='20' y='10' width='40' height='40'", "x='30' y='40'", [50, 50, 90, 90]),
    ("x='-20' y='-20' width='40' height='40'", "x='50' y='50' width='40' height='40'", [30, 30, 70, 70]),
    ("width='20' height='20'", "", [0, 0, 20, 20]),
    ("width='20' height='20'", "width='50'", [15, 0, 35, 20]), ("width='50%' height='50%'", "x='10'", [10, 0, 60, 50]),
    ("", "", [0, 0, 100, 100]),
    ("width='20' height='40' preserveAspectRatio='none'", "", [0, 0, 20, 40]),
    ("width='40' height='20' preserveAspectRatio='xMinYMin slice'", "", [0, 0, 40, 20]),
    ("width='auto' height='auto'", "width='30' height='30'", [0, 0, 30, 30]),
    // Browsers do not move symbols by their reference points.
    ("width='20' height='20' refX='5' refY='center'", "x='50' y='50'", [50, 50, 70, 70]),
  ]) func aSymbolHasItsOwnPlaceAndSize(symbol: String, use: String, wanted: [Int]) throws {
    let content = "<symbol id='s' viewBox='0 0 10 10' \(symbol)><rect width='10' height='10'/></symbol><use href='#s' \(use)/>"
    #expect(try filled(content) == wanted, "\(symbol), \(use)")
  }

  @Test func symbolsInSymbolsAddTheirPlaces() throws {
    let inner = "<symbol id='i' x='5' y='5' width='10' height='10'><rect width='100%' height='100%'/></symbol>"
    #expect(
      try filled(inner + "<symbol id='o' x='20' y='30' width='50' height='50'><use href='#i' x='1'/></symbol><use href='#o' y='2'/>") == [
        26, 37, 36, 47,
      ])
  }

  @Test(arguments: [
    ("inset(10px 20px)", [20, 10, 80, 90]), ("inset(10%)", [10, 10, 90, 90]), ("inset(1px 2px 3px 4px)", [4, 1, 98, 97]),
    ("inset(0 round 10px)", [0, 0, 100, 100]),
    ("inset(60px)", []), ("circle(20px)", [30, 30, 70, 70]), ("circle()", [0, 0, 100, 100]), ("circle(50% at 0 0)", [0, 0, 50, 50]),
    ("circle(closest-side at 20px 50px)", [0, 30, 40, 70]), ("circle(farthest-side at right 10px top 50px)", [0, 0, 100, 100]),
    ("ellipse(20px 40px at 50% 50%)", [30, 10, 70, 90]), ("ellipse(10% 20% at left top)", [0, 0, 10, 20]),
    ("polygon(0 0, 50px 0, 50px 50px, 0 50px)", [0, 0, 50, 50]),
    ("polygon(evenodd, 10% 10%, 90% 10%, 90% 90%, 10% 90%)", [10, 10, 90, 90]), ("path('M10 10H30V40H10z')", [10, 10, 30, 40]),
    ("path(evenodd, 'M10 10H30V40H10z')", [10, 10, 30, 40]),
    ("xywh(10px 20px 30px 40px)", [10, 20, 40, 60]), ("rect(10px 90% 80px auto)", [0, 10, 90, 80]),
    ("inset(calc(5px + 5%))", [10, 10, 90, 90]),
    ("nonsense(1px)", [0, 0, 100, 100]), ("circle(-1px)", [0, 0, 100, 100]), ("circle(5px 5px)", [0, 0, 100, 100]),
    ("circle(20px) view-box", [30, 30, 70, 70]), ("fill-box", [0, 0, 100, 100]),
  ]) func aShapeCutsOff(shape: String, wanted: [Int]) throws {
    #expect(try filled("<rect width='100' height='100' style=\"clip-path:\(shape)\"/>") == wanted, "\(shape)")
  }

  @Test func shapesReferToBoxes() throws {
    let rect = "<rect x='20' y='20' width='40' height='40' stroke='black' stroke-width='20'"
    #expect(try filled("\(rect) style='clip-path:inset(0)'/>") == [10, 10, 70, 70])
    #expect(try filled("\(rect) style='clip-path:inset(0) fill-box'/>") == [20, 20, 60, 60])
    #expect(try filled("\(rect) style='clip-path:circle(10px at 0 0) fill-box'/>") == [10, 10, 30, 30])
    #expect(try filled("\(rect) style='clip-path:inset(25px) view-box'/>") == [25, 25, 70, 70])
    #expect(
      try filled("<g transform='translate(10 0)' style='clip-path:inset(10%) fill-box'><rect width='50' height='50'/></g>") == [
        15, 5, 55, 45,
      ])
  }

  @Test(arguments: [
    ("<path d='M50 50z' stroke-linecap='round'/>", true), ("<path d='M50 50z' stroke-linecap='square'/>", true),
    ("<path d='M50 50z'/>", false),
    ("<path d='M50 50l0 0z' stroke-linecap='round'/>", true), ("<path d='M50 50h0' stroke-linecap='square'/>", true),
    ("<path d='M50 50' stroke-linecap='round'/>", false),
    ("<polygon points='50,50' stroke-linecap='round'/>", true), ("<polygon points='50,50 50,50' stroke-linecap='round'/>", true),
    ("<polyline points='50,50' stroke-linecap='round'/>", false),
    ("<line x1='50' y1='50' x2='50' y2='50' stroke-linecap='square'/>", true),
    ("<path d='M10 10M50 50zM90 90' stroke-linecap='round'/>", true),
    ("<path d='M50 50z' stroke-linecap='round' stroke-dasharray='2 3'/>", true),
  ]) func aSubpathWithoutLengthIsADot(element: String, isDrawn: Bool) throws {
    #expect(try filled("<g stroke='black' stroke-width='20'>\(element)</g>") == (isDrawn ? [40, 40, 60, 60] : []), "\(element)")
  }

  @Test(arguments: [
    ("<path d='M10 50H90' pathLength='4' stroke-dasharray='1'/>", [10, 30, 50, 70]),
    ("<path d='M10 50H90' pathLength='400' stroke-dasharray='200'/>", [10, 50]),
    ("<path d='M10 50H90' pathLength='4' stroke-dasharray='1' stroke-dashoffset='1'/>", [30, 50, 70, 90]),
    ("<line x1='10' y1='50' x2='90' y2='50' pathLength='2' stroke-dasharray='1'/>", [10, 50]),
    ("<polyline points='10,50 90,50' pathLength='8' stroke-dasharray='4'/>", [10, 50]),
    ("<path d='M10 50H90' pathLength='-4' stroke-dasharray='40'/>", [10, 50]),
    ("<path d='M10 50H90' pathLength='0' stroke-dasharray='1'/>", [10, 90]),
    ("<g transform='scale(2)'><path d='M5 25H45' stroke-width='5' pathLength='2' stroke-dasharray='1'/></g>", [10, 50]),
    ("<rect x='10' y='50' width='80' height='20' pathLength='10' stroke-dasharray='2 20'/>", [10, 50]),
    ("<polygon points='10,50 90,50 90,70 10,70' pathLength='10' stroke-dasharray='2 20'/>", [10, 50]),
    // A dash of 25 % is 25 units times 80 / 4.
    ("<path d='M10 50H90' pathLength='4' style='stroke-dasharray:25%'/>", [10, 90]),
  ]) func dashesAreMeasuredByThePathLength(element: String, edges: [Int]) throws {
    let pixels = try draw(svg("<g fill='none' stroke='black' stroke-width='10'>\(element)</g>"))
    let line = [false] + (0..<100).map { pixels.color(x: $0, y: 48).alpha > 0.5 } + [false]
    #expect((0...100).filter { line[$0] != line[$0 + 1] }.prefix(edges.count) == edges[...], "\(element)")
  }

  @Test func circlesHaveLengthsFromTheRight() throws {
    let pixels = try draw(
      svg("<circle cx='50' cy='50' r='30' fill='none' stroke='black' stroke-width='10' pathLength='4' stroke-dasharray='1 3'/>"))
    #expect(pixels.color(x: 71, y: 71).alpha > 0.9)
    for (x, y) in [(28, 71), (28, 28), (71, 28)] { #expect(pixels.color(x: x, y: y).alpha == 0) }
  }
}
