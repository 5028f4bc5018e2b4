public import Tessera
internal import TesseraGeometry
public import TesseraLayout
internal import TesseraRender

/// One screen of a stack or of tabs. It fills its container and is notified when it appears and disappears.
///
/// A screen that is created with a closure can unload its content and create it again. State that only its nodes have, such as a list's
/// scroll offset, is kept.
public struct Screen: SceneContainerType, StyleAdjustingType {
  public static let typeName = "screen"
  public static let summary = "Screen of a stack (screens) or of tabs."
  public static let traits: NodeTraits = [.drawsNothing, .measuresNothing]

  public typealias Storage = ScreenStorage

  /// Presentation of a screen above others.
  public enum Presentation: String, Sendable, CaseIterable, Hashable {
    /// Next screen of a stack; covers the screens below, and can be swiped back.
    case page
    /// Slides in from below over everything; covers the screens below.
    case cover
    /// Slides in from below to the lower edge; the screens below are dimmed and stay visible.
    case sheet
  }

  /// Title in tabs.
  public var title = ""
  /// Icon in tabs: SVG path data in a square of 24 units; empty means none.
  public var icon = ""
  /// Badge next to the icon or title in tabs, such as a number of messages; empty means none.
  public var badge = ""
  /// Presentation above the screens below.
  public var presentation = Presentation.page
  /// Height of a sheet as a fraction of the container's height, 0...1; 0 means the height of its content.
  public var sheetHeight = 0.5
  /// Heights at which a sheet rests, as fractions of the container's height, 0...1, in any order. They replace `sheetHeight`; empty means
  /// `sheetHeight` only. The user can drag the sheet between them.
  public var detents: [Double] = []
  /// Index of the current detent, the lowest first; the user or the program changes it.
  public var detent = 0
  /// Whether the user can drag a sheet to another detent or, if it is dismissible, away.
  public var isDraggable = true
  /// Whether a draggable sheet has a grabber at its upper edge.
  public var showsGrabber = true
  /// Whether a sheet of a stack inside tabs covers only that stack. Otherwise it covers the tabs with their bar and their container. Read
  /// when the sheet is presented.
  public var isScoped = false
  /// Whether the user can dismiss it: with the Escape key, by a swipe from the edge, by a tap outside a sheet or by pulling the sheet down.
  public var isDismissible = true

  /// Creates an empty screen.
  public init() {}

  /// Creates an empty screen with a title.
  public init(_ title: String) { self.title = title }

  public static let attributes: [NodeAttribute<Screen>] = [
    .text("title", \.title, affects: .layout, help: "Title in tabs."),
    NodeAttribute(
      "icon", \.icon, kind: .text, affects: .layout, help: "Icon in tabs: SVG path data in a square of 24 units.", get: { .text($0.icon) },
      set: { screen, new in
        guard case .text(let text) = new, Path(svg: text) != nil else {
          throw AttributeError(attribute: "icon", reason: "must be SVG path data, such as M4 12 L12 4 L20 12 Z")
        }
        screen.icon = text
      }),
    .text("badge", \.badge, affects: .layout, help: "Badge in tabs, next to the icon or title, such as a number."),
    .choice("presentation", \.presentation, affects: .layout, help: "Presentation above the screens below."),
    .number(
      "sheetHeight", \.sheetHeight, in: 0...1, affects: .layout,
      help: "Height of a sheet, as a fraction of the container's height; 0 means that of its content."),
    NodeAttribute(
      "detents", \.detents, kind: .list(.number(0...1)), affects: .layout,
      help: "Detents of a sheet, between which the user can drag it: fractions of the container's height.",
      get: { $0.detents.isEmpty ? nil : .list($0.detents.map(AttributeValue.number)) },
      set: { screen, new in
        guard let all = new.list, case let numbers = all.compactMap(\.number), numbers.count == all.count else {
          throw AttributeError(attribute: "detents", reason: "must be a list of numbers from 0 to 1")
        }
        screen.detents = numbers
      }),
    .integer("detent", \.detent, in: 0...100, affects: .layout, help: "Index of the current detent, the lowest first."),
    .boolean("draggable", \.isDraggable, affects: [], help: "Whether the user can drag a sheet."),
    .boolean("grabber", \.showsGrabber, affects: .layout, help: "Whether a draggable sheet has a grabber at its upper edge."),
    .boolean("scoped", \.isScoped, affects: [], help: "Whether a sheet of a stack in tabs covers only that stack, without the tab bar."),
    .boolean("dismissible", \.isDismissible, affects: [], help: "Whether the user can dismiss the screen."),
  ]

  public func adjust(_ style: inout LayoutStyle, storage: ScreenStorage, in environment: EnvironmentValues) {
    style.position = .absolute
    style.inset = LayoutEdges.zero
    // Content is as wide as the screen; `flexGrow` makes it as high.
    if style.direction.isRow { style.direction = style.direction.isReverse ? .columnReverse : .column }
    if presentation == .sheet {
      style.inset.top = .auto
      // A fraction of the container, independent of padding.
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

  /// Default maximum width of sheets, logical units.
  public static let greatestSheetWidth = 640.0

  /// Limits nodes at the lower edge to the width of sheets and centers them.
  static func limitWidth(_ style: inout LayoutStyle) {
    if style.maxWidth == .auto { style.maxWidth = .points(greatestSheetWidth) }
    style.margin.left = .auto
    style.margin.right = .auto
  }

  /// Heights at which it may rest, ascending.
  var restingHeights: [Double] { Array(Set(detents.filter { $0.isFinite && $0 > 0 }.map { min(1, $0) })).sorted() }

  /// Heights at which it may rest, as fractions of its own height, ascending.
  var restingShares: [Double] {
    let heights = restingHeights
    return heights.last.map { tallest in heights.map { $0 / tallest } } ?? [1]
  }
}

/// Node of one screen.
public typealias ScreenNode = Node<Screen>

extension Node where Value == Screen {
  /// Creates a screen that shows `content`. Any thread.
  public convenience init(_ title: String = "", content: AnyNode) {
    self.init(Screen(title))
    addSubnode(content)
  }

  /// Creates a screen that creates its content when it enters a container, and again after it unloaded it.
  ///
  /// - Parameters:
  ///   - title: title in bars and lists of screens.
  ///   - makeContent: creates the node that fills the screen. Called on the thread that pushes or pops, with no lock held.
  public convenience init(_ title: String = "", makeContent: @escaping @Sendable () -> AnyNode) {
    self.init(Screen(title))
    storage.makeContent(by: StateScope.bound(makeContent))
  }

  /// Appearance state. Any thread.
  public var appearance: ScreenAppearance { storage.appearance }

  /// Whether the screen has unloaded its content, which it creates again before the screen is shown. Any thread.
  public var isEvicted: Bool { storage.isEmpty }

  /// Unloads the content if the screen can create it again and is not visible. The nodes are removed; their state is kept. Any thread.
  /// Returns whether it did.
  @discardableResult
  public func evict() -> Bool {
    let focus = (supernode as? any ScreenContainer)?.focus(of: self)
    guard appearance == .hidden, let content = storage.unload(focus: focus) else { return false }
    content.removeFromSupernode()
    send(Screen.eviction)
    return true
  }

  /// Creates the content if the screen has a closure for it and no content. Any thread. Returns whether it did.
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
  /// Screen of the node: itself or its nearest ancestor; nil if there is none. Any thread.
  public var screen: ScreenNode? { supernode(of: Screen.self, includingSelf: true) }
}
