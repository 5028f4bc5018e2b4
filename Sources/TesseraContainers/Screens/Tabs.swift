public import Tessera
internal import TesseraGeometry
public import TesseraLayout
public import TesseraRender

/// Screens with a bar to select one; the selected one is visible.
///
/// The screens are its subnodes. Screens that are not selected keep little content ready. If `keepsScreens` is false, those that can create
/// their content again unload it. All members can be used from any thread.
public struct Tabs: ScreenHosting, StyleAdjustingType {
  public static let typeName = "tabs"
  public static let summary = "Screens with a tab bar; the selected screen is visible."
  public static let traits: NodeTraits = [.drawsNothing, .measuresNothing]
  public static let subnodesAppearTogether = false

  /// Position of the bar.
  public enum Bar: String, Sendable, CaseIterable, Hashable {
    /// No bar, or a bar of the program.
    case none
    /// Above the screens.
    case top
    /// Below the screens.
    case bottom
  }

  /// Index of the selected screen, from 0. Larger indices select the last screen.
  public var selected = 0
  /// Transition between screens: none, a cross-fade, or a slide.
  public var transition = ScreenTransition.none
  /// Position of the bar.
  public var bar = Bar.bottom
  /// Height of the bar, logical units.
  public var barHeight = 48.0
  /// Colour of the selected title and icon; the environment's tint replaces the default.
  public var tint = Tabs.defaultTint
  /// Default colour of the selected title and icon: `accent` of the theme.
  public static let defaultTint = Color.theme(.accent)
  /// Colour of the bar.
  public var barColor = Color.theme(.surface)
  /// Colour of the titles and icons of the other screens.
  public var titleColor = Color.theme(.inkSoft)
  /// Colour of the line between the bar and the screens.
  public var separatorColor = Color.theme(.line)
  /// Colour of badges.
  public var badgeColor = Tabs.defaultBadgeColor
  /// Default colour of badges: `danger` of the theme.
  public static let defaultBadgeColor = Color.theme(.danger)
  /// Whether screens that are not selected keep their content.
  public var keepsScreens = true

  public typealias Storage = ScreenContainerStorage

  /// Creates tabs without screens.
  public init() {}

  /// Updating the ranges also updates the bar.
  public static let attributes: [NodeAttribute<Tabs>] = [
    .integer("selected", \.selected, in: 0...10_000, affects: .scroll, help: "Index of the selected screen, from 0."),
    .choice("screenTransition", \.transition.kind, affects: .scroll, help: "Transition between screens."),
    .number("duration", \.transition.duration, in: 0...60, affects: .scroll, help: "Duration of the transition, in seconds."),
    .choice("bar", \.bar, affects: [.layout, .scroll], help: "Position of the tab bar."),
    .number("barHeight", \.barHeight, in: 0...10_000, affects: [.layout, .scroll], help: "Height of the tab bar, logical units."),
    .color("tint", \.tint, affects: .scroll, help: "Color of the selected title and icon."),
    .color("barColor", \.barColor, affects: .scroll, help: "Color of the tab bar."),
    .color("titleColor", \.titleColor, affects: .scroll, help: "Color of the other titles and icons."),
    .color("separatorColor", \.separatorColor, affects: .scroll, help: "Color of the separator between the tab bar and the screens."),
    .color("badgeColor", \.badgeColor, affects: .scroll, help: "Color of badges."),
    .boolean("keepsScreens", \.keepsScreens, affects: .scroll, help: "Whether screens that are not selected keep their content."),
  ]

  public func adjust(_ style: inout LayoutStyle, storage: Storage, in environment: EnvironmentValues) {
    // Screens fill the area inside the border; the bar is in the border.
    switch bar {
    case .none: break
    case .top: style.border.top = .points(barHeight)
    case .bottom: style.border.bottom = .points(barHeight)
    }
  }

  public static var initialProperties: NodeProperties {
    var properties = NodeProperties()
    properties.clipsToBounds = true
    return properties
  }

  public static func subnodePlacements(of node: Node<Tabs>) -> [SubnodePlacement] { node.placements }

  public static func sceneChildren(of node: Node<Tabs>) -> [AnyNode] {
    let cover = node.host.cover
    return node.subnodes.filter { $0 !== cover }
  }

  public static func makeRanging(for node: Node<Tabs>) -> (any SubnodeRanging)? {
    ScreenRanging { ($0 as? Node<Tabs>)?.host.stack }
  }

  var evictionDepth: Int { keepsScreens ? .max : 1 }

  func prepare(_ node: Node<Tabs>) { node.fillBar() }

  func adopt(_ screens: [ScreenNode], in host: inout ScreenHost) {
    guard !screens.isEmpty else { return }
    host.stack.select(screens[min(max(0, selected), screens.count - 1)], transition)
  }

  // Calls by the stage.

  public static func layoutDidFinish(_ node: Node<Tabs>) {
    node.fillBar()
    node.advance()
  }

  public static func interfaceStateDidChange(_ node: Node<Tabs>, from old: InterfaceState, to new: InterfaceState) {
    if old == .idle {
      node.makeBar()
      node.fillBar()
    }
    if old == .visible || new == .visible { node.advance(isVisible: new == .visible) }
  }

  public static func tick(_ node: Node<Tabs>, at time: Double) -> Double? {
    node.fillBar()
    node.advance(to: time)
    return node.host.stack.isMoving ? 0.004 : nil
  }

  public static func isSettling(_ node: Node<Tabs>) -> Bool { node.host.stack.isMoving }
}

/// Node with tabs.
public typealias TabsNode = Node<Tabs>

extension Node where Value == Tabs {
  /// Screens in order. Any thread.
  public var screens: [ScreenNode] { host.stack.screens }

  /// Creates tabs. Any thread.
  public convenience init(_ screens: [ScreenNode], bar: Tabs.Bar = .bottom) {
    var tabs = Tabs()
    tabs.bar = bar
    self.init(tabs)
    for screen in screens { addSubnode(screen) }
    makeBar()
  }

  /// Selects a screen. Any thread.
  public func select(_ number: Int) {
    let changed = update { tabs in
      defer { tabs.selected = max(0, number) }
      return tabs.selected != max(0, number)
    }
    if changed { requestTick(after: 0) }
  }

  /// Adds a missing bar above the screens.
  fileprivate func makeBar() {
    guard value.bar != .none, !subnodes.contains(where: { $0 is Node<TabBar> }) else { return }
    let bar = Node<TabBar>()
    if let cover = host.cover, cover.supernode === self { insertSubnode(bar, below: cover) } else { addSubnode(bar) }
  }
}
