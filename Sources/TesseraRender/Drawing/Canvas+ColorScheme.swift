internal import CRender

extension Canvas {
  private static let darkBit: UInt32 = 1
  private static let usedBit: UInt32 = 2

  /// Color scheme for dynamic colours in subsequent drawing.
  public var colorScheme: ColorScheme {
    get { cr_canvas_tag(handle) & Self.darkBit == 0 ? .light : .dark }
    nonmutating set {
      let others = cr_canvas_tag(handle) & ~Self.darkBit
      cr_canvas_set_tag(handle, newValue == .dark ? others | Self.darkBit : others)
    }
  }

  /// Whether a dynamic colour was drawn since the canvas was created.
  public var hasDynamicColors: Bool { cr_canvas_tag(handle) & Self.usedBit != 0 }

  /// Whether `text` is drawn in the colors of the dark scheme.
  func isDark(for text: TextLayout) -> Bool {
    guard text.isDynamic else { return false }
    cr_canvas_set_tag(handle, cr_canvas_tag(handle) | Self.usedBit)
    return colorScheme == .dark
  }

  func resolved(_ color: Color) -> Color {
    guard color.isDynamic else { return color }
    cr_canvas_set_tag(handle, cr_canvas_tag(handle) | Self.usedBit)
    return color.resolved(in: colorScheme)
  }

  func resolved(_ paint: Paint) -> Paint {
    guard paint.isDynamic else { return paint }
    cr_canvas_set_tag(handle, cr_canvas_tag(handle) | Self.usedBit)
    return paint.resolved(in: colorScheme)
  }
}
