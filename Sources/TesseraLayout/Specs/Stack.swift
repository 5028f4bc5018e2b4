public import TesseraGeometry

/// A flex container: children in sequence along an axis.
///
/// Source: CSS Flexbox 1. Differs from Texture's stack where CSS does: docs/porting/texture-details.md lists it.
public struct Stack: LayoutElement {
  let style: LayoutStyle
  var name = "Stack"
  let children: [any LayoutElement]

  /// Creates a stack.
  ///
  /// - Parameters:
  ///   - axis: main axis.
  ///   - spacing: distance between neighbours, logical units.
  ///   - justifyContent: distribution of free space on the main axis.
  ///   - alignItems: cross-axis alignment of the children.
  ///   - wrap: whether the stack wraps into lines.
  ///   - lineSpacing: distance between lines.
  ///   - alignContent: distribution of free space among lines.
  ///   - reversed: whether the children run from the end of the axis to its start.
  ///   - children: elements of the stack.
  public init(
    _ axis: Axis, spacing: Double = 0, justifyContent: ContentAlignment = .normal, alignItems: ItemAlignment = .normal,
    wrap: FlexWrap = .noWrap, lineSpacing: Double = 0, alignContent: ContentAlignment = .normal, reversed: Bool = false,
    @LayoutElementBuilder _ children: () -> [any LayoutElement]
  ) {
    let horizontal = axis == .horizontal
    style = .spec {
      $0.direction = horizontal ? (reversed ? .rowReverse : .row) : (reversed ? .columnReverse : .column)
      $0.justifyContent = justifyContent
      $0.alignItems = alignItems
      $0.alignContent = alignContent
      $0.wrap = wrap
      $0.columnGap = .points(horizontal ? spacing : lineSpacing)
      $0.rowGap = .points(horizontal ? lineSpacing : spacing)
    }
    self.children = children()
  }

  /// Creates a stack with its children aligned horizontally and vertically, whatever its axis: `justifyContent` on the main axis,
  /// `alignItems` on the cross axis.
  ///
  /// `none` keeps the initial value: start on the main axis, stretched on the cross axis.
  public init(
    _ axis: Axis, spacing: Double = 0, horizontally: Relative.Position, vertically: Relative.Position,
    @LayoutElementBuilder _ children: () -> [any LayoutElement]
  ) {
    let (along, across) = axis == .horizontal ? (horizontally, vertically) : (vertically, horizontally)
    let justify: ContentAlignment =
      switch along {
      case .none: .normal
      case .start: .start
      case .center: .center
      case .end: .end
      }
    let align: ItemAlignment =
      switch across {
      case .none: .normal
      case .start: .start
      case .center: .center
      case .end: .end
      }
    self.init(axis, spacing: spacing, justifyContent: justify, alignItems: align, children)
  }

  /// Appends the container and its children.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    var style = style
    adjust(&style)
    builder.name(name)
    builder.container(style: style) { $0.append(children, along: style.direction) }
  }
}

extension LayoutBuilder {
  /// Appends the children of a flex container of direction `direction`, with their own distances.
  package mutating func append(_ children: [any LayoutElement], along direction: FlexDirection) {
    for child in children {
      let spacing = child.ownStackSpacing
      if spacing == (0, 0) {
        append(child)
      } else {
        child.append(to: &self) { $0.addSpacing(before: spacing.before, after: spacing.after, along: direction) }
      }
    }
  }
}

/// Children in lines, like words: a horizontal stack that wraps.
public struct Wrap: LayoutElement {
  private(set) var stack: Stack

  /// Creates a wrapping row: `spacing` between neighbours, `lineSpacing` between lines (default: `spacing`), logical units.
  public init(
    spacing: Double = 0, lineSpacing: Double? = nil, justifyContent: ContentAlignment = .normal, alignItems: ItemAlignment = .normal,
    alignContent: ContentAlignment = .flexStart, @LayoutElementBuilder _ children: () -> [any LayoutElement]
  ) {
    stack = Stack(
      .horizontal, spacing: spacing, justifyContent: justifyContent, alignItems: alignItems, wrap: .wrap,
      lineSpacing: lineSpacing ?? spacing, alignContent: alignContent, children)
    stack.name = "Wrap"
  }

  /// Appends the container and its children.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) { stack.append(to: &builder, adjust: adjust) }
}

/// Empty space that grows and pushes its neighbours in a stack apart.
public struct Spacer: LayoutElement {
  let minLength: Double

  /// Creates a spacer that grows by its share of free space and is at least `minLength` long along the stack.
  public init(minLength: Double = 0) { self.minLength = minLength }

  package var style: LayoutStyle {
    .spec {
      $0.flexGrow = 1
      $0.flexShrink = 0
      $0.flexBasis = .points(minLength)
    }
  }

  /// Returns the spacer itself, since it keeps nothing by path.
  public func placed(at steps: [ElementStep]) -> any LayoutElement { self }

  /// Appends an empty leaf that grows.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    var style = style
    adjust(&style)
    builder.name("Spacer", isSpec: true)
    builder.leaf(style: style)
  }
}

/// Children in equal columns, filled row by row.
public struct Columns: LayoutElement {
  let count: Int
  let spacing: Double
  let lineSpacing: Double
  let alignItems: ItemAlignment
  let children: [any LayoutElement]

  /// Creates rows of `count` columns of equal width; nil puts all children into one row.
  ///
  /// An incomplete last row keeps the column width.
  public init(
    _ count: Int? = nil, spacing: Double = 0, lineSpacing: Double? = nil, alignItems: ItemAlignment = .normal,
    @LayoutElementBuilder _ children: () -> [any LayoutElement]
  ) {
    self.children = children()
    self.count = max(1, count ?? self.children.count)
    self.spacing = spacing
    self.lineSpacing = lineSpacing ?? spacing
    self.alignItems = alignItems
  }

  /// Appends a column of rows.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    func column(_ style: inout LayoutStyle) {
      style.flexGrow = 1
      style.flexShrink = 1
      style.flexBasis = .points(0)
      if style.minWidth.isAuto { style.minWidth = .points(0) }
    }
    var style = LayoutStyle.spec {
      $0.direction = .column
      $0.rowGap = .points(lineSpacing)
    }
    adjust(&style)
    builder.name("Columns \(count)", isSpec: true)
    builder.container(style: style) { b in
      for start in stride(from: 0, to: children.count, by: count) {
        let row = LayoutStyle.spec {
          $0.columnGap = .points(spacing)
          $0.alignItems = alignItems
        }
        b.name("row", isSpec: true)
        b.container(style: row) { b in
          for i in start..<start + count {
            if i < children.count {
              children[i].append(to: &b, adjust: column)
            } else {
              b.name("")
              b.leaf(style: .spec(column))
            }
          }
        }
      }
    }
  }
}
