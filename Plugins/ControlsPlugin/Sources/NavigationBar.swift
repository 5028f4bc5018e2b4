public import Tessera
internal import TesseraGeometry
public import TesseraLayout
internal import TesseraRender

/// Bar at the upper edge of a screen: a button that leads back, a title, and nodes at the end, such as two buttons and a menu.
///
/// ```swift
/// let bar = NavigationBarNode(NavigationBar("Wi-Fi", leadsBack: true))
/// bar.on(NavigationBar.back) { screens.pop() }
/// ```
///
/// A large title (``isLarge``) follows the offset of the content: `scroll.onScroll { bar.scrolled = $0.y }`.
public struct NavigationBar: AccessibleType, SceneContainerType, PropertyAdjustingType {
  public static let typeName = "nav-bar"
  public static let summary = "Bar at the upper edge of a screen: back, title, and actions at the end."
  public static let traits: NodeTraits = .drawsOverSubnodes
  /// The user pressed the button that leads back.
  public static let back = Signal<Void>("back")

  public var title = ""
  /// Whether the bar has a button that leads back.
  public var leadsBack = false
  /// Name of that button for screen readers; nil: "Back" in the language of the locale.
  public var backLabel: String?
  /// Whether a line separates the bar from content that is scrolled below it.
  public var isLined = false
  /// Whether the title is large, in a second line, while the content is at its start.
  public var isLarge = false
  /// Distance by which the content below is scrolled, logical units. It shrinks the line of a large title, whose words fade into the bar.
  public var scrolled = 0.0
  /// Nodes at the end.
  public var actions: [AnyNode] = []

  /// Creates an empty bar.
  public init() {}

  /// Creates a bar.
  public init(_ title: String, leadsBack: Bool = false, actions: [AnyNode] = []) {
    (self.title, self.leadsBack, self.actions) = (title, leadsBack, actions)
  }

  public static let attributes: [NodeAttribute<NavigationBar>] = [
    .text("title", \.title, affects: .layout, help: "Title, cut at its end if it is too long."),
    .boolean("back", \.leadsBack, affects: .layout, help: "Whether it has a button that leads back."),
    .text(
      "backLabel", \.backLabel, affects: .layout, help: "Name of that button for screen readers; unset: Back in the locale's language."),
    .boolean(
      "large", \.isLarge, affects: .layout, help: "Whether the title is large, in a second line, while the content is at its start."),
    .number(
      "scrolled", \.scrolled, affects: .layout,
      help: "Distance by which the content is scrolled; it shrinks the line of a large title, whose words move into the bar."),
    .boolean("line", \.isLined, affects: .display, help: "Whether a line separates it from content that is scrolled below it."),
  ]

  public static var signals: [NodeSignal] { [NodeSignal(back, help: "The user pressed the button that leads back.")] }

  public func adjust(_ properties: inout NodeProperties, storage: NoStorage, in environment: EnvironmentValues) {
    if properties.background == nil { properties.background = .color(environment.theme.ground) }
  }

  // MARK: layout

  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    let theme = context.environment.theme
    let (height, margin, gap) = (theme[.navigationBar], theme[.margin], theme[.space2])
    let start = leadsBack ? theme[.space1] : margin
    let isEnabled = context.environment.isEnabled
    let room = theme[.touch]
    let rest = isLarge ? max(0, min(room, room - (scrolled.isFinite ? scrolled.rounded() : 0))) : 0
    // The large words are gone before their line is.
    let large = max(0, (rest / room - 1.0 / 3) * 1.5)
    return Column {
      bar(start: start, margin: margin, height: height, gap: gap, share: 1 - large, isEnabled)
      if rest > 0 {
        Subnode("large", ControlLabel(title, .large, isEnabled: isEnabled)).opacity(large).style {
          $0.height = .points(rest)
          $0.margin.start = .points(margin)
          $0.margin.end = .points(margin)
        }
      }
    }
  }

  /// - Parameter share: opacity of the title.
  private func bar(start: Double, margin: Double, height: Double, gap: Double, share: Double, _ isEnabled: Bool) -> any LayoutElement {
    Row(gap: .points(gap), align: .center) {
      if leadsBack { Subnode("back", BackButton(backLabel)).style { $0.flexShrink = 0 } }
      Subnode("title", ControlLabel(title, .heading, isEnabled: isEnabled)).opacity(share).style {
        $0.flexGrow = 1
        $0.flexShrink = 1
        $0.flexBasis = .points(0)
        $0.minWidth = .points(0)
      }
      for action in actions { (action as any LayoutElement).style { $0.flexShrink = 0 } }
    }.style {
      $0.minHeight = .points(height)
      $0.padding.start = .points(start)
      $0.padding.end = .points(margin)
      $0.boxSizing = .borderBox
    }
  }

  public static func acceptChild(_ child: AnyNode, node: Node<NavigationBar>) -> Bool {
    node.actions.append(child)
    return true
  }

  public static func sceneChildren(of node: Node<NavigationBar>) -> [AnyNode] { node.actions }

  // MARK: drawing

  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    guard isLined else { return .nothing }
    let look = ControlLook(isEnabled: true, InteractionState(), in: context)
    let line = Rect(0, context.size.height - look.pixel, context.size.width, look.pixel)
    return context.plan(beyond: .zero) { $0.fill(line, .color(look.theme.line)) }
  }

  public static func semantics(of node: Node<NavigationBar>) -> NodeSemantics { NodeSemantics(.toolbar) }
}

/// Node of a bar at the upper edge of a screen.
public typealias NavigationBarNode = Node<NavigationBar>
