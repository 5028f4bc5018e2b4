public import TesseraGeometry
public import TesseraLayout

/// Elements that are put where a function of the final size says: the way out where no flexbox fits.
///
/// ```swift
/// func layout(in context: LayoutContext) -> (any LayoutElement)? {
///   ManualLayout { hand; face } frames: { size in
///     [Rect(size.width / 2 - 2, 0, 4, size.height / 2), Rect(size: size)]
///   }
/// }
/// ```
///
/// The box takes no notice of its elements when it finds its size. As the outermost element of a node's layout it is as large as
/// `size(thatFits:in:)` of the node's type says, and fills the node's box inside of padding and border; elsewhere as `size` says. When the size
/// is final, `frames` is called with it, and each element, with all that is below it, is laid out again in exactly the frame it got:
/// styles of its own that say how large it is or where do not count.
public struct ManualLayout: LayoutElement {
  let elements: [any LayoutElement]
  let frames: @Sendable (Size) -> [Rect]
  let size: (@Sendable (SizeRange) -> Size)?

  /// Makes a layout by hand.
  ///
  /// - Parameters:
  ///   - size: the size that is wanted within a range; the same range must always get the same answer. Nil: what the node's type says
  ///     where this is the outermost element of its layout, and nothing elsewhere.
  ///   - elements: what is placed, bottom of the picture first.
  ///   - frames: a frame for each element in that order, relative to the top left corner of the box, logical units, for the final size
  ///     of the box. Worker thread, any number of times. Elements without a frame, and with one that is not finite, get no room.
  public init(
    size: (@Sendable (SizeRange) -> Size)? = nil, @LayoutElementBuilder _ elements: () -> [any LayoutElement],
    frames: @escaping @Sendable (Size) -> [Rect]
  ) {
    self.size = size
    self.elements = elements()
    self.frames = frames
  }

  /// Appends the box and its elements.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    append(to: &builder, measure: nil, adjust: adjust)
  }

  /// Appends the box and its elements; `measure` says how large it is where `size` does not.
  func append(to builder: inout LayoutBuilder, measure: LayoutMeasure?, adjust: (inout LayoutStyle) -> Void) {
    var style = LayoutStyle {
      $0.boxSizing = .borderBox
      $0.alignItems = .stretch
    }
    adjust(&style)
    var measure = measure
    if let size { measure = { constraint in MeasuredSize(size(constraint.sizeRange)) } }
    builder.name("ManualLayout", isSpec: true)
    let pass = builder.userInfo as? LayoutCollector
    let box = builder.count
    var items: [LayoutCollector.Arrangement.Item] = []
    builder.container(style: style) { inner in
      inner.name("")
      inner.leaf(style: LayoutCollector.contentStyle, measure: measure)
      for element in elements {
        let at = inner.count
        var base = LayoutStyle()
        element.append(to: &inner) { style in
          base = style
          style = LayoutCollector.Arrangement.placed(style, at: nil)
        }
        // An element may append nothing.
        if inner.count > at { items.append(.init(box: Int32(at), base: base)) } else { items.append(.init(box: -1, base: base)) }
      }
    }
    pass?.noteArrangement(.init(box: Int32(box), items: items, frames: frames))
  }
}
