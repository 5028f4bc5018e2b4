internal import Tessera
internal import TesseraGeometry
internal import TesseraRender
internal import TextPlugin

/// Colors of a field. A value.
struct EditingColors: Sendable, Equatable {
  /// Color of a layout, and the color scheme that the layout is drawn in.
  struct Letters: Sendable, Equatable {
    var color: Color
    /// nil means that of the canvas.
    var scheme: ColorScheme?

    init(_ color: Color) { self.color = color }

    /// Creates the color of an environment. Measured lines are drawn unchanged if the theme has one of the two colors of their token.
    init(_ given: Color, in environment: EnvironmentValues) {
      color = given
      guard given.tokenNumber != nil else { return }
      let shown = given.resolved(in: environment)
      scheme = ColorScheme.allCases.first { given.resolved(in: $0) == shown }
      if scheme == nil { color = shown }
    }

    func draw(_ layout: TextLayout, at place: Point, in canvas: borrowing Canvas) {
      let former = canvas.colorScheme
      if let scheme { canvas.colorScheme = scheme }
      canvas.draw(layout, at: place)
      canvas.colorScheme = former
    }
  }

  var letters: Letters
  var placeholder: Letters
  var selection: Color
  var caret: Color

  /// Creates the colors for measuring, which reads no value of an environment.
  init(_ text: EditableText) {
    let isThemed = text.color == Text.defaultColor
    letters = Letters(text.color)
    placeholder = Letters(text.placeholderColor ?? (isThemed ? .theme(.inkFaint) : text.color.opacity(0.45)))
    selection = text.selectionColor
    caret = text.caretColor ?? (isThemed ? .theme(.accent) : text.color)
  }

  /// Creates the colors for drawing in an environment.
  init(_ text: EditableText, in environment: EnvironmentValues) {
    self.init(text)
    if text.color == Text.defaultColor, !environment.isEnabled, environment.textAntialiasing != .bilevel {
      letters = Letters(letters.color.opacity(0.45))
      if text.placeholderColor == nil { placeholder = letters }
    }
    (letters, placeholder) = (Letters(letters.color, in: environment), Letters(placeholder.color, in: environment))
    (selection, caret) = (selection.resolved(in: environment), caret.resolved(in: environment))
  }
}
