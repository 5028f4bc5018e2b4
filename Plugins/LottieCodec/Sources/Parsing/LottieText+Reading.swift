internal import TesseraJSON
internal import TesseraGeometry
internal import TesseraRender

extension LottieText {
  /// Parses a text layer: its letters are shapes of the file if it has them, otherwise glyphs of installed fonts.
  init(_ json: JSONValue, _ name: String, reading: LottieReading) throws(LottieError) {
    styles = []
    let text = json[present: "t"]
    if text?[present: "a"]?.list?.isEmpty == false { reading.reportUnsupported("animation of letters") }
    if text?[present: "p"]?[present: "m"] != nil { reading.reportUnsupported("text on a path") }
    reading.recordColor("\(name).fill")
    for (i, key) in (text?[present: "d"]?[present: "k"]?.list ?? []).enumerated() {
      reading.path.append("t.d.k[\(i)]")
      try reading.countItem()
      if let document = key[present: "s"] { styles.append(try Self.style(document, at: key.number("t") ?? 0, name, reading)) }
      reading.path.removeLast()
    }
  }

  private typealias Letter = (path: Path, advance: Double)
  private typealias Letters = [Letter]

  /// Breaks letters into lines that fit a box: at spaces, which are dropped, or else before the letter that does not fit.
  private static func lines(of letters: Letters, width: Double, tracking: Double) -> [ArraySlice<Letter>] {
    var result: [ArraySlice<Letter>] = []
    var (start, used, at): (Int, Double, Int) = (0, 0, 0)
    var space: Int?
    while at < letters.count {
      let isSpace = letters[at].path.isEmpty
      if isSpace { space = at }
      if used + letters[at].advance > width, !isSpace, at > start {
        result.append(letters[start..<(space ?? at)])
        start = space.map { $0 + 1 } ?? at
        (used, at, space) = (0, start, nil)
      } else {
        used += letters[at].advance + tracking
        at += 1
      }
    }
    return result + [letters[start...]]
  }

  private static func style(_ json: JSONValue, at time: Double, _ name: String, _ reading: LottieReading) throws(LottieError) -> Style {
    let size = json.number("s") ?? 12
    guard size > 0, size <= 10_000 else { throw reading.failure("it must be above 0 and at most 10000, got \(size)", at: "s") }
    let paragraphs = (json[present: "t"]?.text ?? "").split(omittingEmptySubsequences: false) { $0 == "\r" || $0 == "\n" || $0 == "\u{3}" }
    let tracking = (json.number("tr") ?? 0) / 1000 * size
    let (height, shift) = (json.number("lh") ?? size * 1.2, json.number("ls") ?? 0)
    let (origin, box) = (json[present: "ps"]?.numbers ?? [], json[present: "sz"]?.numbers ?? [])
    let font = json[present: "f"]?.text.flatMap { reading.fonts[$0] }
    let ascent = (font?.number("ascent") ?? 75) / 100 * size
    var broken: [ArraySlice<Letter>] = []
    for paragraph in paragraphs {
      let letters = try self.letters(String(paragraph), size, font, reading)
      broken += box.isEmpty ? [letters[...]] : Self.lines(of: letters, width: box[0], tracking: tracking)
    }
    var lines: [Line] = []
    for (i, letters) in broken.enumerated() {
      let width = letters.reduce(0) { $0 + $1.advance + tracking } - (letters.isEmpty ? 0 : tracking)
      let justification = json.whole("j")
      var x = origin.first ?? 0
      // In a box, lines are aligned to its sides; at a point, to the left, right or centre of it.
      if let wide = box.first { x += justification == 1 ? wide - width : justification == 2 ? (wide - width) / 2 : 0 }
      if box.isEmpty { x -= justification == 1 ? width : justification == 2 ? width / 2 : 0 }
      let y = (box.isEmpty ? 0 : (origin.count > 1 ? origin[1] : 0) + ascent) + Double(i) * height - shift
      var line = Line(letters: [])
      for letter in letters {
        if !letter.path.isEmpty { line.letters.append((letter.path, .translation(x, y))) }
        x += letter.advance + tracking
      }
      lines.append(line)
    }
    func color(_ key: String) -> Color? {
      json[present: key]?.numbers.flatMap { $0.count >= 3 ? Color(Vector($0[0], $0[1], $0[2], 1)) : nil }
    }
    return Style(
      time: time, lines: lines, fill: color("fc"), stroke: color("sc"), strokeWidth: json.number("sw") ?? 0, fillsLast: !json.flag("of"),
      path: "\(name).fill")
  }

  private static func letters(_ text: String, _ size: Double, _ font: JSONValue?, _ reading: LottieReading) throws(LottieError) -> Letters {
    let (family, style) = (font?[present: "fFamily"]?.text, font?[present: "fStyle"]?.text)
    var result: Letters = []
    for letter in text {
      try reading.countItem()
      guard let glyph = reading.glyphs[LottieReading.glyphKey(String(letter), family, style)] else {
        return try outlines(text, size, family, style, reading)
      }
      let items = try reading.items(glyph[present: "data"]?[present: "shapes"], "chars", names: "")
      let scale = size / 100
      var path = Path()
      let shape = LottieShape(items, at: 0, budget: reading.letters)
      if let reason = reading.letters.refusal { throw reading.failure(reason) }
      for entry in shape.contours { path.add(entry.contour, entry.map.then(.scale(scale, scale))) }
      result.append((path, (glyph.number("w") ?? 0) * scale))
    }
    return result
  }

  private static func outlines(
    _ text: String, _ size: Double, _ family: String?, _ style: String?, _ reading: LottieReading
  ) throws(LottieError) -> Letters {
    let style = Array((style ?? "").lowercased().utf8)
    // Compared by bytes: searching a string in a string would link the regular expression engine.
    func says(_ word: String) -> Bool { style.indices.contains { style[$0...].starts(with: word.utf8) } }
    let font = Font(
      family, size: size, weight: says("bold") ? .bold : .regular, slant: says("italic") || says("oblique") ? .italic : .upright)
    let glyphs = AttributedText(text, attributes: TextAttributes(font: font)).outlines(library: reading.options.fonts)
    for _ in glyphs { try reading.countItem() }
    return glyphs.map { ($0.path.transformed(.translation($0.offset.x, $0.offset.y)), $0.advance) }
  }
}
