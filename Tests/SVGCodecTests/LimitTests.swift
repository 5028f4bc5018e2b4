import TesseraGeometry
import TesseraRender
import Testing

@testable import SVGCodec

/// Documents that ask for more than is drawn. All are made here; the bounds are counts.
@Suite struct LimitTests {
  private func times(_ count: Int, _ body: (Int) -> String) -> String { (0..<count).map(body).joined() }

  /// The reason for which a document is not read with a part of a limit; nil: it is.
  private func refusal(_ body: String, _ kind: ReadingBudget.Kind, limit: Int, options: SVGOptions = SVGOptions()) -> String? {
    let bytes = svg(body)
    let budget = ReadingBudget(bytes: bytes.count) { $0 == kind ? limit : $0.limit }
    do throws(SVGError) {
      _ = try SVGDocument(parsing: bytes, named: "a.svg", options: options, nesting: 0, budget: budget)
      return nil
    } catch { return error.reason }
  }

  /// The reason for which a document is not drawn; nil: it is.
  private func refusal(_ body: String, side: Int = 100) -> String? {
    do throws(SVGError) {
      let document = try SVGDocument(parsing: svg(body))
      guard let pixels = try? PixelBuffer(width: side, height: side), let canvas = try? Canvas(pixels) else { return "no memory" }
      try document.draw(in: canvas, size: Size(Double(side), Double(side)))
      return nil
    } catch { return error.reason }
  }

  // MARK: text

  @Test func aTextOfHundredThousandWordsIsRefused() throws {
    #expect(refusal("<text>\(times(100_000) { "word\($0) " })</text>")?.contains("100000 characters") == true)
    #expect(refusal("<text>\(times(400) { _ in "word " })</text>") == nil)
  }

  @Test func lettersOfNestedSpansArePlacedOnce() throws {
    // 150 spans around 300 letters, each with its lists.
    let body =
      "<text x='1 2 3'>" + times(150) { _ in "<tspan x='1 2' rotate='1 2'>" } + times(300) { _ in "a" } + times(150) { _ in "</tspan>" }
      + "</text>"
    #expect(refusal(body) == nil)
  }

  @Test func repeatedTextsCountEachTime() throws {
    let long = times(3000) { _ in "ab " }
    #expect(refusal("<text id='t'>\(long)</text>" + times(100) { _ in "<use href='#t'/>" })?.contains("characters") == true)
    #expect(
      refusal("<text id='t'>\(long)</text><text>" + times(100) { _ in "<tref href='#t'/>" } + "</text>")?.contains("characters") == true)
  }

  // MARK: styles

  private func document(_ body: String) throws -> XMLDocument { try MarkupReader.read(svg(body), source: "a.svg") }

  @Test func rulesAreFoundByTheirNames() throws {
    let document = try document(times(2000) { "<rect class='c\($0)' id='i\($0)'/>" })
    var sheet = StyleSheet()
    sheet.add(times(2000) { ".c\($0){fill:red} #i\($0){fill:blue} t\($0){fill:lime}" }, for: StyleMedia(width: 1, height: 1))
    sheet.sort()
    let matcher = StyleMatcher(document)
    var matched = 0
    for node in document.nodes.indices { matched += sheet.rules(for: node, in: document, matcher).count }
    #expect(matched == 4000)
    // Each element is compared with its own two rules; without places by name these are 12 million.
    #expect(matcher.work < 20_000, "\(matcher.work)")
  }

  @Test(arguments: [("*[x]", StyleMatcher.mostWork), (":not(a)", 100_000), ("rect:nth-child(2n of [x])", 100_000), ("g ~ rect", 100_000)])
  func manyRulesForManyElementsAreRefused(selector: String, limit: Int) throws {
    let count = limit > 100_000 ? 4000 : 400
    let document = try document("<style>\(times(count) { "\(selector){x:\($0)px}" })</style>" + times(count) { _ in "<rect/>" })
    let error = #expect(throws: SVGError.self) { try TreeBuilder.build(document, source: "a.svg", mostComparisons: limit) }
    #expect(error?.reason.contains("more than \(limit) comparisons of selectors") == true)
  }

  @Test func chainsOfAncestorsAreRefused() throws {
    let body =
      "<style>i \(times(12) { _ in "g " })rect{fill:red}</style>" + times(120) { _ in "<g>" } + "<rect/>" + times(120) { _ in "</g>" }
    #expect(refusal(body)?.contains("comparisons of selectors") == true)
  }

  @Test func selectorsAreCounted() throws {
    #expect(refusal("<style>\(times(50_001) { _ in "a," })a{fill:red}</style>")?.contains("50000 selectors") == true)
  }

  @Test func variablesThatDoubleEnd() throws {
    let sheet = times(40) { "--a\($0 + 1): var(--a\($0)) var(--a\($0));" }
    #expect(refusal("<style>:root{--a0: red;\(sheet)} rect{fill:var(--a40)}</style><rect width='9' height='9'/>") == nil)
    let fallbacks = times(40) { "--b\($0): var(--b\($0 + 1), var(--b\($0 + 1), var(--none)));" }
    #expect(refusal("<style>:root{\(fallbacks)} rect{fill:var(--b0)}</style><rect width='9' height='9'/>") == nil)
    let long = times(3000) { _ in "abcdefghij" }
    #expect(
      refusal("<style>:root{--l: \(long)}</style>" + times(1000) { _ in "<rect style='fill:x var(--l)'/>" })?.contains("var()") == true)
  }

  @Test func thousandsOfAttributesAreFoundByName() throws {
    var list = AttributeList()
    for i in 0..<20_000 { list.set("a\(i)", "\(i)") }
    for i in 0..<20_000 { list.set("a\(i)", "\(i + 1)") }
    #expect(list.items.count == 20_000 && list["a19999"] == "20000" && list["b"] == nil)
    list.remove("a0")
    #expect(list["a0"] == nil && list["a1"] == "2" && list.items.count == 19_999)
    #expect(refusal("<rect \(times(20_000) { "a\($0)='1' " })/>") == nil)
  }

  @Test func copiesShareTheirAttributes() throws {
    let body = "<rect id='r' \(times(2000) { "a\($0)='\($0)' " })/>" + times(5000) { _ in "<use href='#r'/>" }
    let tree = try TreeBuilder.build(document(body), source: "a.svg")
    let origins = Set(tree.nodes.filter { $0.tag == "rect" }.map(\.origin))
    #expect(tree.nodes.count == 10_002 && origins.count == 1 && !origins.contains(-1))
  }

  // MARK: embedded documents

  /// Each of the files takes less than the limits of a document, or is refused by them; together they end the reading.
  @Test func embeddedDocumentsCountTogether() throws {
    let copies =
      "<g id='l0'><rect/></g>" + (1..<30).map { "<g id='l\($0)'><use href='#l\($0 - 1)'/><use href='#l\($0 - 1)'/></g>" }.joined()
    let styles = "<style>\(times(100) { ".a\($0) rect:nth-child(2n){fill:red}" })</style>" + times(150) { _ in "<rect class='b'/>" }
    let unseen = "<defs>\(times(6_000) { _ in "<g/>" })</defs>"
    let files: [(String, ReadingBudget.Kind, Int, String)] = [
      (copies, .visits, 500_000, "500000 elements"), (styles, .comparisons, 50_000, "comparisons of selectors"),
      (unseen, .visits, 100_000, "100000 elements"),
    ]
    for (file, kind, limit, reason) in files {
      var options = SVGOptions()
      options.load = { _ in svg(file) }
      func refused(_ count: Int) -> String? {
        refusal(times(count) { "<image width='9' height='9' href='\($0).svg'/>" }, kind, limit: limit, options: options)
      }
      #expect(refused(1) == nil)
      let many = refused(20)
      #expect(many?.contains(reason) == true, "\(many ?? "none")")
    }
  }

  // MARK: references

  @Test func copiesInCopiesAreNotDeep() throws {
    let levels = times(23) {
      "<g id='l\($0)'>" + String(repeating: "<g>", count: 200) + "<use href='#l\($0 + 1)'/>" + String(repeating: "</g>", count: 201)
    }
    #expect(refusal("<defs>\(levels)<rect id='l23' width='1' height='1'/></defs><use href='#l0'/>")?.contains("nested more than") == true)
  }

  @Test func paintsOfTheContextDoNotDouble() throws {
    let levels = times(22) { "<g id='l\($0)'><use href='#l\($0 + 1)'/></g>" }
    let inside = "<g id='l22' fill='context-fill'><rect width='9' height='9'/></g>"
    #expect(refusal("<defs>\(levels)\(inside)</defs><use href='#l0' fill='red'/>") == nil)
  }

  @Test func referencesBackAreFoundQuickly() throws {
    let body = "<g id='a'>" + times(3000) { _ in "<use href='#b'/>" } + "</g><g id='b'>" + times(3000) { _ in "<use href='#a'/>" } + "</g>"
    #expect(refusal(body)?.contains("elements") == true)
  }

  @Test(arguments: ["mask", "clip-path", "fill", "marker-start"]) func contentThatIsReadForEachShapeCounts(property: String) throws {
    let inside = times(500) { _ in "<path d='M0 0h1v1z'/>" }
    let body =
      "<mask id='mask'>\(inside)</mask><clipPath id='clip-path'>\(inside)</clipPath><pattern id='fill' width='9' height='9' patternUnits='userSpaceOnUse'>\(inside)</pattern>"
      + "<marker id='marker-start'>\(inside)</marker><g \(property == "mask" || property == "clip-path" ? "" : "\(property)='url(#\(property))'")>"
      + times(1000) { _ in "<path d='M0 0h9v9z' \(property == "mask" || property == "clip-path" ? "\(property)='url(#\(property))'" : "")/>"
      } + "</g>"
    // The whole limit for one of them.
    let limit = property == "mask" ? ReadingBudget.Kind.shapes.limit : 10_000
    #expect(refusal(body, .shapes, limit: limit)?.contains("more than \(limit) shapes") == true)
  }

  @Test func longAttributesCountEachTime() throws {
    let dashes = times(20_000) { _ in "1 " }
    #expect(refusal("<g stroke='red' stroke-dasharray='\(dashes)'>" + times(3000) { _ in "<path d='M0 0h1'/>" } + "</g>") != nil)
    let fonts = times(200_000) { _ in "a," }
    let body = "<g font-family='\(fonts)'>" + times(300) { _ in "<text>a</text>" } + "</g>"
    #expect(refusal(body)?.contains("long attributes") == true)
  }

  // MARK: drawing

  private func filtered(_ primitives: String, side: Int) -> String? {
    refusal(
      "<filter id='f' x='0' y='0' width='1' height='1'>\(primitives)</filter><rect width='100' height='100' filter='url(#f)'/>", side: side)
  }

  @Test func eachPrimitiveCountsByItsWork() throws {
    let expensive = [
      "<feMerge>\(times(20_000) { _ in "<feMergeNode/>" })</feMerge>",
      "<feTurbulence baseFrequency='.1' numOctaves='1000'/>" + times(2) { _ in "<feTurbulence baseFrequency='.1' numOctaves='1000'/>" },
      times(60) { _ in "<feConvolveMatrix order='16' kernelMatrix='\(times(256) { _ in "1 " })'/>" },
      times(250) { _ in "<feDiffuseLighting><fePointLight z='9'/></feDiffuseLighting>" },
      times(250) { _ in "<feMorphology radius='9'/>" }, times(250) { _ in "<feFlood/><feGaussianBlur stdDeviation='9'/>" },
    ]
    for index in 2...4 { #expect(filtered(expensive[index], side: 600)?.contains("as much work") == true) }
    #expect(filtered(expensive[5], side: 300) == nil)
    #expect(filtered(expensive[0], side: 400)?.contains("as much work") == true)
    #expect(filtered(expensive[1], side: 200)?.contains("as much work") == true)
  }

  @Test func resultsOfFiltersAreReleased() throws {
    let chain = SVGFilter(
      region: .zero,
      primitives: (0..<200).map { SVGPrimitive(kind: .pass($0 == 0 ? .source : .result($0 - 1)), region: .zero, isLinear: false) })
    #expect(chain.mostHeld == 2)
    let star = SVGFilter(
      region: .zero,
      primitives: (0..<10).map { SVGPrimitive(kind: .pass($0 == 0 ? .source : .result(0)), region: .zero, isLinear: false) })
    #expect(star.mostHeld == 2 && star.lastUses[0] == 9)
  }

  @Test func edgesOfPathsAreLimited() throws {
    // 20,000 lines from top to bottom of 1,000 rows, again and again.
    let path = "<path id='p' d='M0 0\(times(20_000) { $0 % 2 == 0 ? "V100" : "V0" })H9z'/>"
    #expect(refusal(path + times(40) { _ in "<use href='#p'/>" }, side: 1000)?.contains("as much work") == true)
    #expect(refusal(path, side: 1000) == nil)
    let taller = "<path d='M0 0\(times(160_000) { $0 % 2 == 0 ? "V100" : "V0" })H9z'/>"
    #expect(refusal(taller, side: 1000)?.contains("edges of one path") == true)
  }

  @Test(arguments: ["round", "bevel", "miter"]) func strokesOfManyJoinsAreDrawn(join: String) throws {
    let zigzag = "M0 0" + times(30_000) { "L\($0 % 2 == 0 ? 100 : 0) \(Double($0) / 300)" }
    #expect(refusal("<path d='\(zigzag)' fill='none' stroke='red' stroke-width='3' stroke-linejoin='\(join)'/>") == nil)
  }

  @Test func endlessDashesAreRefusedOrSolid() throws {
    let stroke = "fill='none' stroke='red' stroke-dasharray"
    #expect(refusal("<path d='M0 0H100' \(stroke)='1e-9'/>") == nil)
    #expect(refusal("<path d='M0 0\(times(20_000) { _ in "M0 0h100" })' \(stroke)='.0011'/>")?.contains("edges of one path") == true)
  }

  @Test func functionsOfFiltersCount() throws {
    #expect(
      refusal("<rect width='100' height='100' style='filter:\(times(5000) { _ in "invert(1)" })'/>", side: 500)?.contains("as much work")
        == true)
    #expect(refusal("<rect width='100' height='100' style='filter:drop-shadow(1e7px 0 0 red)'/>") == nil)
  }
}
