import TesseraKit
import TesseraScene
import Testing

/// Messages for text that is not YAML, and for comments that hide values.
@Suite struct SyntaxMessageTests {
  private func errors(_ text: String) -> [String] {
    do {
      let scene = try Scene.parse(text: text, name: "s", registry: .standard)
      return scene.warnings.map(\.description)
    } catch {
      return error.errors.map(\.description)
    }
  }

  @Test(arguments: [
    ("    string: Price: 5", "4:18: error: the value of `string` contains `: `, so it must be in quotes: \"Price: 5\""),
    ("    string: Price: 5 # euros", "4:18: error: the value of `string` contains `: `, so it must be in quotes: \"Price: 5\""),
    ("    string: Say \"a: b\"", "4:19: error: the value of `string` contains `: `, so it must be in quotes: 'Say \"a: b\"'"),
    ("    string: Größe: 5", "4:18: error: the value of `string` contains `: `, so it must be in quotes: \"Größe: 5\""),
    ("    children: [{type: text, string: Price: 5}]", "error: the value of `string` contains `: `, so it must be in quotes: \"Price: 5\""),
    ("    children:\n      - string: a: b", "5:18: error: the value of `string` contains `: `, so it must be in quotes: \"a: b\""),
    (
      "    id: a\n      opacity: 1",
      "5:14: error: `opacity:` cannot be a key here; check the indentation of this line, and the value of the line before"
    ),
    ("    id: \"a", "error: the text in quotes that began in line 4 has no closing quote"),
    ("    id: @name", "4:9: error: a value that begins with `@` must be in quotes"),
    ("    id: `name`", "a value that begins with ``` must be in quotes"),
    ("    id: *", "a value that begins with `*` must be in quotes"), ("    id: &", "a value that begins with `&` must be in quotes"),
    ("    id: - a", "`- ` begins an item of a list; write it in a line of its own"),
    ("    id: \"\\q\"", "unknown escape in double quotes; write `\\\\` for a backslash, or use single quotes"),
    ("    id: \"\\u12\"", "an escape such as \\u00e9 needs four hexadecimal digits"), ("\tid: a", "error: indent with spaces, not tabs"),
    ("    children:\n      - {type: box}\n      {type: box}", "a key that began in line 6 has no `: ` after it"),
    ("    id: a\n   type: box", "check its indentation"), ("    id a\n    opacity: 1", "a key that began in line 4 has no `: ` after it"),
    ("    children: [{type: box}", "is not closed: `,` or `]` is missing before this"),
    ("    style: {width: 5", "is not closed: `,` or `}` is missing before this"),
    ("    children: [{type: box, background: #3366cc}]", "`#3366cc` begins a comment, so a bracket"),
    ("    children:\n      - {type: box, background: #abc}\n      - {type: box}", "`#abc` begins a comment, so a bracket"),
    (
      "    children:\n      - {type: box}\n      id: a",
      "this line is not an item (`- `) of the list that began in line 5; check its indentation"
    ),
    (
      "    id: 'it's'",
      "4:13: error: this cannot follow the value in its line; write the whole value in quotes, with a quote in single quotes twice"
    ),
    ("    children: [{type: text, string: \"a #b\" x}]", "the `{` is not closed: `,` or `}` is missing before this"),
    ("    id: | text", "nothing may follow `|` or `>` in its line; begin the text in the next line"),
  ]) func libyamlIsTranslated(line: String, message: String) {
    let errors = errors("tessera: 1\nroot:\n    type: box\n\(line)\n")
    #expect(errors.count == 1 && errors[0].contains(message), "\(errors)")
  }

  @Test(arguments: [
    ("background: #3366cc", "4:14: error: attribute `background` of `box` must be a color"),
    ("opacity: #1", "attribute `opacity` of `box` must be a number from 0 to 1"),
    ("border: {width: 1, color:\n    #fff\n    }", "`color` of attribute `border` of `box` must be a color"),
    ("hidden:   #yes", "attribute `hidden` of `box` must be"),
    ("style: #x", "`style` of `box` must be a map, got nothing"),
    ("children: #none", "`children` of `box` must be a list of nodes, got nothing"),
    ("children:\n    - type: #box", "`type` of a node must be a node type"),
    ("children:\n    - type: box\n      when: #dark", "`when` of `box` must be an expression"),
    ("style:\n    width: #5", "style `width` of `box` must be"), ("shadow: #0008", "attribute `shadow` of `box` must be a map"),
    ("styles: [a, b]\n  cornerRadius: #8", "attribute `cornerRadius` of `box` must be"),
  ]) func aCommentInThePlaceOfAValueIsNamed(line: String, message: String) throws {
    let hash = try #require(line.split(separator: "#").last.map { "#" + $0.prefix { !"\n }".contains($0) } })
    let errors = errors("tessera: 1\nroot:\n  type: box\n  \(line)\n")
    let isInNextLine = line.hasPrefix("border")
    #expect(
      errors.contains { $0.contains(message) && (isInNextLine || $0.contains("`\(hash)` begins a comment; write '\(hash)' in quotes")) },
      "\(errors)")
  }

  @Test(arguments: [
    ("background: light-dark(#fff, #000)", "got `light-dark(#fff,`: `#000)` begins a comment; write the whole value in quotes"),
    ("opacity: 5\t #max", "got `5`: `#max` begins a comment; write the whole value in quotes"),
    ("style: {width: wide #px\n    }", "got `wide`: `#px` begins a comment; write the whole value in quotes"),
  ]) func aCommentBehindAWrongValueIsNamed(line: String, message: String) {
    let errors = errors("tessera: 1\nroot:\n  type: box\n  \(line)\n")
    #expect(errors.count == 1 && errors[0].hasSuffix(message), "\(errors)")
  }

  @Test(arguments: [
    "opacity: 0.5 #half", "opacity: 1 # light-dark(#fff, #000)", "styles: [] #none", "label: two\n    lines #last", "label: a#b",
    "label: 'a' #b",
  ]) func aCommentBehindAValueIsAllowed(line: String) {
    #expect(errors("tessera: 1\nroot:\n  type: box\n  \(line)\n") == [])
  }

  @Test(arguments: [
    (
      "motion: {opacty: spring}",
      "4:12: error: `opacty` of attribute `motion` of `box` is not an attribute of `box`; did you mean `opacity`?"
    ),
    ("keyframes: {hight: {frames: [0, 1]}}", "4:15: error: `hight` of attribute `keyframes` of `box` is not an attribute of `box`"),
    ("style: {width 4}", "4:11: error: unknown style key `width 4` of `box`; a key needs `: ` after it: `width: 4`"),
    ("children: [type:box]", "a node must be a map, got `type:box`; a key needs `: ` after it: `type: box`"),
    ("style:\n    width 4", "`style` of `box` must be a map, got `width 4`; a key needs `: ` after it: `width: 4`"),
    ("motion: {flexGrow: spring}", "`flexGrow` of attribute `motion` of `box` is not an attribute of `box`"),
    ("on: {tap: popp}", "4:13: error: an action on `tap` of `box` must be `pop`, `dismiss`, `sleep`, or a map with one of set, toggle"),
    ("on: {tap: [pop, [pop]]}", "an action on `tap` of `box` must be `pop`"),
    (
      "background: {gradient: linear, from: [0], stops: [{at: 0, color: red}]}",
      "attribute `background` of `box` must have two numbers in `from`, as in `from: [0, 1]`"
    ),
    ("background: {gradient: conic, stops: []}", "attribute `background` of `box` needs at least one stop: `stops: [{"),
    ("background: {gradient: conic}", "attribute `background` of `box` needs at least one stop"),
    (
      "background: {stops: [{color: red}]}",
      "attribute `background` of `box` needs `gradient: linear`, `radial` or `conic` beside its stops"
    ),
    ("background: {gradient: radial, stops: [{color: red}, {at: 1}]}", "needs a color in each stop; stop 2 has none"),
    (
      "style: {flexDirection: column, flex-direction: row}",
      "4:34: error: `flex-direction` of `box` is given twice; it is `flexDirection` in line 4 too"
    ),
    ("style: {border-top-width: 1, borderTop: 2}", "`borderTop` of `box` is given twice"),
  ]) func wrongNamesAndFormsAreReported(line: String, message: String) {
    let errors = errors("tessera: 1\nroot:\n  type: box\n  \(line)\n")
    #expect(errors.count == 1 && errors[0].contains(message), "\(errors)")
  }

  @Test func emptyTextsOfCommentsAreWarnings() {
    let warning = "`#1` begins a comment; write '#1' in quotes"
    #expect(
      errors("tessera: 1\nroot: \n  type: text\n  string: #1 in the list\n") == [
        "s:4:10: warning: attribute `string` of `text` is empty: \(warning)"
      ])
    #expect(errors("tessera: 1\ndata:\n  tone: #1\nroot: {type: box}\n") == ["s:3:8: warning: a value of the data is empty: \(warning)"])
    #expect(errors("tessera: 1\nroot: \n  type: text\n  string: # a comment\n") == [])
  }

  @Test(arguments: [
    ("label", "text"), ("View", "box"), ("img", "image"), ("TextField", "editable-text"), ("editabletext", "editable-text"),
    ("ListView", "table"),
    ("boxx", "box"), ("buton", "button"),
  ]) func typesOfOtherFrameworksAreUnderstoodAsMeant(type: String, meant: String) {
    let expected = "unknown node type `\(type)` (`tessera nodes` lists all); did you mean `\(meant)`?"
    #expect(errors("tessera: 1\nroot: {type: \(type)}") == ["s:2:14: error: \(expected)"])
  }

  @Test(arguments: [
    ("size: 400x160\nroot: {type: box}", "2:7: error: `size` of the scene must be [width, height], for example [800, 480], got `400x160`"),
    (
      "root: [{type: box}]", "2:7: error: `root` of the scene must be a node (a map), got a list; put the nodes under `children` of a `box`"
    ),
    ("root: {type: box, style: {justifyContent: centre}}", "did you mean `center`?"),
    ("root: {type: box, style: {flexDirection: colum}}", "did you mean `column`?"),
    ("root: {type: box, background: 336699}", "got `336699`; did you mean `'#336699'`?"),
  ]) func mistakesAreNamedWithTheRemedy(body: String, message: String) {
    let errors = errors("tessera: 1\n" + body)
    #expect(errors.count == 1 && errors[0].contains(message), "\(errors)")
  }

  @Test func aMissingVersionErrorNamesTheLineToAdd() {
    #expect(errors("root: {type: box}") == ["s:1:1: error: the key `tessera` is missing; add `tessera: 1` as the first line"])
  }
}
