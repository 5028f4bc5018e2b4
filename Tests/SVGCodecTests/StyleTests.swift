import TesseraRender
import Testing

@testable import SVGCodec

/// Fill of the element at each of ten columns: rectangles of 10 x 100.
private func columns(_ style: String, _ content: String, _ attributes: String = "viewBox='0 0 100 100'") throws -> [String] {
  let pixels = try draw(svg("<style>\(style)</style>\(content)", attributes))
  return (0..<10).map { pixels.color(x: 10 * $0 + 5, y: 50).hex }
}

private func bar(_ column: Int, _ attributes: String = "") -> String { "<rect x='\(10 * column)' width='10' height='100' \(attributes)/>" }

private let (red, lime, blue, black, none) = ("#ff0000", "#00ff00", "#0000ff", "#000000", "#00000000")

@Suite struct StyleTests {
  @Test(arguments: [
    // The style element is the first child; the bars are the second to the sixth.
    ("rect:not(.a)", [1, 2, 3, 4]), ("rect:not(.a, #b)", [2, 3, 4]), (":nth-child(3)", [1]), ("rect:nth-child(odd)", [1, 3]),
    ("rect:nth-child(even)", [0, 2, 4]), ("rect:nth-child(2n + 1)", [1, 3]), ("rect:nth-child(-n+3)", [0, 1]),
    ("rect:nth-child(n+5)", [3, 4]),
    ("rect:nth-last-child(1)", [4]), ("rect:nth-of-type(1)", [0]), ("rect:nth-last-of-type(2)", [3]), ("rect:last-child", [4]),
    ("rect:first-of-type", [0]), ("rect:last-of-type", [4]), ("rect:only-child", []), ("rect:nth-child(2 of .c)", [4]),
    ("rect:is(.a, #b)", [0, 1]), ("rect:where(.a, #b)", [0, 1]), ("#b ~ rect", [2, 3, 4]), ("#b + rect", [2]), (".a+#b~.c", [2, 4]),
    ("svg > rect.c", [2, 4]), (":root > .c", [2, 4]), (":root rect:empty.c", [2, 4]), ("[data-k=v]", [3]), ("[data-k='V' i]", [3]),
    ("[class~=c]", [2, 4]),
    ("[class^=c]", [2, 4]), ("[class$=d]", [4]), ("[class*=' ']", [4]), ("[x|='30']", [3]), ("rect[data-k]:not([data-k=w])", [3]),
    ("*|rect.a, *|rect#b", [0, 1]), ("|rect", []), ("svg|rect.a, #b", []), ("[|class=a]", [0]), ("[*|lang]", [3]), ("[xml|lang]", []),
    ("rect:hover", []), ("rect::before", []), ("#\\62", [1]), ("rect:lang(de)", [3]), ("RECT", []), (".a, :nonsense", []), (".a >", []),
    ("rect:has(+ .c)", [1, 3]), ("rect:has(~ #b)", [0]), (":root:has(> #b) > .a", [0]), ("rect:has(*)", []), ("svg:has(rect + .d) .d", [4]),
    ("svg:has(.c ~ .c ~ .c) .a", []), ("rect:not(:has(+ rect))", [4]), ("&amp; > .a, &amp;.a", [0]),
    ("rect:nth-child(0)", []), ("rect:nth-child(1000000000000n)", []), ("rect:not(:not(.a))", [0]),
  ]) func aSelectorMatches(selector: String, wanted: [Int]) throws {
    let bars =
      bar(0, "class='a'") + bar(1, "id='b'") + bar(2, "class='c'") + bar(3, "data-k='v' xml:lang='de-AT'") + bar(4, "class='c d'")
    let found = try columns("\(selector) { fill: red }", bars)
    #expect((0..<5).filter { found[$0] == red } == wanted, "\(selector): \(found)")
  }

  @Test func aValueThatIsInvalidWithItsVariablesCountsAsUnset() throws {
    let found = try columns(
      "svg{fill:lime;--w:12px} .a{fill:var(--w)} .o{opacity:.2;opacity:var(--w)}",
      bar(0, "class='a'") + bar(1, "style='fill:var(--none)'") + bar(2, "class='o'") + bar(3, "fill='var(--w)'"))
    #expect(found[0..<4] == [lime, lime, lime, lime])
    let turned = try columns(
      ".t{fill:hsl(calc(60deg * 2) 100% 50%)} .u{fill:hsl(calc(.5turn - 60deg) 100% 50%)}", bar(0, "class='t'") + bar(1, "class='u'"))
    #expect(turned[0..<2] == [lime, lime])
  }

  @Test func conditionsOfSupportsAreNested() throws {
    for (condition, wanted) in [
      ("(fill:red) and (not (foo:1))", lime), ("not ((fill:red) and (foo:1))", lime), ("(not (fill:red)) or (foo:1)", black),
      ("(not(foo:1))", lime),
    ] {
      #expect(try columns("@supports \(condition){rect{fill:lime}}", bar(0))[0] == wanted, "\(condition)")
    }
  }

  @Test func theColorOfTheBackgroundIsDrawn() throws {
    #expect(try columns("svg{background:lime}", "")[0] == lime)
    #expect(try columns("svg{background-color:lime;background:none}", "")[0] == none)
    #expect(try columns("", "", "viewBox='0 0 100 100' style='background: rgb(0 255 0)'")[3] == lime)
  }

  @Test func theStrongestDeclarationWins() throws {
    let sheet =
      "#i{fill:lime} .k{fill:red} rect{fill:blue} .m.m{fill:lime} .m{fill:red} :where(#i){fill:red} .w{fill:red!important} .n{fill:lime} .n{fill:nonsense}"
    let found = try columns(
      sheet,
      bar(0, "id='i' class='k'") + bar(1, "class='k' fill='lime'") + bar(2, "class='m'") + bar(3, "class='w' style='fill:lime'")
        + bar(4, "class='w' style='fill:lime ! IMPORTANT'") + bar(5, "class='n'") + bar(6, "fill='lime' style='fill:12px'")
        + "<g fill='lime'>\(bar(7, "style='fill:unset'"))\(bar(8, "style='fill:initial'"))\(bar(9, "class='k' style='fill:inherit'"))</g>")
    #expect(found == [lime, red, lime, red, lime, lime, blue, lime, black, lime])
  }

  @Test func layersAreWeakerThanRulesOutside() throws {
    let sheet = "@layer a, b; @layer b{rect{fill:lime}} @layer a{#i{fill:red}} .o{fill:blue} @layer a{#j.o{fill:red}}"
    let found = try columns(sheet, bar(0, "id='i'") + bar(1, "id='j' class='o'"))
    #expect(found[...1] == [lime, blue])
  }

  @Test func layersInsideOthersComeFirst() throws {
    let sheet = "@layer a { rect{fill:lime} @layer b { rect{fill:red} } } @layer c.d { #i{fill:blue} } @layer c { #i{fill:lime} }"
    #expect(try columns(sheet, bar(0, "id='i'") + bar(1))[...1] == [lime, lime])
    // Important declarations are in the opposite order; layers without a name differ.
    let important = "@layer { rect{fill:lime !important} } @layer { rect{fill:red !important} } rect{fill:red !important}"
    #expect(try columns(important, bar(0))[0] == lime)
    #expect(try columns("@layer { rect{fill:red} } @layer { rect{fill:lime} }", bar(0))[0] == lime)
  }

  @Test func namespacesAreDeclared() throws {
    let bars = bar(0, "xlink:href='#x'") + bar(1, "href='#x'") + bar(2, "xml:lang='de'")
    let sheet = """
      @namespace s "http://www.w3.org/2000/svg"; @namespace l url(http://www.w3.org/1999/xlink); @namespace h url("http://www.w3.org/1999/xhtml");
      @namespace x 'http://www.w3.org/XML/1998/namespace'; [l|href]{fill:red} s|rect[href]{fill:lime} h|rect{fill:black} [x|lang|='de']{fill:blue}
      """
    #expect(try columns(sheet, bars)[...2] == [red, lime, blue])
    #expect(try columns("rect{fill:lime} [*|href]{fill:red}", bars)[...2] == [red, red, lime])
    #expect(try columns("@namespace url(http://www.w3.org/1999/xhtml); rect{fill:red} *|rect{fill:lime}", bar(0))[0] == lime)
    #expect(try columns("@namespace url(http://www.w3.org/2000/svg); rect{fill:lime}", bar(0))[0] == lime)
  }

  @Test func rulesOfAScopeApplyInsideItsRootOnly() throws {
    let sheet = "@scope (.card) to (.hole) { rect{fill:lime} :scope > .x{fill:red} > .y{fill:blue} }"
    let content =
      bar(0)
      + "<g class='card'>\(bar(1))\(bar(2, "class='x'"))\(bar(3, "class='y'"))<g class='hole'>\(bar(4))<g class='card'>\(bar(5))</g></g></g>"
    #expect(try columns(sheet, content)[...5] == [black, lime, red, blue, black, lime])
    // The nearer root wins over the later rule, and specificity over both.
    let near = "@scope (.in) { rect{fill:lime} } @scope (.out) { rect{fill:red} rect.z{fill:blue} }"
    let nested = "<g class='out'><g class='in'>\(bar(0))\(bar(1, "class='z'"))</g>\(bar(2))</g>"
    #expect(try columns(near, nested)[...2] == [lime, blue, red])
    // Declarations of a scope apply to its root; without a selector, the parent of the style element is the root.
    #expect(
      try columns("@scope (.in) { fill:lime; .q{fill:red} }", "<g class='in'>\(bar(0))\(bar(1, "class='q'"))</g>")[...1] == [lime, red])
    let owner = "<g><style>@scope { rect{fill:lime} }</style>\(bar(0))</g>\(bar(1))"
    #expect(try columns("", owner)[...1] == [lime, black])
    // Scopes in scopes, and in rules.
    let inner = "@scope (.out) { @scope (:scope > .in) { rect{fill:lime} } } .out { @scope (&amp; > .b) { rect{fill:blue} } }"
    let both = "<g class='in'>\(bar(0))</g><g class='out'><g class='in'>\(bar(1))</g><g class='b'>\(bar(2))</g></g>"
    #expect(try columns(inner, both)[...2] == [black, lime, blue])
    #expect(try columns("@scope (.a { rect{fill:red} } @scope (.b) of (.c) { rect{fill:red} } rect{stroke:none}", bar(0))[0] == black)
  }

  @Test func propertiesHaveTypesAndInitialValues() throws {
    let sheet = """
      @property --own { syntax: "&lt;color>"; inherits: false; initial-value: lime }
      @property --all { syntax: "&lt;color>"; inherits: true; initial-value: lime }
      @property --word { syntax: "red | lime"; inherits: true; initial-value: lime }
      @property --bad { syntax: "&lt;length>"; inherits: true; initial-value: red }
      g{--own:red;--all:blue;--word:red} .own{fill:var(--own)} .all{fill:var(--all)} .word{fill:var(--word)} .bad{fill:var(--bad, lime)}
      .set{--own:blue} .wrong{--all:12px} .inherit{--own:inherit} .initial{--all:initial} .other{--word:blue}
      """
    let inside = ["own", "all", "word", "bad", "own set", "all wrong", "own inherit", "all initial", "word other"]
    let found = try columns(sheet, bar(9, "class='all'") + "<g>" + inside.enumerated().map { bar($0, "class='\($1)'") }.joined() + "</g>")
    #expect(found == [lime, blue, red, lime, blue, blue, red, lime, red, lime])
  }

  @Test(arguments: [
    ("<length>", "4px", "4"), ("<length>", "0", "4%"), ("<length-percentage>", "4%", "1s"), ("<number>", "1.5", "1px"),
    ("<integer>", "3", "3.5"), ("<percentage>", "4%", "4"), ("<angle>", "1turn", "1"), ("<time>", "20ms", "20"), ("<url>", "url(#a)", "#a"),
    ("<color>", "rgb(1 2 3)", "reddish"), ("<custom-ident>", "word", "12"), ("<string>", "'a b'", "a"),
    ("<transform-list>", "scale(2)", "big"),
    ("<color>#", "red, rgb(1, 2, 3)", "red lime"), ("<number>+", "1 2 3", "1, 2"), ("<length> | auto", "auto", "none"),
    ("*", "any (thing)", ""),
  ]) func aRegisteredPropertyAccepts(syntax: String, right: String, wrong: String) {
    func property(_ initial: String) -> RegisteredProperty? {
      .init([
        .init(name: "syntax", value: "\"\(syntax)\""), .init(name: "inherits", value: "true"), .init(name: "initial-value", value: initial),
      ])
    }
    #expect(property(right)?.accepts(right) == true)
    if syntax != "*" { #expect(property(wrong) == nil) }
  }

  @Test func variablesAreInheritedAndFallBack() throws {
    let sheet = """
      :root { --a: red; --b: var(--a); --c: var(--d, lime); --loop: var(--pool, red); --pool: var(--loop); --self: var(--self, red); --e: ; --X: lime }
      .a { fill: var(--a) } .b { fill: var(--b) } .c { fill: var(--c) } .d { fill: var(--none, var(--a, blue)) } .e { fill: var(--none) }
      .f { --a: lime } .g { fill: var(--loop, lime) } .h { fill: var(--self, lime) } .i { fill: var(--x, blue) } .j { fill: rgb(var(--n, 0, 255), 0) }
      """
    let found = try columns(
      sheet,
      bar(0, "class='a'") + bar(1, "class='b'") + bar(2, "class='c'") + bar(3, "class='d'") + bar(4, "class='e' fill='red'")
        + "<g class='f'>\(bar(5, "class='a'"))</g>" + bar(6, "class='g'") + bar(7, "class='h'") + bar(8, "class='i'") + bar(9, "class='j'"))
    #expect(found == [red, red, lime, red, black, lime, lime, lime, blue, lime])
  }

  @Test func variablesWorkInAttributesAndBelowUse() throws {
    let content =
      "<defs><rect id='r' width='10' height='100' fill='var(--k, blue)'/></defs><use href='#r' style='--k: red'/><use href='#r' x='10' style='--k: lime'/>"
      + "<use href='#r' x='20'/>" + bar(3, "style='--w: 10px; --k: url(#none) lime; fill: var(--k); width: var(--w)'")
    #expect(try columns("", content)[...3] == [red, lime, blue, lime])
  }

  @Test(arguments: [
    ("(min-width: 1px)", true), ("print", false), ("screen", true), ("not print", true), ("not screen", false),
    ("only screen and (max-width: 200px)", true),
    ("all and (width: 100px)", true), ("(width >= 101px)", false), ("(50px &lt; width &lt;= 100px)", true), ("print, screen", true),
    ("(prefers-color-scheme: light)", true),
    ("(prefers-color-scheme: dark)", false), ("(orientation: landscape)", true), ("(aspect-ratio: 2/1)", true),
    ("not all and (min-width: 1px)", false),
    ("(min-width: 1px) and (max-height: 10px)", false), ("(max-height: 10px) or (min-width: 1px)", true), ("(not (hover))", true),
    ("not (min-width: 1px)", false),
    ("(nonsense)", false), ("(min-width: 10em)", false), ("", true), ("((min-width: 1px) and (color))", true), ("(hover: hover)", false),
  ]) func aMediaQueryHolds(query: String, holds: Bool) throws {
    let size = "width='100' height='50' viewBox='0 0 100 50' preserveAspectRatio='none'"
    #expect(try columns("@media \(query) { .x { fill: red } }", bar(0, "class='x'"), size)[0] == (holds ? red : black), "\(query)")
    let attribute = svg("<style media='\(query)'>.x{fill:red}</style>" + bar(0, "class='x'"), size)
    #expect(try draw(attribute).color(x: 5, y: 50).hex == (holds ? red : black), "\(query)")
  }

  @Test(arguments: [
    ("(fill: red)", true), ("(fill: nonsense)", false), ("(nonsense: red)", false), ("not (fill: red)", false),
    ("(fill: red) and (--x: 1)", true),
    ("(float: left) or (r: 1px)", true), ("selector(a > b)", true), ("selector(:nonsense)", false),
  ]) func supportedFeaturesAreUsed(condition: String, holds: Bool) throws {
    #expect(try columns("@supports \(condition) { .x { fill: red } }", bar(0, "class='x'"))[0] == (holds ? red : black), "\(condition)")
  }

  @Test func rulesInRulesNestAndOthersAreSkipped() throws {
    let sheet = """
      @import 'a.css'; @charset "x"; @font-face { font-family: a; src: url(data:;base64,AA==) } @keyframes k { from { fill: red } }
      @media screen { @media (min-width: 1px) { .a { fill: red } } .b { fill: lime } } @page { margin: 1px }
      .c { fill: blue; } /* .c { fill: red } */ .d { content: "}"; fill: lime /* ; */ ; stroke } .e{fill:red;;fill:lime
      """
    let found = try columns(
      sheet, bar(0, "class='a'") + bar(1, "class='b'") + bar(2, "class='c'") + bar(3, "class='d'") + bar(4, "class='e'"))
    #expect(found[...4] == [red, lime, blue, lime, lime])
  }

  @Test func nestedRulesReferToTheirParents() throws {
    let sheet = """
      g, #none { fill: blue; &amp; > .a { fill: lime } .b { fill: lime; &amp;.c { fill: red } } + rect { fill: lime }
        @media screen { .d { fill: red } } @media print { .d { fill: lime } } rect&amp;, :is(&amp;) .e { fill: red } fill: black; :nonsense { fill: red } }
      """
    let inside = bar(0, "class='a'") + bar(1, "class='b'") + bar(2, "class='b c'") + bar(3, "class='d'") + bar(4, "class='e'") + bar(5)
    // The weight of `&` is that of the id in its list.
    let found = try columns(sheet, "<g>\(inside)</g>" + bar(6) + bar(7, "class='a'"))
    #expect(found[...7] == [lime, lime, red, red, red, black, lime, black])
  }

  @Test func geometryIsSetByProperties() throws {
    func hex(_ style: String, _ element: String, _ x: Int, _ y: Int) throws -> String {
      try draw(svg("<style>\(style)</style>\(element)")).color(x: x, y: y).hex
    }
    #expect(try hex("rect{x:10px;y:10px;width:50px;height:30px;rx:8px}", "<rect fill='red'/>", 35, 25) == red)
    #expect(try hex("rect{x:10px;y:10px;width:50px;height:30px;rx:8px}", "<rect fill='red'/>", 10, 10) == none)
    #expect(try hex("circle{cx:70%;cy:calc(50px + 20%);r:20px}", "<circle cx='5' r='5' fill='red'/>", 70, 60) == red)
    #expect(try hex("ellipse{cx:50px;cy:50px;rx:auto;ry:20px}", "<ellipse fill='red'/>", 50, 35) == red)
    #expect(try hex("path{d:path('M10 10H90V90H10z')}", "<path d='M0 0' fill='red'/>", 50, 50) == red)
    #expect(try hex("circle{cx:max(10%,50px);cy:clamp(10px,70px,60px);r:min(10px, 1em * 2, 20px)}", "<circle fill='red'/>", 50, 68) == red)
    #expect(try hex("circle{cx:50px;cy:50px;r:min(10px;r:max()}", "<circle r='30' fill='red'/>", 50, 75) == red)
    #expect(try hex("rect{width:1em;height:1em;font-size:calc(20px + 2em)}", "<rect fill='red'/>", 42, 42) == red)
    #expect(try hex("path{d:none}", "<path d='M0 0H99V99z' fill='red'/>", 50, 20) == none)
    // Lengths without a unit are invalid in CSS. Geometry of other elements does not apply.
    #expect(try hex("rect{width:50}", "<rect width='20' height='20' fill='red'/>", 15, 15) == red)
    #expect(try hex("rect{width:50}", "<rect width='20' height='20' fill='red'/>", 30, 15) == none)
    #expect(try hex("circle{x:50px;width:1px}", "<circle cx='20' cy='20' r='10' fill='red'/>", 20, 20) == red)
    #expect(try hex("svg{--r:20px} *{r:var(--r)}", "<circle cx='50' cy='50' fill='red'/>", 50, 35) == red)
  }

  @Test func transformsOfCSSHaveUnitsAndBoxes() throws {
    func center(_ style: String) throws -> [Int] {
      // A square of 20 x 10 at 40, 20.
      let pixels = try draw(svg("<rect x='40' y='20' width='20' height='10' fill='red' style='\(style)'/>"))
      var (left, top, right, bottom) = (100, 100, 0, 0)
      for y in 0..<100 {
        for x in 0..<100 where pixels.color(x: x, y: y).alpha > 0.5 {
          (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x + 1), max(bottom, y + 1))
        }
      }
      return [left, top, right, bottom]
    }
    #expect(try center("transform: translate(10px, 50%)") == [50, 70, 70, 80])
    #expect(try center("transform: translate(50%, 100%); transform-box: fill-box") == [50, 30, 70, 40])
    #expect(try center("transform: scale(2); transform-box: fill-box; transform-origin: 50% 50%") == [30, 15, 70, 35])
    #expect(try center("transform: scale(2); transform-box: fill-box; transform-origin: center") == [30, 15, 70, 35])
    #expect(try center("transform: scale(2); transform-box: fill-box") == [40, 20, 80, 40])
    #expect(try center("transform: scaleX(2) translateY(10px); transform-origin: 50px 25px") == [30, 30, 70, 40])
    #expect(try center("transform: rotate(0.25turn); transform-origin: 50px 25px") == [45, 15, 55, 35])
    #expect(try center("transform: rotate(90); transform-origin: 50px 25px") == [40, 20, 60, 30])
    #expect(try center("transform: translate(10, 0)") == [40, 20, 60, 30])
    #expect(try center("transform: matrix(1, 0, 0, 1, 10, 0)") == [50, 20, 70, 30])
    #expect(try center("translate: 10px 20px; scale: 1 2; transform-origin: 0 20px") == [50, 40, 70, 60])
    #expect(try center("rotate: 90deg; transform-origin: 50px 25px") == [45, 15, 55, 35])
    #expect(try center("stroke: red; stroke-width: 4px; transform: scale(2); transform-box: stroke-box") == [38, 18, 86, 46])
  }
}
