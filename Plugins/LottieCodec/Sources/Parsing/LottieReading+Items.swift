internal import TesseraJSON
internal import TesseraGeometry
internal import TesseraRender

extension LottieReading {
  /// Parses a list of shapes, paints and modifiers.
  /// - Parameters:
  ///   - list: nil means an empty list.
  ///   - key: name in error messages.
  ///   - names: names of the layer and the enclosing groups.
  func items(_ list: JSONValue?, _ key: String, names: String) throws(LottieError) -> [LottieItem] {
    guard let list else { return [] }
    guard let list = list.list else { throw failure("it must be a list", at: key) }
    var result: [LottieItem] = []
    for (i, json) in list.enumerated() where !json.flag("hd") && json[present: "ty"]?.text != "tr" {
      path.append("\(key)[\(i)]")
      try countItem()
      if let item = try item(json, names: names) { result.append(item) }
      path.removeLast()
    }
    return result
  }

  private func item(_ json: JSONValue, names: String) throws(LottieError) -> LottieItem? {
    guard let kind = json[present: "ty"]?.text else { throw failure("a shape needs a type", at: "ty") }
    let isReversed = json.whole("d") == 3
    if json.whole("bm") != 0 { reportUnsupported("blend modes of shapes") }
    switch kind {
    case "gr":
      let inner = try items(json[present: "it"], "it", names: "\(names).\(json[present: "nm"]?.text ?? "group")")
      let frame = json[present: "it"]?.list?.last { $0[present: "ty"]?.text == "tr" }
      return .group(inner, try transform(frame))
    case "sh": return .path(try contour(json, "ks"), isReversed: isReversed)
    case "rc":
      return .rectangle(
        position: try vector(json, "p", isPoint: true), size: try vector(json, "s"), radius: try number(json, "r"), isReversed: isReversed)
    case "el": return .ellipse(position: try vector(json, "p", isPoint: true), size: try vector(json, "s"), isReversed: isReversed)
    case "sr":
      return .star(
        LottieStar(
          isStar: json.whole("sy") != 2, isReversed: isReversed, corners: try number(json, "pt", 5),
          position: try vector(json, "p", isPoint: true), rotation: try number(json, "r"), outerRadius: try number(json, "or"),
          innerRadius: try number(json, "ir"), outerRoundness: try number(json, "os"), innerRoundness: try number(json, "is")))
    case "fl", "gf", "st", "gs": return .paint(try paint(json, kind, names: names))
    case "tm":
      return .trim(
        LottieTrim(
          start: try number(json, "s"), end: try number(json, "e", 100), offset: try number(json, "o"), isIndividual: json.whole("m") == 2))
    case "rd": return .rounding(try number(json, "r"))
    case "pb": return .pucker(try number(json, "a"))
    case "rp": return .repeater(try repeater(json))
    case "mm":
      if json.whole("mm") > 1 { reportUnsupported("merging of paths") }
      return nil
    default:
      reportUnsupported(["zz": "zig-zag", "op": "offset paths", "tw": "twist"][kind] ?? "shapes of type `\(kind)`")
      return nil
    }
  }

  private func repeater(_ json: JSONValue) throws(LottieError) -> LottieRepeater {
    LottieRepeater(
      copies: try number(json, "c"), offset: try number(json, "o"), isFirstOnTop: json.whole("m") != 2,
      transform: try transform(json[present: "tr"]),
      startOpacity: try number(json[present: "tr"], "so", 100), endOpacity: try number(json[present: "tr"], "eo", 100))
  }

  private func paint(_ json: JSONValue, _ kind: String, names: String) throws(LottieError) -> LottiePaint {
    let isStroke = kind == "st" || kind == "gs"
    let isGradient = kind == "gf" || kind == "gs"
    let source: LottiePaint.Source = isGradient ? .gradient(try gradient(json)) : .color(try vector(json, "c"))
    let name = "\(names).\(json[present: "nm"]?.text ?? (isStroke ? "stroke" : "fill"))"
    if !isGradient { recordColor(name) }
    return LottiePaint(
      path: name, source: source, opacity: try number(json, "o", 100), rule: json.whole("r") == 2 ? .evenOdd : .nonZero,
      stroke: isStroke ? try stroke(json) : nil)
  }

  private func stroke(_ json: JSONValue) throws(LottieError) -> LottiePaint.Stroke {
    var result = LottiePaint.Stroke(width: try number(json, "w", 1))
    result.cap = [1: .butt, 3: .square][json.whole("lc")] ?? .round
    result.join = [1: .miter, 3: .bevel][json.whole("lj")] ?? .round
    result.miterLimit = json.number("ml") ?? 4
    for dash in (json[present: "d"]?.list ?? []).prefix(LottieLimits.dashes) {
      if dash[present: "n"]?.text == "o" { result.dashOffset = try number(dash, "v") } else { result.dashes.append(try number(dash, "v")) }
    }
    return result
  }

  private func gradient(_ json: JSONValue) throws(LottieError) -> LottieGradient {
    guard let colors = json[present: "g"] else { throw failure("a gradient needs colors", at: "g") }
    return LottieGradient(
      isRadial: json.whole("t") == 2, start: try vector(json, "s", isPoint: true), end: try vector(json, "e", isPoint: true),
      highlight: try number(json, "h"), highlightAngle: try number(json, "a"), colorCount: max(0, colors.whole("p")),
      stops: try numbers(colors, "k"))
  }
}
