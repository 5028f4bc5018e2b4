public import Tessera
internal import TesseraGeometry
public import TesseraLayout
internal import TesseraRender

/// Wrapper of a table around the node of a row, header or footer. It adds the separator, action buttons and editing controls.
public struct TableRow: InitialPropertiesType, StateMotionType {
  public static let typeName = "table-row"
  public static let traits: NodeTraits = .drawsOverSubnodes

  /// Node of the program.
  let content: AnyNode
  /// Element of the row.
  var element: ListElement
  /// Separator below the row.
  var separator: TableSeparator?
  /// Distance of a swipe towards the trailing edge, and its actions: at the start or the end, the innermost first.
  var pull = 0.0
  var actions: [RowActionStyle] = []
  var areActionsAtStart = false
  /// Whether the outermost action fills the space because releasing performs it.
  var isArmed = false
  /// Whether the row shows a delete button, and a move handle.
  var isDeletable = false
  var isMovable = false
  /// Accessory at the trailing edge, and whether the row is selected.
  var accessory = RowAccessory.none
  var isSelected = false
  /// Highlight while the row is pressed, selected or has the cursor; otherwise clear.
  var highlight = Color.clear
  /// Whether a pointer alone causes the highlight.
  var isHoverMark = false
  /// Distances around a content without distances; nil means none.
  var padding: RowPadding?
  /// Accessibility labels of the controls.
  var deleteTitle: String?
  var moveTitle: String?

  /// Creates an empty row; tables create their rows.
  public init() { self.init(Node(Blank()), .item(ListIndex(0, 0))) }

  init(_ content: AnyNode, _ element: ListElement) {
    self.content = content
    self.element = element
  }

  /// Animated numbers and colours.
  public static let attributes: [NodeAttribute<TableRow>] = [
    .color("highlight", \.highlight, help: "Color of the overlay while the row is pressed, selected or has the cursor.")
  ]

  /// A highlight appears immediately and fades when it is removed; the hover highlight has its own motion.
  public static func stateMotion(from old: TableRow, to new: TableRow) -> Motion? {
    if new.isHoverMark, old.isHoverMark || old.highlight.alpha == 0 { return StandardMotion.hover.motion }
    if old.isHoverMark, new.highlight.alpha == 0 { return StandardMotion.hover.motion }
    return new.highlight.alpha < old.highlight.alpha ? StandardMotion.release.motion : nil
  }

  /// By hand: its members are no attributes, and a selection affects only a row with a mark.
  public static func invalidation(from old: TableRow, to new: TableRow) -> Invalidation {
    var what: Invalidation = []
    if old.content !== new.content || old.pull != new.pull || old.actions != new.actions || old.areActionsAtStart != new.areActionsAtStart
      || old.isArmed != new.isArmed || old.padding != new.padding
      || old.isDeletable != new.isDeletable
      || old.isMovable != new.isMovable || old.accessory != new.accessory
      || old.accessory == .checkmark && old.isSelected != new.isSelected || old.deleteTitle != new.deleteTitle
      || old.moveTitle != new.moveTitle
    {
      what.formUnion(.layout)
    }
    if old.separator != new.separator || old.highlight != new.highlight { what.formUnion(.display) }
    return what
  }

  public static var initialProperties: NodeProperties {
    var properties = NodeProperties()
    // Parts that are swiped out of the row are not visible.
    properties.clipsToBounds = true
    return properties
  }

  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    let content: any LayoutElement = padding?.around(content, in: context.environment) ?? content
    guard pull != 0 || isDeletable || isMovable || !actions.isEmpty || accessory != .none else { return content }
    let pull = pull
    return Stack(.horizontal, alignItems: .stretch) {
      for place in actionPlaces {
        Subnode("action\(place.style.number)", RowActionButton(place.style, side: place.side)).style {
          $0.position = .absolute
          $0.inset = LayoutEdges(top: .points(0), right: .auto, bottom: .points(0), left: .auto)
          let beyond = Dimension.points(place.inner - place.breadth)
          if place.isAtStart { $0.inset.start = beyond } else { $0.inset.end = beyond }
          $0.width = .points(place.breadth)
        }
      }
      if isDeletable { Subnode("delete", RowControl(kind: .delete, title: deleteTitle)).style { $0.alignSelf = .center } }
      content.style {
        $0.flexGrow = 1
        $0.flexShrink = 1
        $0.flexBasis = .points(0)
        $0.minWidth = .points(0)
        $0.margin.start = .points(pull)
        $0.margin.end = .points(-pull)
      }
      if let element = accessory.element {
        element().style { $0.alignSelf = .center }
      } else if accessory != .none {
        Subnode("accessory", RowAccessoryMark(kind: accessory.kind, isOn: isSelected)).style { $0.alignSelf = .center }
      }
      if isMovable { Subnode("move", RowControl(kind: .move, title: moveTitle)).style { $0.alignSelf = .center } }
    }
  }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    let line = line(in: context)
    if highlight.alpha > 0 {
      let highlight = highlight.resolved(in: context.environment)
      let whole = Rect(size: context.size)
      let separator = separator?.color.resolved(in: context.environment)
      return .pixels(bounds: whole) { canvas in
        canvas.fill(whole, .color(highlight))
        if let line, let separator { canvas.fill(line, .color(separator)) }
      }
    }
    guard let own = self.separator?.color, let line else { return .nothing }
    if own == .theme(.line), context.environment.textAntialiasing == .bilevel {
      // A solid line would be as strong as an edge.
      let (pixel, ink) = (1 / context.scale, context.environment.theme.ink)
      var path = Path()
      path.move(to: Point(line.minX, line.midY))
      path.line(to: Point(line.maxX, line.midY))
      let dots = path
      return .pixels(bounds: line) { $0.stroke(dots, .color(ink), StrokeStyle(width: pixel, dashes: [pixel, 2 * pixel])) }
    }
    let separator = own.resolved(in: context.environment)
    return .pixels(bounds: line) { $0.fill(line, .color(separator)) }
  }

  /// Returns the frame of the separator below the row, in whole device pixels.
  private func line(in context: DrawContext) -> Rect? {
    guard let separator else { return nil }
    let scale = context.scale
    func whole(_ length: Double) -> Double { (length * scale + 1e-6).rounded(.down) / scale }
    let thickness = max(1 / scale, whole(separator.thickness))
    let isReversed = context.environment.direction == .rtl
    var inset = separator.inset
    if separator.followsText, padding != nil, let start = RowPadding.textStart(of: content, in: context.environment) { inset.left = start }
    let left = isReversed ? inset.right : inset.left
    let right = isReversed ? inset.left : inset.right
    return Rect(left, whole(context.size.height) - thickness, max(0, context.size.width - left - right), thickness)
  }
}

/// Empty node.
struct Blank: NodeType {
  static let typeName = "blank"
  static let traits: NodeTraits = .drawsNothing
}
