public import Tessera
internal import TesseraRender

extension Text {
  /// Attributes in scene files.
  public static let attributes: [NodeAttribute<Text>] =
    [
      NodeAttribute(
        "string", kind: .text, help: "The text.",
        get: { $0.spans.isEmpty && $0.number == nil ? .text($0.string) : nil },
        set: { target, new in
          guard let text = new.text else { throw AttributeError(attribute: "string", reason: "must be text") }
          target.string = text
        }
      ).instead(of: "spans", "markup", "value").crossFading(),
      NodeAttribute(
        "spans", kind: TextSpan.kind, help: "Text of several fonts and colours: parts, each with text and what it changes.",
        get: { $0.spans.isEmpty ? nil : .list($0.spans.map(\.attributeValue)) },
        set: { target, new in
          guard let list = new.list else { throw AttributeError(attribute: "spans", reason: "must be \(TextSpan.kind.description)") }
          target.spans = try list.map(TextSpan.init)
        }
      ).instead(of: "string", "markup", "value").crossFading(),
      NodeAttribute(
        "markup", kind: .text,
        help:
          "The text with marks: **bold**, *italic* (or __, _), ~~struck~~, `code`, [link](target), ![](node); a backslash takes a mark's meaning.",
        get: { _ in nil },
        set: { target, new in
          guard let text = new.text else { throw AttributeError(attribute: "markup", reason: "must be text") }
          target.spans = Markup.spans(text)
        }
      ).instead(of: "string", "spans", "value"),
      NodeAttribute(
        "value", kind: .number(-1e15...1e15),
        help: "A number that the text shows in one line, as `format` says. It counts where its changes are motion.",
        get: { $0.number.map(AttributeValue.number) },
        set: { target, new in
          guard let number = new.number else { throw AttributeError(attribute: "value", reason: "must be a number") }
          target.number = number
        }
      ).instead(of: "string", "spans", "markup"),
      NodeAttribute(
        "format", kind: .text, help: "How `value` is written, as with printf: %d, %.1f °C. Without it a whole number.",
        get: { ($0.numberFormat?.text).map(AttributeValue.text) },
        set: { target, new in
          guard let text = new.text else { throw AttributeError(attribute: "format", reason: "must be text such as '%.1f'") }
          do throws(NumberFormatError) {
            let format = try NumberFormat(text)
            guard format.count <= 1 else { throw NumberFormatError("the format '\(text)' has \(format.count) places for one number") }
            target.numberFormat = format
          } catch {
            throw AttributeError(attribute: "format", reason: "is wrong: \(error.message)")
          }
        }),
    ] + NodeAttribute.font(\.font) + [
      .color("color", \.color, affects: .display, help: "Colour of the letters."),
      .choice("alignment", \.alignment, help: "Where lines stand in the width of the box."),
      .choice("wrapping", \.wrapping, help: "Where lines may break: between words, between any clusters, nowhere."),
      .integer("lineLimit", \.lineLimit, in: 0...100_000, help: "The most lines shown; 0: all."),
      .choice("verticalAlignment", \.verticalAlignment, affects: .display, help: "Where lines stand in a box that is higher."),
      .number("minimumScale", \.minimumScale, in: 0.05...1, help: "The least factor that text is made smaller by to fit."),
      NodeAttribute(
        "scaleFactors", kind: .list(.number(0.05...1)), help: "Factors that text is made smaller by, the largest first, until it fits.",
        get: { $0.scaleFactors.isEmpty ? nil : .list($0.scaleFactors.map(AttributeValue.number)) },
        set: { target, new in
          guard let list = new.list else { throw AttributeError(attribute: "scaleFactors", reason: "must be a list of numbers") }
          target.scaleFactors = list.compactMap(\.number)
        }),
      .choice("truncation", \.truncation, help: "Where text that does not fit is cut."),
      .text("truncationToken", \.truncationToken, help: "What stands where text was cut."),
      .boolean("truncatesAtWords", \.truncatesAtWords, help: "Whether text is cut between words."),
      .text("truncationMessage", \.truncationMessage, help: "What stands behind the token where text was cut; touches on it are told."),
      .boolean(
        "truncationTappable", \.isTruncationTappable, affects: [], help: "Whether touches on the token are told where there is no message."),
      .boolean("selectable", \.isSelectable, affects: .display, help: "Whether a person can select and copy the text."),
      .color("selectionColor", \.selectionColor, affects: .display, help: "Colour behind selected letters."),
      .text("copyTitle", \.menuTitles.copy, help: "What copying is called in the menu."),
      .text("selectAllTitle", \.menuTitles.selectAll, help: "What selecting everything is called in the menu."),
      .boolean(
        "followsTint", \.followsTint, affects: .display, help: "Whether text without a colour of its own has the environment's tint."),
      .color("linkColor", \.linkColor, affects: .display, help: "Colour of links and of the truncation message."),
      .color("highlightColor", \.highlightColor, affects: .display, help: "What is laid over a link while it is touched."),
      .boolean("fadesHighlight", \.fadesHighlight, affects: [], help: "Whether it comes and goes by and by, rather than at once."),
      .number("lineHeight", \.lineHeight, in: 0...100, help: "Height of lines as a multiple of the fonts' own."),
      .number("lineSpacing", \.lineSpacing, in: -1000...1000, help: "Added between lines."),
      .number("lineHeightMinimum", \.lineHeightMinimum, in: 0...10_000, help: "The least height of a line; 0: none."),
      .number("lineHeightMaximum", \.lineHeightMaximum, in: 0...10_000, help: "The greatest height of a line; 0: none."),
      .number("paragraphSpacing", \.paragraphSpacing, in: -1000...1000, help: "Added below each paragraph but the last."),
      .number("firstLineIndent", \.firstLineIndent, in: 0...10_000, help: "How far a paragraph's first line is indented."),
      .number("indent", \.indent, in: 0...10_000, help: "How far a paragraph's other lines are indented."),
      NodeAttribute(
        "tabStops", kind: .list(.number(0...100_000)), help: "Where tabs lead, from the edge where lines start.",
        get: { $0.tabStops.isEmpty ? nil : .list($0.tabStops.map(AttributeValue.number)) },
        set: { target, new in
          guard let list = new.list else { throw AttributeError(attribute: "tabStops", reason: "must be a list of numbers") }
          target.tabStops = list.compactMap(\.number)
        }),
      .choice("hyphenation", \.hyphenation, help: "Where words may be parted: nowhere, at soft hyphens, or by the language's patterns."),
      .text("language", \.language, help: "BCP 47 tag that chooses regional forms, fonts and hyphenation patterns; empty: by the text."),
      .boolean("hangingPunctuation", \.hangsPunctuation, help: "Whether quotes, stops and hyphens at the ends of lines stand outside."),
      NodeAttribute(
        "exclusions", kind: TextExclusion.kind, help: "Shapes that lines stay clear of: rect (with radius), ellipse, polygon or path.",
        get: { $0.exclusions.isEmpty ? nil : .list($0.exclusions.map(\.attributeValue)) },
        set: { target, new in
          guard let list = new.list else {
            throw AttributeError(attribute: "exclusions", reason: "must be \(TextExclusion.kind.description)")
          }
          target.exclusions = try list.map(TextExclusion.init)
        }),
      .boolean("balanced", \.isBalanced, help: "Whether lines are broken to about the same width, as in titles."),
      .number("wordSpacing", \.wordSpacing, in: -1000...1000, help: "Added after each space."),
      .paint("fill", \.fill, affects: .display, help: "What letters are filled with instead of their colours: a gradient."),
      .number("letterSpacing", \.letterSpacing, in: -1000...1000, help: "Added after each letter."),
      .boolean("underline", \.underline, affects: .display, help: "A line beneath."),
      .lineStyle("underlineStyle", \.underlineStyle, affects: .display, help: "How the line beneath is drawn; shows it."),
      .color("underlineColor", \.underlineColor, affects: .display, help: "Colour of the line beneath; else that of the letters."),
      .boolean("strikethrough", \.strikethrough, affects: .display, help: "A line through the middle."),
      .lineStyle(
        "strikethroughStyle", \.strikethroughStyle, affects: .display, help: "How the line through the middle is drawn; shows it."),
      .color(
        "strikethroughColor", \.strikethroughColor, affects: .display,
        help: "Colour of the line through the middle; else that of the letters."),
      .color("outlineColor", \.outlineColor, affects: .display, help: "Colour of a rim around the letters."),
      .number("outlineWidth", \.outlineWidth, in: 0...1000, affects: .display, help: "How far the rim reaches."),
      .shadow("textShadow", \.textShadow, help: "A shadow of the letters: color, x, y, radius."),
      .choice(
        "direction", \.baseDirection, help: "Which way lines run: left to right, right to left, or by each paragraph's first letter."),
    ]
}

extension NodeAttribute where Value == Text {
  /// Declares the style of an underline or strikethrough, which may be unset.
  fileprivate static func lineStyle(
    _ name: String, _ path: @autoclosure @escaping Path<TextLineStyle?>, affects: Invalidation, help: String
  ) -> Self {
    let kind = AttributeKind.choice(TextLineStyle.allCases.map(\.rawValue))
    return Self(name, path(), kind: kind, affects: affects, help: help, get: { ($0[keyPath: path()]?.rawValue).map(AttributeValue.text) }) {
      target, new in
      guard let style = new.text.flatMap(TextLineStyle.init(rawValue:)) else {
        throw AttributeError(attribute: name, reason: "must be \(kind.description)")
      }
      target[keyPath: path()] = style
    }
  }
}
