internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Default bar of tabs: icons, titles and badges side by side, and an indicator of the selected one.
struct TabBar: FocusableType, HoverableType, InitialPropertiesType, StateMotionType, StyleAdjustingType {
  typealias Storage = TabBarStorage
  static let typeName = "tab-bar"
  static let traits: NodeTraits = .measuresNothing

  /// Title, icon and badge of one screen.
  struct Item: Sendable, Hashable {
    var title = ""
    /// SVG path data in a square of 24 units.
    var icon = ""
    var badge = ""
  }

  /// Colours of the bar.
  struct Colors: Sendable, Hashable {
    var tint = Color.black
    var title = Color.black
    var separator = Color.black
    var badge = Color.black
    var ground = Color.white
  }

  var items: [Item] = []
  var selected = 0
  var isAtTop = false
  var height = 48.0
  var colors = Colors()
  /// Index of the pressed title.
  var touched: Int?
  /// Index of the title under a pointer.
  var hovered: Int?
  /// Fraction of the tint of each title, 0...1; 1 for the selected screen.
  var tints: [Double] = []
  /// Fading of each title, 0...1; 1 if it is pressed, a third if a pointer is over it.
  var presses: [Double] = []

  static let attributes: [NodeAttribute<TabBar>] = [
    .shares("tints", \.tints, help: "Fraction of the tint in the color of each title."),
    .shares("presses", \.presses, help: "Fading of each title."),
  ]

  /// Updates tints and fading from the states of the titles.
  mutating func updateStates() {
    tints = items.indices.map { $0 == selected ? 1 : 0 }
    presses = items.indices.map { (index: Int) -> Double in
      if index == touched { return 1 }
      return index == hovered ? 1.0 / 3 : 0
    }
  }

  /// Selection and release of a title are animated; pressing it has an immediate effect.
  static func stateMotion(from old: TabBar, to new: TabBar) -> Motion? {
    if old.tints != new.tints { return StandardMotion.tabIndicator.motion }
    if old.hovered != new.hovered, old.touched == new.touched { return StandardMotion.hover.motion }
    return new.presses.reduce(0, +) < old.presses.reduce(0, +) ? StandardMotion.release.motion : nil
  }

  static var initialProperties: NodeProperties {
    var properties = NodeProperties()
    properties.background = .color(Tabs().barColor)
    return properties
  }

  /// By hand: it is created by `Tabs`, with colors that are no attributes.
  static func invalidation(from old: TabBar, to new: TabBar) -> Invalidation {
    var what: Invalidation = .display
    if old.height != new.height || old.isAtTop != new.isAtTop { what.formUnion(.layout) }
    return what
  }

  func adjust(_ style: inout LayoutStyle, storage: TabBarStorage, in environment: EnvironmentValues) {
    style.position = .absolute
    style.inset = LayoutEdges.zero
    // In the border of the tabs, outside of the area of the screens.
    if isAtTop {
      style.inset.bottom = .auto
      style.inset.top = .points(-height)
    } else {
      style.inset.top = .auto
      style.inset.bottom = .points(-height)
    }
    style.height = .points(height)
  }
}

extension TabBar {
  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let (width, height) = (context.size.width, context.size.height)
    canvas.fill(Rect(0, isAtTop ? height - 1 : 0, width, 1), .color(colors.separator.resolved(in: context.environment)))
    guard !items.isEmpty else { return }
    let each = width / Double(items.count)
    for number in items.indices where !context.isCancelled {
      let place = context.environment.direction == .rtl ? items.count - 1 - number : number
      draw(number, in: Rect(each * Double(place), 0, each, height), canvas, context)
    }
  }

  /// Returns the colour of a title; a pressed title is faded.
  private func color(of number: Int, in environment: EnvironmentValues) -> Color {
    let (share, press) = (tints.indices.contains(number) ? tints[number] : 0, presses.indices.contains(number) ? presses[number] : 0)
    let own = colors.title.resolved(in: environment)
    let tint = share > 0 ? Self.tint(colors.tint, in: environment).resolved(in: environment) : own
    let mixed = share > 0 && share < 1 ? own.mixed(with: tint, share) : share > 0 ? tint : own
    return press > 0 ? mixed.opacity(Float(1 - 0.5 * press)) : mixed
  }

  /// Returns the tint, which may be a token; that of the environment replaces the default.
  static func tint(_ own: Color, in environment: EnvironmentValues) -> Color { own == Tabs.defaultTint ? environment.tint ?? own : own }

  private static let iconSide = 24.0

  /// Returns the font of a title: `micro` below an icon, else `label`; that of the selected screen is bold.
  private static func font(of item: Item, isSelected: Bool, in environment: EnvironmentValues) -> Font {
    let type = environment.theme[item.icon.isEmpty ? .label : .micro]
    return Font(size: type.size * environment.textScale, weight: FontWeight(Int(isSelected ? 700 : type.weight)))
  }

  /// Returns the length of the indicator of an item, at most `room`: as wide as the words, or 32 units below or above an icon.
  static func markLength(of item: Item, room: Double, in environment: EnvironmentValues) -> Double {
    guard item.icon.isEmpty, !item.title.isEmpty else { return min(32, room) }
    let font = font(of: item, isSelected: true, in: environment)
    let width = TextLayout(AttributedText(item.title, attributes: TextAttributes(font: font))).size.width
    // An even length has its middle on a whole pixel.
    return min((width / 2).rounded(.up) * 2, room)
  }

  private func draw(_ number: Int, in area: Rect, _ canvas: borrowing Canvas, _ context: DrawContext) {
    let (item, environment) = (items[number], context.environment)
    let color = color(of: number, in: environment)
    var paragraph = ParagraphStyle()
    paragraph.lineLimit = 1
    let hasIcon = !item.icon.isEmpty
    let font = Self.font(of: item, isSelected: number == selected, in: environment)
    let text = AttributedText(item.title, attributes: TextAttributes(font: font, color: color))
    let layout = TextLayout(text, paragraph: paragraph, width: max(0, area.width - 8))
    let size = layout.size
    let title = hasIcon && item.title.isEmpty ? 0 : size.height
    let top = area.origin.y + (area.height - title - (hasIcon ? Self.iconSide : 0)) / 2
    let middle = area.origin.x + area.width / 2
    canvas.draw(layout, at: Point(middle - size.width / 2, hasIcon ? top + Self.iconSide : top))
    if hasIcon, let icon = Path(svg: item.icon) {
      canvas.save()
      canvas.concatenate(.translation(middle - Self.iconSide / 2, top))
      canvas.fill(icon, .color(color))
      canvas.restore()
    }
    guard !item.badge.isEmpty else { return }
    // Over the upper end corner of the icon, or after the words.
    let start = hasIcon ? Point(Self.iconSide / 2 - 8, max(2, top - 4)) : Point(size.width / 2 + 6, area.midY)
    drawBadge(item.badge, from: start, middle: middle, isOverIcon: hasIcon, canvas, context)
  }

  /// Draws a badge that begins `start.x` units after `middle` along the line.
  private func drawBadge(
    _ badge: String, from start: Point, middle: Double, isOverIcon: Bool, _ canvas: borrowing Canvas, _ context: DrawContext
  ) {
    let (environment, theme) = (context.environment, context.environment.theme)
    var font = Font(size: theme[.micro].size * environment.textScale, weight: .bold)
    font.features["tnum"] = 1
    let ink = colors.badge == Tabs.defaultBadgeColor ? theme.onDanger : .white
    let text = TextLayout(AttributedText(badge, attributes: TextAttributes(font: font, color: ink)))
    let height = max(18, text.size.height + 2).rounded(.up)
    let width = max(height, text.size.width + 10).rounded(.up)
    let x = environment.direction == .rtl ? middle - start.x - width : middle + start.x
    let box = Rect(x.rounded(), (isOverIcon ? start.y : start.y - height / 2).rounded(), width, height)
    // A rim separates the badge from the icon below it.
    if isOverIcon { canvas.fill(RoundedRect(box.inset(by: -2), radius: 8), .color(colors.ground.resolved(in: environment))) }
    canvas.fill(RoundedRect(box, radius: 6), .color(colors.badge.resolved(in: environment)))
    canvas.draw(text, at: Point(box.midX - text.size.width / 2, box.midY - text.size.height / 2))
  }
}

extension TabBar {
  static func isFocusable(_ node: Node<TabBar>) -> Bool { node.value.items.count > 1 && !node.isHidden }

  /// Area of the selected screen's title.
  static func focusArea(in node: Node<TabBar>) -> RoundedRect? {
    guard let tabs = node.supernode as? TabsNode, !node.value.items.isEmpty else { return nil }
    let (count, size) = (node.value.items.count, node.frame.size)
    let place = tabs.host.isRightToLeft ? count - 1 - node.value.selected : node.value.selected
    return RoundedRect(Rect(size.width / Double(count) * Double(place), 0, size.width / Double(count), size.height).inset(by: 4), radius: 4)
  }
}

extension Node where Value == Tabs {
  /// Updates the bar from the tabs.
  func fillBar() {
    placeCover()
    let value = self.value
    let items = screens.map { TabBar.Item(title: $0.title, icon: $0.icon, badge: $0.badge) }
    let selected = min(max(0, value.selected), max(0, items.count - 1))
    for case let bar as Node<TabBar> in subnodes {
      bar.isHidden = value.bar == .none
      if bar.background != .color(value.barColor) { bar.background = .color(value.barColor) }
      bar.update { bar in
        bar.items = items
        bar.selected = selected
        bar.isAtTop = value.bar == .top
        bar.height = value.barHeight
        bar.colors = TabBar.Colors(
          tint: value.tint, title: value.titleColor, separator: value.separatorColor, badge: value.badgeColor,
          ground: value.barColor)
        bar.updateStates()
      }
      bar.markSelected(of: items.count, isRightToLeft: host.isRightToLeft)
    }
  }
}

extension Node where Value == TabBar {
  /// Transition of the indicator from one screen to another.
  private static var markTransition: LayoutTransition {
    LayoutTransition(duration: StandardMotion.tabIndicator.seconds, curve: .easeInOut, insertion: .none, removal: .none)
  }

  /// Places the indicator at the selected one of `count` screens.
  fileprivate func markSelected(of count: Int, isRightToLeft: Bool) {
    guard count > 0 else { return }
    let found = subnodes.first
    let mark = found ?? BoxNode()
    if found == nil { addSubnode(mark) }
    let tint = Paint.color(TabBar.tint(value.colors.tint, in: environmentValues))
    if mark.background != tint { mark.background = tint }
    var style = mark.style
    let share = 100 / Double(count)
    let place = Double(isRightToLeft ? count - 1 - value.selected : value.selected)
    style.position = .absolute
    let length = TabBar.markLength(
      of: value.items[min(value.selected, value.items.count - 1)], room: frame.size.width / Double(count), in: environmentValues)
    style.width = .points(length)
    style.height = .points(3)
    style.inset = LayoutEdges(
      top: value.isAtTop ? .auto : .points(0), right: .auto, bottom: value.isAtTop ? .points(0) : .auto,
      left: .percent(share * (place + 0.5)))
    style.margin = LayoutEdges(left: .points(-length / 2))
    guard style != mark.style else { return }
    let moves = found != nil && mark.style.width != .points(0) && !environmentValues.reducesMotion
    if moves { animate(Self.markTransition) { mark.style = style } } else { mark.style = style }
  }
}

extension NodeAttribute<TabBar> {
  /// Declares a list of fractions, 0...1, one for each title.
  fileprivate static func shares(_ name: String, _ path: WritableKeyPath<TabBar, [Double]> & Sendable, help: String) -> Self {
    NodeAttribute(
      name, kind: .list(.number(0...1)), help: help, get: { .list($0[keyPath: path].map(AttributeValue.number)) },
      set: { bar, new in bar[keyPath: path] = new.list?.compactMap(\.number) ?? [] })
  }
}

extension Color {
  /// Returns the colour at fraction `share` between this one and another.
  fileprivate func mixed(with other: Color, _ share: Double) -> Color {
    moved(to: MotionVector(zip(motionVector.numbers, other.motionVector.numbers).map { $0 + ($1 - $0) * share }))
  }
}
