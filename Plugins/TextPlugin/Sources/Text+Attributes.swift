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
        "spans", kind: TextSpan.kind, help: "Text in several fonts and colors: a list of parts with text and attributes.",
        get: { $0.spans.isEmpty ? nil : .list($0.spans.map(\.attributeValue)) },
        set: { target, new in
          guard let list = new.list else { throw AttributeError(attribute: "spans", reason: "must be \(TextSpan.kind.description)") }
          guard list.count <= Markup.mostParts else {
            throw AttributeError(
              attribute: "spans", reason: "has \(list.count) parts, \(Markup.mostParts) at most: split it into several texts")
          }
          target.spans = try list.map(TextSpan.init)
        }
      ).instead(of: "string", "markup", "value").crossFading(),
      NodeAttribute(
        "markup", kind: .text,
        help:
          "Text with marks: **bold**, *italic* (or __, _), ~~struck~~, `code`, [link](target), ![](node); a backslash escapes a mark.",
        get: { _ in nil },
        set: { target, new in
          guard let text = new.text else { throw AttributeError(attribute: "markup", reason: "must be text") }
          target.spans = try Markup.spans(text)
        }
      ).instead(of: "string", "spans", "value"),
      NodeAttribute(
        "value", kind: .number(-1e15...1e15),
        help: "Number that is shown in one line in the form of `format`. If its changes have a motion, it counts to the new number.",
        get: { $0.number.map(AttributeValue.number) },
        set: { target, new in
          guard let number = new.number else { throw AttributeError(attribute: "value", reason: "must be a number") }
          target.number = number
        }
      ).instead(of: "string", "spans", "markup"),
      NodeAttribute(
        "format", kind: .text, help: "Format of `value`, as for printf: %d, %.1f °C; unset means a whole number.",
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
      .color("color", \.color, affects: .display, help: "Color of the text."),
      .choice("alignment", \.alignment, help: "Horizontal alignment of lines in the box."),
      .choice("wrapping", \.wrapping, help: "Line breaking: between words, between any clusters, or none."),
      .integer("lineLimit", \.lineLimit, in: 0...100_000, help: "Maximum number of lines; 0 means unlimited."),
      .choice("verticalAlignment", \.verticalAlignment, affects: .display, help: "Vertical alignment of lines in a taller box."),
      .number("minimumScale", \.minimumScale, in: 0.05...1, help: "Minimum factor by which text is scaled down to fit; 1 keeps its size."),
      NodeAttribute(
        "scaleFactors", kind: .list(.number(0.05...1)), help: "Factors by which text is scaled down until it fits, the largest first.",
        get: { $0.scaleFactors.isEmpty ? nil : .list($0.scaleFactors.map(AttributeValue.number)) },
        set: { target, new in
          guard let list = new.list else { throw AttributeError(attribute: "scaleFactors", reason: "must be a list of numbers") }
          guard list.count <= Text.mostFactors else {
            throw AttributeError(attribute: "scaleFactors", reason: "must have at most \(Text.mostFactors) numbers, got \(list.count)")
          }
          target.scaleFactors = list.compactMap(\.number)
        }),
      .choice("truncation", \.truncation, help: "Position of the truncation in text that does not fit."),
      .text("truncationToken", \.truncationToken, help: "Token that is shown at the truncation."),
      .boolean("truncatesAtWords", \.truncatesAtWords, help: "Whether text is truncated between words if possible."),
      .text("truncationMessage", \.truncationMessage, help: "Message after the truncation token; a tap on it sends `truncationTap`."),
      .boolean(
        "truncationTappable", \.isTruncationTappable, affects: [],
        help: "Whether a tap on the truncation token sends `truncationTap` without a message."),
      .boolean("selectable", \.isSelectable, affects: .display, help: "Whether the user can select and copy the text."),
      .color("selectionColor", \.selectionColor, affects: .display, help: "Background color of selected text."),
      .text("copyTitle", \.menuTitles.copy, help: "Title of the copy command in the menu; unset: the word of the locale's language."),
      .text(
        "selectAllTitle", \.menuTitles.selectAll,
        help: "Title of the select-all command in the menu; unset: the word of the locale's language."),
      .boolean(
        "followsTint", \.followsTint, affects: .display, help: "Whether text without its own color has the environment's tint."),
      .color("linkColor", \.linkColor, affects: .display, help: "Color of links and of the truncation message."),
      .color("highlightColor", \.highlightColor, affects: .display, help: "Highlight color of a touched link."),
      .boolean("fadesHighlight", \.fadesHighlight, affects: [], help: "Whether the highlight of a touched link fades in and out."),
      .number("lineHeight", \.lineHeight, in: 0...100, help: "Line height as a multiple of the font's own."),
      .number("lineSpacing", \.lineSpacing, in: -1000...1000, help: "Space added between lines, logical units."),
      .number("lineHeightMinimum", \.lineHeightMinimum, in: 0...10_000, help: "Minimum line height, logical units; 0 means none."),
      .number("lineHeightMaximum", \.lineHeightMaximum, in: 0...10_000, help: "Maximum line height, logical units; 0 means none."),
      .number(
        "paragraphSpacing", \.paragraphSpacing, in: -1000...1000, help: "Space added below each paragraph except the last, logical units."),
      .number("firstLineIndent", \.firstLineIndent, in: 0...10_000, help: "Indent of the first line of a paragraph, logical units."),
      .number("indent", \.indent, in: 0...10_000, help: "Indent of the other lines of a paragraph, logical units."),
      NodeAttribute(
        "tabStops", kind: .list(.number(0...100_000)), help: "Tab stops, as distances from the start edge.",
        get: { $0.tabStops.isEmpty ? nil : .list($0.tabStops.map(AttributeValue.number)) },
        set: { target, new in
          guard let list = new.list else { throw AttributeError(attribute: "tabStops", reason: "must be a list of numbers") }
          target.tabStops = list.compactMap(\.number)
        }),
      .choice("hyphenation", \.hyphenation, help: "Hyphenation of words: none, at soft hyphens, or by the patterns of `language`."),
      .language(
        "language", \.language,
        help: "BCP 47 tag that selects regional forms, fonts and hyphenation patterns; empty means detected from the text."),
      .boolean(
        "hangingPunctuation", \.hangsPunctuation,
        help: "Whether quotes, stops and hyphens at the edges of lines hang outside of the line width."),
      NodeAttribute(
        "exclusions", kind: TextExclusion.kind, help: "Shapes that lines flow around: rect (with radius), ellipse, polygon or path.",
        get: { $0.exclusions.isEmpty ? nil : .list($0.exclusions.map(\.attributeValue)) },
        set: { target, new in
          guard let list = new.list else {
            throw AttributeError(attribute: "exclusions", reason: "must be \(TextExclusion.kind.description)")
          }
          target.exclusions = try list.map(TextExclusion.init)
        }),
      .boolean(
        "balanced", \.isBalanced, help: "Whether paragraphs of at most 12 lines are broken into lines of similar width, as for titles."),
      .number("wordSpacing", \.wordSpacing, in: -1000...1000, help: "Space added after each space character, logical units."),
      .paint("fill", \.fill, affects: .display, help: "Paint of letters instead of their colors: a gradient."),
      .number("letterSpacing", \.letterSpacing, in: -1000...1000, help: "Letter spacing: space added after each cluster, logical units."),
      .boolean("underline", \.underline, affects: .display, help: "Whether text is underlined."),
      .lineStyle("underlineStyle", \.underlineStyle, affects: .display, help: "Style of the underline; setting it shows the underline."),
      .color("underlineColor", \.underlineColor, affects: .display, help: "Color of the underline; unset means that of the text."),
      .boolean("strikethrough", \.strikethrough, affects: .display, help: "Whether text is struck through."),
      .lineStyle(
        "strikethroughStyle", \.strikethroughStyle, affects: .display,
        help: "Style of the strikethrough; setting it shows the strikethrough."),
      .color(
        "strikethroughColor", \.strikethroughColor, affects: .display,
        help: "Color of the strikethrough; unset means that of the text."),
      .color("outlineColor", \.outlineColor, affects: .display, help: "Color of an outline around the letters."),
      .number("outlineWidth", \.outlineWidth, in: 0...1000, affects: .display, help: "Width of the outline, logical units."),
      .shadow("textShadow", \.textShadow, help: "Shadow of the letters: color, x, y, radius."),
      .choice(
        "direction", \.baseDirection,
        help: "Direction of lines: left to right, right to left, or automatic, by the first letter of each paragraph."),
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
