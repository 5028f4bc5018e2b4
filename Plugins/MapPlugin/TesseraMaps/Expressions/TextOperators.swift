/// `collator`, `number-format`, `format` and `image`.
enum TextOperators {
  static func collator(_ args: [MapValue], _ compiler: ExpressionCompiler) -> ExpressionNode? {
    guard args.count == 2 else { return compiler.error("Expected one argument.") }
    guard case .map = args[1] else { return compiler.error("Collator options argument must be an object.") }
    let options = args[1]
    guard let isCaseSensitive = compiler.parse(options["case-sensitive"] ?? .boolean(false), 1, .boolean),
      let isMarkSensitive = compiler.parse(options["diacritic-sensitive"] ?? .boolean(false), 1, .boolean)
    else { return nil }
    var locale: ExpressionNode?
    if let value = options["locale"] {
      guard let node = compiler.parse(value, 1, .string) else { return nil }
      locale = node
    }
    let name = locale
    return ExpressionNode(
      "collator", .collator, [isCaseSensitive, isMarkSensitive] + (locale.map { [$0] } ?? []), kind: .neverConstant
    ) { context throws(EvaluationError) in
      .collator(
        Collator(
          isCaseSensitive: try isCaseSensitive.evaluate(context).isTrue, isMarkSensitive: try isMarkSensitive.evaluate(context).isTrue,
          locale: try name?.string(context)))
    }
  }

  private static let formatKeys: [(String, ExpressionType)] = [
    ("locale", .string), ("currency", .string), ("unit", .string), ("min-fraction-digits", .number), ("max-fraction-digits", .number),
  ]

  static func numberFormat(_ args: [MapValue], _ compiler: ExpressionCompiler) -> ExpressionNode? {
    guard args.count == 3 else { return compiler.error("Expected two arguments.") }
    guard let number = compiler.parse(args[1], 1, .number) else { return nil }
    guard case .map = args[2] else { return compiler.error("NumberFormat options argument must be an object.") }
    var options: [String: ExpressionNode] = [:]
    for (key, type) in formatKeys {
      guard let value = args[2][key] else { continue }
      guard let node = compiler.parse(value, 2, type) else { return nil }
      options[key] = node
    }
    if options["currency"] != nil, options["unit"] != nil {
      return compiler.error("NumberFormat options `currency` and `unit` are mutually exclusive")
    }
    let all = options
    return ExpressionNode("number-format", .string, [number] + options.values) { context throws(EvaluationError) in
      var format = NumberFormat()
      format.currency = try all["currency"]?.string(context)
      format.unit = try all["unit"]?.string(context)
      if let digits = try all["min-fraction-digits"]?.number(context) { format.minimum = Int(saturating: digits) }
      if let digits = try all["max-fraction-digits"]?.number(context) { format.maximum = Int(saturating: digits) }
      format.locale = try all["locale"]?.string(context) ?? "en-US"
      return .string(format.text(try number.number(context)))
    }
  }

  static func image(_ args: [MapValue], _ compiler: ExpressionCompiler) -> ExpressionNode? {
    guard args.count == 2 else { return compiler.error("Expected two arguments.") }
    guard let name = compiler.parse(args[1], 1, .string) else { return compiler.error("No image name provided.") }
    return ExpressionNode("image", .image, [name]) { context throws(EvaluationError) in
      let text = try name.string(context)
      return .image(ResolvedImage(name: text, isAvailable: context.availableImages.contains(text)))
    }
  }

  private struct Section: Sendable {
    var content: ExpressionNode
    var scale: ExpressionNode?
    var fonts: ExpressionNode?
    var color: ExpressionNode?
    var align: ExpressionNode?

    var nodes: [ExpressionNode] { [content] + [scale, fonts, color, align].compactMap { $0 } }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> FormattedSection {
      let value = try content.evaluate(context)
      var section = FormattedSection(text: "")
      if case .image(let image) = value { section.image = image } else { section.text = value.text }
      section.scale = try scale?.evaluate(context).number
      if case .list(let names)? = try fonts?.evaluate(context) { section.fonts = names.map(\.text).joined(separator: ",") }
      if case .color(let color)? = try color?.evaluate(context) { section.color = color }
      section.verticalAlign = try align?.evaluate(context).string
      return section
    }
  }

  static func format(_ args: [MapValue], _ compiler: ExpressionCompiler) -> ExpressionNode? {
    guard args.count >= 2 else { return compiler.error("Expected at least one argument.") }
    if case .map = args[1] { return compiler.error("First argument must be an image or text section.") }
    var sections: [Section] = []
    var mayBeOptions = false
    for (i, arg) in args.enumerated().dropFirst() {
      if case .map = arg, mayBeOptions {
        mayBeOptions = false
        guard setOptions(arg, of: &sections[sections.count - 1], compiler) else { return nil }
        continue
      }
      guard let content = compiler.parse(arg, i, .value) else { return nil }
      guard [.string, .value, .null, .image].contains(content.type) else {
        return compiler.error("Formatted text type must be 'string', 'value', 'image' or 'null'.")
      }
      mayBeOptions = true
      sections.append(Section(content: content))
    }
    let all = sections
    return ExpressionNode("format", .formatted, sections.flatMap(\.nodes)) { context throws(EvaluationError) in
      var result: [FormattedSection] = []
      for section in all { result.append(try section.evaluate(context)) }
      return .formatted(result)
    }
  }

  private static func setOptions(_ options: MapValue, of section: inout Section, _ compiler: ExpressionCompiler) -> Bool {
    func parse(_ key: String, _ type: ExpressionType, _ node: inout ExpressionNode?) -> Bool {
      guard let value = options[key] else { return true }
      node = compiler.parse(value, 1, type)
      return node != nil
    }
    if let align = options["vertical-align"]?.text, !["bottom", "center", "top"].contains(align) {
      compiler.error("'vertical-align' must be one of: 'bottom', 'center', 'top' but found '\(align)' instead.")
      return false
    }
    return parse("font-scale", .number, &section.scale) && parse("text-font", .array(.string, nil), &section.fonts)
      && parse("text-color", .color, &section.color) && parse("vertical-align", .string, &section.align)
  }
}
