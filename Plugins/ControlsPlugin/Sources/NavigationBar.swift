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
public struct NavigationBar: AccessibleType, SceneContainerType, PropertyAdjustingType {
  public static let typeName = "nav-bar"
  public static let summary = "Bar at the upper edge of a screen: back, title, and actions at the end."
  public static let traits: NodeTraits = .drawsOverSubnodes
  /// The user pressed the button that leads back.
  public static let back = Signal<Void>("back")

  public var title = ""
  /// Whether the bar has a button that leads back.
  public var leadsBack = false
  /// Name of that button for screen readers.
  public var backLabel = "Back"
  /// Whether a line separates the bar from content that is scrolled below it.
  public var isLined = false
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
    .text("backLabel", \.backLabel, affects: .layout, help: "Name of that button for screen readers."),
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
    return Row(gap: .points(gap), align: .center) {
      if leadsBack { Subnode("back", BackButton(backLabel)).style { $0.flexShrink = 0 } }
      Subnode("title", ControlLabel(title, .heading, isEnabled: isEnabled)).style {
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
