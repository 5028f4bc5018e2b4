public import Tessera
internal import TesseraGeometry
public import TesseraLayout

/// One screen of a stack or of tabs: fills its container and is told when it comes and goes.
///
/// A screen that is made with a closure makes its content by it, and may give the content up and make it again: what its nodes show that only
/// they know, such as how far a list is scrolled, is kept meanwhile.
public struct Screen: NodeType {
  public static let typeName = "screen"
  public static let summary = "One screen of a stack (screens) or of tabs."
  public static let acceptsChildren = true
  public static let drawsContent = false
  public static let measuresContent = false

  /// How a screen stands above those beneath it.
  public enum Presentation: String, Sendable, CaseIterable, Hashable {
    /// A step further: covers the screens beneath, and can be swiped back.
    case page
    /// Above everything, from below; covers the screens beneath.
    case cover
    /// At the lower edge, from below; the screens beneath are dimmed, and seen.
    case sheet
  }

  /// What tabs call it.
  public var title = ""
  /// How it stands above those beneath it.
  public var presentation = Presentation.page
  /// How much of the container's height a sheet takes, 0...1; 0: as much as its content.
  public var sheetHeight = 0.5
  /// Whether a person can send it away: by the Escape key, by a swipe from the edge, by a tap beside a sheet.
  public var isDismissible = true
  /// Whether it comes, is there, or goes.
  public internal(set) var appearance = ScreenAppearance.hidden
  /// Actions between this screen and being seen, within its container.
  var depth = 0
  var keeper: ScreenKeeper?

  /// Makes an empty screen.
  public init() {}

  /// Makes an empty screen.
  public init(_ title: String) { self.title = title }

  public static let attributes: [NodeAttribute<Screen>] = [
    .text("title", \.title, help: "What tabs call it."),
    .choice("presentation", \.presentation, help: "How it stands above the screens beneath it."),
    .number("sheetHeight", \.sheetHeight, in: 0...1, help: "How much of the height a sheet takes; 0: as much as its content."),
    .boolean("dismissible", \.isDismissible, help: "Whether a person can send it away."),
  ]

  public static func invalidation(from old: Screen, to new: Screen) -> Invalidation {
    old.presentation != new.presentation || old.sheetHeight != new.sheetHeight ? .layout : []
  }

  public func adjust(_ style: inout LayoutStyle) {
    style.position = .absolute
    style.inset = LayoutEdges.zero
    // As wide as the screen is what is in it; as high it is with `flexGrow`.
    if style.direction.isRow { style.direction = style.direction.isReverse ? .columnReverse : .column }
    if presentation == .sheet {
      style.inset.top = .auto
      if sheetHeight > 0 { style.height = .percent(min(1, sheetHeight) * 100) }
      style.maxHeight = .percent(100)
    }
  }
}

/// A node that is one screen.
public typealias ScreenNode = Node<Screen>

extension Node where Value == Screen {
  /// Makes a screen that shows `content`. Any thread.
  public convenience init(_ title: String = "", content: AnyNode) {
    self.init(Screen(title))
    addSubnode(content)
  }

  /// Makes a screen that makes its content itself: when it enters a container, and again after it gave the content up.
  ///
  /// - Parameters:
  ///   - title: what bars and lists of screens call it.
  ///   - makeContent: makes the node that fills the screen. Called on whichever thread pushes or pops, no lock held.
  public convenience init(_ title: String = "", makeContent: @escaping @Sendable () -> AnyNode) {
    var screen = Screen(title)
    screen.keeper = ScreenKeeper(makeContent)
    self.init(screen)
  }

  /// Whether the screen gave up its content, which it makes again when it comes near. Any thread.
  public var isEvicted: Bool { value.keeper?.isEmpty ?? false }

  /// Gives up the content, if the screen can make it again and is not seen: its nodes go, what they alone know is kept. Any thread.
  /// Returns whether it did.
  @discardableResult
  public func evict() -> Bool {
    guard let keeper = value.keeper, value.appearance == .hidden, let content = keeper.give() else { return false }
    content.removeFromSupernode()
    send(.screenEvicted)
    return true
  }

  /// Makes the content, where the screen makes it itself and has none. Any thread. Returns whether it did.
  @discardableResult
  func restore() -> Bool {
    guard let (content, isFirst) = value.keeper?.make() else { return false }
    addSubnode(content)
    if !isFirst { send(.screenRestored) }
    return true
  }
}

extension AnyNode {
  /// How many actions of a person lie between what this node shows and being seen: 0 where no screen that it is in is covered. Any thread; costs
  /// the depth of the tree.
  public var visibilityDepth: Int {
    var depth = 0
    var current: AnyNode? = self
    while let node = current {
      if let screen = node as? ScreenNode { depth += screen.depth }
      current = node.supernode
    }
    return depth
  }
}
