internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// The plain bar of tabs: their titles side by side.
struct TabBar: FocusableType, InitialPropertiesType, StyleAdjustingType {
  static let typeName = "tab-bar"
  static let traits: NodeTraits = .measuresNothing

  var titles: [String] = []
  var selected = 0
  var isAtTop = false
  var height = 48.0
  var tint = Color.black
  /// Which title a finger is on.
  var touched: Int?

  static var initialProperties: NodeProperties {
    var properties = NodeProperties()
    properties.background = .color(Color(red: 0.97, green: 0.97, blue: 0.98))
    return properties
  }

  static func invalidation(from old: TabBar, to new: TabBar) -> Invalidation {
    var what: Invalidation = .display
    if old.height != new.height || old.isAtTop != new.isAtTop { what.formUnion(.layout) }
    return what
  }

  func adjust(_ style: inout LayoutStyle, storage: NoStorage) {
    style.position = .absolute
    style.inset = LayoutEdges.zero
    // On the border of the tabs, outside of what the screens fill.
    if isAtTop {
      style.inset.bottom = .auto
      style.inset.top = .points(-height)
    } else {
      style.inset.top = .auto
      style.inset.bottom = .points(-height)
    }
    style.height = .points(height)
  }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let (width, height) = (context.size.width, context.size.height)
    let line = Rect(0, isAtTop ? height - 1 : 0, width, 1)
    canvas.fill(line, .color(Color(red: 0.8, green: 0.8, blue: 0.82)))
    guard !titles.isEmpty else { return }
    let each = width / Double(titles.count)
    var paragraph = ParagraphStyle()
    paragraph.lineLimit = 1
    for (number, title) in titles.enumerated() where !context.isCancelled {
      let place = context.environment.direction == .rtl ? titles.count - 1 - number : number
      let color = number == selected ? tint : Color(red: 0.35, green: 0.35, blue: 0.38)
      let text = AttributedText(title, attributes: TextAttributes(font: Font(size: 14), color: color))
      let layout = TextLayout(text, paragraph: paragraph, width: each)
      let size = layout.size
      canvas.draw(layout, at: Point(each * Double(place) + (each - size.width) / 2, (height - size.height) / 2))
      guard number == selected else { continue }
      canvas.fill(Rect(each * Double(place) + each * 0.3, isAtTop ? height - 3 : 0, each * 0.4, 3), .color(tint))
    }
  }

  static func handle(_ event: Event, node: Node<TabBar>) -> EventResponse {
    guard let tabs = node.supernode as? TabsNode else { return .ignored }
    if case .key(let press) = event { return key(press, tabs, node) }
    guard case .touch(let touch) = event else { return .ignored }
    let count = node.value.titles.count
    let width = node.frame.width
    guard count > 0, width > 0 else { return .ignored }
    var number = min(count - 1, max(0, Int(touch.location.x / width * Double(count))))
    if tabs.host.isRightToLeft { number = count - 1 - number }
    switch touch.phase {
    case .began: node.update { $0.touched = number }
    case .ended:
      if node.value.touched == number, touch.location.y >= 0, touch.location.y <= node.frame.height {
        tabs.select(number)
        tabs.send(Tabs.change, number)
      }
      node.update { $0.touched = nil }
    case .cancelled: node.update { $0.touched = nil }
    case .moved: break
    }
    return .handled
  }
}

extension TabBar {
  static func isFocusable(_ node: Node<TabBar>) -> Bool { node.value.titles.count > 1 && !node.isHidden }

  /// The title of the screen that is seen.
  static func focusArea(in node: Node<TabBar>) -> RoundedRect? {
    guard let tabs = node.supernode as? TabsNode, !node.value.titles.isEmpty else { return nil }
    let (count, size) = (node.value.titles.count, node.frame.size)
    let place = tabs.host.isRightToLeft ? count - 1 - node.value.selected : node.value.selected
    return RoundedRect(Rect(size.width / Double(count) * Double(place), 0, size.width / Double(count), size.height).inset(by: 4), radius: 4)
  }

  /// Arrow keys to the sides, and encoders, choose the screen beside.
  private static func key(_ press: KeyPress, _ tabs: TabsNode, _ node: Node<TabBar>) -> EventResponse {
    guard press.isDown, let direction = FocusDirection(press), direction.axis != .vertical, press.key != .tab else { return .ignored }
    let isReversed = direction.axis == .horizontal && tabs.host.isRightToLeft
    let next = node.value.selected + (direction.isForward != isReversed ? 1 : -1)
    guard node.value.titles.indices.contains(next) else { return .ignored }
    tabs.select(next)
    tabs.send(Tabs.change, next)
    return .handled
  }
}

extension Node where Value == Tabs {
  /// Has the bar show the tabs as they are.
  func fillBar() {
    let value = self.value
    let titles = screens.map(\.title)
    for case let bar as Node<TabBar> in subnodes {
      bar.isHidden = value.bar == .none
      bar.update { bar in
        bar.titles = titles
        bar.selected = min(max(0, value.selected), max(0, titles.count - 1))
        bar.isAtTop = value.bar == .top
        bar.height = value.barHeight
        bar.tint = value.tint
      }
    }
  }
}
