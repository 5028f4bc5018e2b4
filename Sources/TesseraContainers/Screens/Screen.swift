public import Tessera
internal import TesseraGeometry
public import TesseraLayout
internal import TesseraRender

/// One screen of a stack or of tabs: fills its container and is told when it comes and goes.
///
/// A screen that is made with a closure makes its content by it, and may give the content up and make it again: what its nodes show that only
/// they know, such as how far a list is scrolled, is kept meanwhile.
public struct Screen: SceneContainerType, StyleAdjustingType {
  public static let typeName = "screen"
  public static let summary = "One screen of a stack (screens) or of tabs."
  public static let traits: NodeTraits = [.drawsNothing, .measuresNothing]

  public typealias Storage = ScreenStorage

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
  /// Its icon in tabs: SVG path data in a square of 24 units; empty: none.
  public var icon = ""
  /// What tabs show beside its icon or title, such as a number of messages; empty: nothing.
  public var badge = ""
  /// How it stands above those beneath it.
  public var presentation = Presentation.page
  /// How much of the container's height a sheet takes, 0...1; 0: as much as its content.
  public var sheetHeight = 0.5
  /// Where else a sheet may rest: shares of the container's height, 0...1, in any order; empty: at `sheetHeight` alone. A finger moves it from one to the
  /// other.
  public var detents: [Double] = []
  /// At which of them it rests, the lowest first; a finger, or the program, changes it.
  public var detent = 0
  /// Whether a finger can move a sheet: to another place to rest, or, where it is dismissible, away.
  public var isDraggable = true
  /// Whether a sheet that a finger can move has a mark at its upper edge.
  public var showsGrabber = true
  /// Whether a sheet of a stack that is in tabs covers that stack alone. Otherwise it covers the tabs with their bar, and what holds them. Read when the sheet
  /// is presented.
  public var isScoped = false
  /// Whether a person can send it away: by the Escape key, by a swipe from the edge, by a tap beside a sheet or by pulling it down.
  public var isDismissible = true

  /// Makes an empty screen.
  public init() {}

  /// Makes an empty screen.
  public init(_ title: String) { self.title = title }

  public static let attributes: [NodeAttribute<Screen>] = [
    .text("title", \.title, help: "What tabs call it."),
    NodeAttribute(
      "icon", kind: .text, help: "Its icon in tabs: SVG path data in a square of 24 units.", get: { .text($0.icon) },
      set: { screen, new in
        guard case .text(let text) = new, Path(svg: text) != nil else {
          throw AttributeError(attribute: "icon", reason: "must be SVG path data, such as M4 12 L12 4 L20 12 Z")
        }
        screen.icon = text
      }),
    .text("badge", \.badge, help: "What tabs show beside its icon or title, such as a number."),
    .choice("presentation", \.presentation, help: "How it stands above the screens beneath it."),
    .number("sheetHeight", \.sheetHeight, in: 0...1, help: "How much of the height a sheet takes; 0: as much as its content."),
    NodeAttribute(
      "detents", kind: .list(.number(0...1)),
      help: "Where a sheet may rest: shares of the height; a finger moves it from one to the other.",
      get: { $0.detents.isEmpty ? nil : .list($0.detents.map(AttributeValue.number)) },
      set: { screen, new in
        guard let all = new.list, case let numbers = all.compactMap(\.number), numbers.count == all.count else {
          throw AttributeError(attribute: "detents", reason: "must be a list of numbers from 0 to 1")
        }
        screen.detents = numbers
      }),
    .integer("detent", \.detent, in: 0...100, help: "At which of them it rests, the lowest first."),
    .boolean("draggable", \.isDraggable, help: "Whether a finger can move a sheet."),
    .boolean("grabber", \.showsGrabber, help: "Whether a sheet that a finger can move has a mark at its upper edge."),
    .boolean("scoped", \.isScoped, help: "Whether a sheet of a stack in tabs covers that stack alone, and not the bar of the tabs."),
    .boolean("dismissible", \.isDismissible, help: "Whether a person can send it away."),
  ]

  public static func invalidation(from old: Screen, to new: Screen) -> Invalidation {
    old.title != new.title || old.icon != new.icon || old.badge != new.badge || old.presentation != new.presentation
      || old.showsGrabber != new.showsGrabber || old.sheetHeight != new.sheetHeight || old.detents != new.detents
      || old.detent != new.detent
      ? .layout : []
  }

  public func adjust(_ style: inout LayoutStyle, storage: ScreenStorage, in environment: EnvironmentValues) {
    style.position = .absolute
    style.inset = LayoutEdges.zero
    // As wide as the screen is what is in it; as high it is with `flexGrow`.
    if style.direction.isRow { style.direction = style.direction.isReverse ? .columnReverse : .column }
    if presentation == .sheet {
      style.inset.top = .auto
      // A share of the container, whatever room there is inside.
      style.boxSizing = .borderBox
      if let tallest = restingHeights.last {
        style.height = .percent(tallest * 100)
      } else if sheetHeight > 0 {
        style.height = .percent(min(1, sheetHeight) * 100)
      }
      style.maxHeight = .percent(100)
      Self.limitWidth(&style)
      let cut = storage.cut
      if cut > 0 {
        if case .points(let own) = style.padding.bottom {
          style.padding.bottom = .points(own + cut)
        } else {
          style.padding.bottom = .points(cut)
        }
      }
    }
  }

  /// The greatest width of sheets that say nothing else, logical units.
  public static let greatestSheetWidth = 640.0

  /// Keeps what lies at the lower edge as narrow as sheets are, in the middle.
  static func limitWidth(_ style: inout LayoutStyle) {
    if style.maxWidth == .auto { style.maxWidth = .points(greatestSheetWidth) }
    style.margin.left = .auto
    style.margin.right = .auto
  }

  /// Where it may rest, from low to high.
  var restingHeights: [Double] { Array(Set(detents.filter { $0.isFinite && $0 > 0 }.map { min(1, $0) })).sorted() }

  /// Where it may rest, as shares of its own height, from low to high.
  var restingShares: [Double] {
    let heights = restingHeights
    return heights.last.map { tallest in heights.map { $0 / tallest } } ?? [1]
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
    self.init(Screen(title))
    storage.makeContent(by: StateScope.bound(makeContent))
  }

  /// Whether it comes, is there, or goes. Any thread.
  public var appearance: ScreenAppearance { storage.appearance }

  /// Whether the screen gave up its content, which it makes again when it comes near. Any thread.
  public var isEvicted: Bool { storage.isEmpty }

  /// Gives up the content, if the screen can make it again and is not seen: its nodes go, what they alone know is kept. Any thread.
  /// Returns whether it did.
  @discardableResult
  public func evict() -> Bool {
    let focus = (supernode as? any ScreenContainer)?.focus(of: self)
    guard appearance == .hidden, let content = storage.give(focus: focus) else { return false }
    content.removeFromSupernode()
    send(Screen.eviction)
    return true
  }

  /// Makes the content, where the screen makes it itself and has none. Any thread. Returns whether it did.
  @discardableResult
  func restore() -> Bool {
    guard let made = storage.make() else { return false }
    addSubnode(made.content)
    if let focus = made.focus { (supernode as? any ScreenContainer)?.setFocus(focus, of: self) }
    if !made.isFirst { send(Screen.restoration) }
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
      if let screen = node as? ScreenNode { depth += screen.storage.depth }
      current = node.supernode
    }
    return depth
  }
}

extension AnyNode {
  /// The screen that the node is on: itself, or the nearest above; nil where it is on none. Any thread.
  public var screen: ScreenNode? { supernode(of: Screen.self, includingSelf: true) }
}
