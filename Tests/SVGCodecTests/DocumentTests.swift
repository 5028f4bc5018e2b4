import SVGCodec
import TesseraGeometry
import TesseraPictures
import TesseraRender
import Testing

/// Wraps elements in a picture of 100 x 100.
func svg(_ body: String, _ attributes: String = "viewBox=\"0 0 100 100\"") -> [UInt8] {
  Array("<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \(attributes)>\(body)</svg>".utf8)
}

/// The picture of a document.
func draw(_ bytes: [UInt8], side: Int = 100, tint: Color? = nil) throws -> PixelBuffer {
  let pixels = try PixelBuffer(width: side, height: side)
  let canvas = try Canvas(pixels)
  try SVGDocument(parsing: bytes).draw(in: canvas, size: Size(Double(side), Double(side)), tint: tint)
  return pixels
}

func bytes(_ pixels: PixelBuffer) -> [UInt8] { pixels.withUnsafeBytes { Array($0) } }

@Suite struct DocumentTests {
  @Test func currentColorTakesTheTintAndKeepsItsOpacity() throws {
    let icon = svg(
      "<rect width='50' height='100' fill='currentColor'/><rect x='50' width='50' height='100' fill='currentColor' fill-opacity='.5'/>")
    let red = try draw(icon, tint: Color(rgb: 0xff0000))
    #expect(red.color(x: 10, y: 10).hex == "#ff0000")
    #expect(red.color(x: 90, y: 10).hex == "#ff000080")
    #expect(try draw(icon).color(x: 10, y: 10).hex == "#000000")
    // A document that says what its colour is keeps it.
    let own = svg("<rect width='100' height='100' color='lime' fill='currentColor'/>")
    #expect(try draw(own, tint: .white).color(x: 10, y: 10).hex == "#00ff00")
  }

  @Test func oneDocumentIsDrawnAtAnySize() throws {
    let document = try SVGDocument(
      parsing: svg("<rect x='25' y='25' width='50' height='50'/>", "width='40' height='40' viewBox='0 0 100 100'"))
    #expect(document.size == Size(40, 40))
    for side in [4, 48, 400] {
      let pixels = try PixelBuffer(width: side, height: side)
      try document.draw(in: try Canvas(pixels), size: Size(Double(side), Double(side)))
      #expect(pixels.color(x: side / 2, y: side / 2) == .black)
      #expect(pixels.color(x: side / 8, y: side / 2) == .clear)
    }
  }

  @Test func theCanvasIsRestoredAfterwards() throws {
    let pixels = try PixelBuffer(width: 10, height: 10)
    let canvas = try Canvas(pixels)
    let before = (canvas.transform, canvas.clipBounds)
    try SVGDocument(parsing: svg("<g opacity='.5' transform='scale(2)'><rect width='9' height='9'/><circle r='5'/></g>")).draw(
      in: canvas, size: Size(5, 5))
    #expect(canvas.transform == before.0)
    #expect(canvas.clipBounds == before.1)
  }

  @Test func twoDrawingsOfOneDocumentAreTheSame() throws {
    let document = svg(
      "<filter id='f'><feGaussianBlur stdDeviation='3'/></filter><mask id='m'><circle cx='50' cy='50' r='40' fill='white'/></mask>"
        + "<g mask='url(#m)'><rect width='100' height='100' fill='teal'/><path d='M0 0 L100 50' stroke='red' stroke-dasharray='5 3' filter='url(#f)'/></g>"
    )
    #expect(try bytes(draw(document)) == bytes(draw(document)))
  }

  @Test func errorsNameFileLineAndReason() {
    func error(_ text: String) -> SVGError? {
      do throws(SVGError) {
        _ = try SVGDocument(parsing: Array(text.utf8), named: "icon.svg")
        return nil
      } catch { return error }
    }
    let torn = error("<svg xmlns='http://www.w3.org/2000/svg'>\n<g>\n</svg>")
    #expect(torn?.source == "icon.svg")
    #expect(torn?.line == 3)
    #expect(torn?.description.contains("mismatched tag") == true)
    #expect(error("<html/>")?.reason.contains("must be `svg`") == true)
    #expect(error("")?.reason.contains("no element found") == true)
    #expect(error("<svg xmlns='http://www.w3.org/2000/svg' width='-5' height='5'/>")?.reason.contains("must be positive") == true)
  }

  @Test func entitiesAreExpandedAsLongAsTheyStayShort() throws {
    let short =
      "<!DOCTYPE svg [<!ENTITY c 'lime'>]><svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><rect width='9' height='9' fill='&c;'/></svg>"
    #expect(try draw(Array(short.utf8)).color(x: 50, y: 50).hex == "#00ff00")
    var laughs = "<!DOCTYPE svg [<!ENTITY a0 'ha'>"
    for i in 1...20 { laughs += "<!ENTITY a\(i) '\(String(repeating: "&a\(i - 1);", count: 10))'>" }
    laughs += "]><svg xmlns='http://www.w3.org/2000/svg'><text>&a20;</text></svg>"
    #expect(throws: SVGError.self) { try SVGDocument(parsing: Array(laughs.utf8)) }
    let outside =
      "<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><text>&x;</text></svg>"
    _ = try SVGDocument(parsing: Array(outside.utf8))
  }

  @Test func hostileDocumentsEndWithAnErrorOrAPicture() throws {
    let deep = String(repeating: "<g>", count: 300) + String(repeating: "</g>", count: 300)
    #expect(throws: SVGError.self) { try SVGDocument(parsing: svg(deep)) }
    // Each level repeats the one below ten times.
    var uses = "<g id='a0'><rect width='1' height='1'/></g>"
    for i in 1...9 { uses += "<g id='a\(i)'>" + String(repeating: "<use xlink:href='#a\(i - 1)'/>", count: 10) + "</g>" }
    #expect(throws: SVGError.self) { try SVGDocument(parsing: svg("<defs>\(uses)</defs><use xlink:href='#a9'/>")) }
    let masks =
      String(repeating: "<g opacity='.9' style='mix-blend-mode:screen'>", count: 200) + "<rect width='100' height='100'/><circle r='9'/>"
    let layers = svg(masks + String(repeating: "</g>", count: 200))
    #expect(throws: SVGError.self) {
      let document = try SVGDocument(parsing: layers)
      try document.draw(in: Canvas(PixelBuffer(width: 1000, height: 1000)), size: Size(1000, 1000))
    }
    for loop in [
      "<mask id='m'><rect width='9' height='9' mask='url(#m)'/></mask><rect width='9' height='9' mask='url(#m)'/>",
      "<pattern id='p' width='1' height='1'><rect width='9' height='9' fill='url(#p)'/></pattern><rect width='9' height='9' fill='url(#p)'/>",
      "<g id='a'><use xlink:href='#b'/></g><g id='b'><use xlink:href='#a'/></g>",
      "<filter id='f'><feImage xlink:href='#r'/></filter><rect id='r' width='9' height='9' filter='url(#f)'/>",
      "<marker id='m'><path d='M0 0L9 9' marker-end='url(#m)'/></marker><path d='M0 0L9 9' marker-end='url(#m)'/>",
    ] { _ = try draw(svg(loop)) }
  }

  @Test func invalidNumbersDrawNothingAndDoNotTrap() throws {
    for value in ["NaN", "1e999", "-1e300", "1e300", "", "x", "1e-320"] {
      _ = try draw(
        svg(
          "<rect x='\(value)' y='\(value)' width='\(value)' height='9' transform='scale(\(value))'/><circle r='\(value)' stroke-width='\(value)' stroke='red'/>"
            + "<g filter='blur(\(value))'><path d='M0 0 A\(value) 5 0 0 1 9 9' stroke-dasharray='\(value)' stroke='red'/></g>"
            + "<text x='\(value)' font-size='\(value)' letter-spacing='\(value)'>a</text>"))
    }
  }

  @Test func aCancelledDrawingEnds() throws {
    let document = try SVGDocument(parsing: svg(String(repeating: "<rect width='9' height='9'/>", count: 100)))
    var asked = 0
    #expect(throws: SVGError.self) {
      try document.draw(
        in: Canvas(PixelBuffer(width: 10, height: 10)), size: Size(10, 10),
        isCancelled: {
          asked += 1
          return asked > 5
        })
    }
    #expect(asked < 20)
  }
}

@Suite struct ServerTests {
  @Test func theIgnoredMaskOfACycleDoesNotDependOnTheDrawnPart() throws {
    let masks =
      "<mask id='a' mask='url(#b)'><rect width='50' height='100' fill='white'/></mask>"
      + "<mask id='b' mask='url(#a)'><rect width='100' height='50' fill='white'/></mask>"
    // That of `b` leads back to the first of the cycle.
    let first = try draw(svg(masks + "<rect width='100' height='100' mask='url(#a)'/>"))
    let second = try draw(svg(masks + "<rect width='100' height='100' mask='url(#b)'/>"))
    #expect(first.color(x: 25, y: 25) == .black && first.color(x: 75, y: 25) == .clear && first.color(x: 25, y: 75) == .clear)
    #expect(second.color(x: 25, y: 25) == .black && second.color(x: 75, y: 25) == .black && second.color(x: 25, y: 75) == .clear)
    let both = masks + "<g mask='url(#a)'><rect width='100' height='100'/></g><rect width='100' height='100' mask='url(#b)'/>"
    #expect(try bytes(draw(svg(both))) == bytes(second))
  }

  @Test func longChainsOfMasksEnd() throws {
    var masks = ""
    for i in 0..<2000 { masks += "<mask id='m\(i)' mask='url(#m\((i + 1) % 2000))'><rect width='100' height='100' fill='white'/></mask>" }
    _ = try draw(svg(masks + "<rect width='100' height='100' mask='url(#m7)'/>"))
  }

  @Test func tilesStayNearTheirPlaces() throws {
    // A hundred tiles of 10.4 pixels: whole ones would end 40 pixels off. The last line is from 1029.6 to 1034.8.
    let pattern =
      "<pattern id='p' width='10.4' height='10' patternUnits='userSpaceOnUse'><rect width='5.2' height='10' fill='red'/></pattern>"
    let wide = try PixelBuffer(width: 1040, height: 10)
    let document = try SVGDocument(
      parsing: svg(pattern + "<rect width='1040' height='10' fill='url(#p)'/>", "width='1040' height='10'"))
    try document.draw(in: Canvas(wide), size: Size(1040, 10))
    for tile in [0, 50, 99] {
      let start = Double(tile) * 10.4
      #expect(wide.color(x: Int(start + 2.6), y: 5).alpha > 0.9)
      #expect(wide.color(x: Int(start + 7.8), y: 5).alpha < 0.1)
    }
    // Few of them have sharp edges.
    let narrow = try draw(svg(pattern + "<rect width='90' height='10' fill='url(#p)'/>"))
    #expect((0..<90).filter { narrow.color(x: $0, y: 5) == Color(rgb: 0xff0000) }.count == 45)
  }

  @Test func aGradientBetweenTwoCirclesThatAreOneIsAStepAtItsRim() throws {
    let stops = "<stop stop-color='red'/><stop offset='1' stop-color='lime'/>"
    let pixels = try draw(
      svg("<radialGradient id='g' fr='.4' r='.4'>\(stops)</radialGradient><rect width='100' height='100' fill='url(#g)'/>"))
    #expect(pixels.color(x: 50, y: 50).hex == "#ff0000")
    #expect(pixels.color(x: 50, y: 12).hex == "#ff0000")
    #expect(pixels.color(x: 50, y: 8).hex == "#00ff00")
    #expect(pixels.color(x: 2, y: 2).hex == "#00ff00")
  }

  @Test func theSaturationOfAMatrixIsAtMostOneAndThatOfTheFunctionIsNot() throws {
    func drawn(_ filter: String, _ use: String) throws -> Color {
      try draw(svg("\(filter)<rect width='100' height='100' fill='#804040' filter='\(use)'/>")).color(x: 50, y: 50)
    }
    let matrix = try drawn(
      "<filter id='f' color-interpolation-filters='sRGB'><feColorMatrix type='saturate' values='3'/></filter>", "url(#f)")
    #expect(matrix.hex == "#804040")
    #expect(try drawn("", "saturate(3)").hex != "#804040")
  }
}

@Suite struct SVGCodecTests {
  @Test func documentsAreRecognizedByTheirContent() {
    func isSVG(_ text: String) -> Bool { Array(text.utf8).withUnsafeBytes { SVGCodec().recognizes($0) } }
    #expect(isSVG("<svg xmlns='http://www.w3.org/2000/svg'>"))
    #expect(isSVG("\u{FEFF}<?xml version='1.0'?>\n<!-- drawn by hand -->\n<!DOCTYPE svg>\n<svg:svg xmlns:svg='x'>"))
    #expect(!isSVG("<html><body>svg</body></html>"))
    #expect(([0x1F, 0x8B, 8, 0] as [UInt8]).withUnsafeBytes { SVGCodec().recognizes($0) })
    #expect(!isSVG("svg"))
    #expect(!isSVG("<svgx>"))
  }

  @Test func theRegistryDrawsDocumentsLargerAndSmallerThanTheySay() throws {
    let codecs = PictureCodecs([PNGCodec(), SVGCodec()])
    let data = PictureData(
      svg("<rect width='100' height='100' fill='currentColor'/>", "width='24' height='24' viewBox='0 0 100 100'"), name: "a.svg")
    let header = try codecs.header(of: data)
    #expect(header.isVector && header.width == 24 && header.height == 24)
    for side in [8, 24, 96] {
      var request = PictureRequest(width: side, height: side)
      request.tint = Color(rgb: 0x0000ff)
      let pixels = try codecs.decode(data, request)
      #expect(pixels.width == side)
      #expect(pixels.color(x: side / 2, y: side / 2).hex == "#0000ff")
    }
  }

  @Test func flatColorsHaveTheRequestedDepth() throws {
    let flat = "<rect width='8' height='8' fill='#123457'/><g opacity='0.5'><path d='M0 0h8v8h-8z' fill='#e3a1b5'/></g>"
    let codecs = PictureCodecs([SVGCodec()])
    var request = PictureRequest(width: 32, height: 32)
    for (depth, colors) in [(ColorDepth.full, 2...64), (ColorDepth(.rgb565), 1...1)] {
      request.colorDepth = depth
      let shown = try codecs.decode(PictureData(svg(flat, "viewBox='0 0 8 8'"), name: "a.svg"), request).converted(to: .rgb565)
      #expect(colors.contains(Set((0..<900).map { shown.color(x: 1 + $0 % 30, y: 1 + $0 / 30) }).count))
    }
  }

  @Test(arguments: [
    "viewBox='0 0 40 30'", "width='50' height='20'", "width='50' viewBox='0 0 40 30'", "height='1in' viewBox='0 0 40 30'",
    "width='50%' viewBox='0 0 40 30'", "width='10em' height='10em' font-size='3'", "width='50%' height='20'", "",
  ]) func theHeaderHasTheSizeOfTheDocument(attributes: String) throws {
    let bytes = svg("<rect x='10' y='10' width='60' height='70'/>", attributes)
    let header = try SVGCodec().header(of: PictureData(bytes, name: "a.svg"))
    let size = try SVGDocument(parsing: bytes).size
    #expect(header.width == Int(size.width.rounded()) && header.height == Int(size.height.rounded()))
  }

  @Test func aHeaderOfNoSizeIsAnError() {
    for text in ["<svg xmlns='http://www.w3.org/2000/svg' width='-5' height='5'/>", "<html/>", "<svg xmlns='http://www.w3.org/2000/svg'>"] {
      #expect(throws: PictureError.self) { try SVGCodec().header(of: PictureData(Array(text.utf8), name: "a.svg")) }
    }
  }

  @Test func theDecodingBudgetHolds() {
    let data = PictureData(
      svg("<filter id='f' x='0' y='0' width='1' height='1'><feFlood/></filter><g filter='url(#f)'><rect width='100' height='100'/></g>"))
    let codecs = PictureCodecs([SVGCodec()])
    #expect(throws: PictureError.self) { try codecs.decode(data, PictureRequest(width: 1000, height: 1000, byteLimit: 5 << 20)) }
    #expect(throws: Never.self) { try codecs.decode(data, PictureRequest(width: 100, height: 100, byteLimit: 5 << 20)) }
    #expect(throws: PictureError.self) {
      try codecs.decode(PictureData(Array("<svg xmlns='http://www.w3.org/2000/svg'><".utf8)), PictureRequest(width: 9, height: 9))
    }
  }
}
