internal import TesseraKit

/// Size of the areas in which a finger reaches controls.
enum TouchAreaCheck {
  /// Distance beyond the frame that is searched, logical units.
  private static let reach = 64.0
  /// Type of the divider of two panes.
  static let divider = "split-divider"

  static func findings(_ screen: CheckedScreen) -> [CheckFinding] {
    screen.items.compactMap { item in
      guard item.isInteractive else { return nil }
      let least = least(for: item.node)
      let (width, height) = size(of: item, max(least.width, least.height), on: screen.stage)
      guard let width, let height, width < least.width - 0.5 || height < least.height - 0.5 else { return nil }
      let slop = max(least.width - width, least.height - height) / 2
      return CheckFinding(
        kind: .touch, element: item.checked,
        message:
          "a finger reaches it in \(tenths(width)) x \(tenths(height)) units, at least \(shown(least.width)) x \(shown(least.height)) are required; "
          + "enlarge it, or set `hitTestSlop: \(shown(slop.rounded(.up)))` if its neighbors leave room",
        measured: width - least.width < height - least.height ? (width, least.width) : (height, least.height))
    }
  }

  /// Returns the required size, logical units: the theme's `touch`.
  ///
  /// Keys of a keyboard are smaller, since they have no gaps, and the divider of panes, since it is above them.
  private static func least(for node: AnyNode) -> Size {
    let touch = node.environmentValues.theme[.touch]
    if node.supernode?.typeName == "keyboard" { return Size(30, 40) }
    return node.typeName == divider ? Size(24, 24) : Size(touch, touch)
  }

  private static func tenths(_ length: Double) -> String { shown((length * 10).rounded() / 10) }

  /// Returns width and height of the area through the middle of a node; nil if another node covers the middle.
  private static func size(of item: CheckedScreen.Item, _ least: Double, on stage: Stage) -> (Double?, Double?) {
    let (frame, middle, slop) = (item.visible, item.visible.center, item.node.hitTestSlop)
    guard frame.width < least || frame.height < least else { return (nil, nil) }
    let reached = item.frame.inset(by: Insets(top: -slop.top, right: -slop.right, bottom: -slop.bottom, left: -slop.left))
    func isHit(_ point: Point) -> Bool {
      // The user can scroll clipped parts into view. The slop of a type is that of the opposite side.
      if item.isScrolled, !item.bounds.contains(point) {
        let center = item.frame.center
        let opposite = Point(2 * center.x - point.x, 2 * center.y - point.y)
        return reached.contains(point) || item.bounds.contains(opposite) && isHit(opposite)
      }
      var node = stage.hitTest(point)
      while let at = node {
        if at === item.node { return true }
        node = at.supernode
      }
      return false
    }
    guard isHit(middle) else { return (nil, nil) }
    func beyond(_ place: (Double) -> Point) -> Double {
      var distance = 0.0
      while distance < reach, isHit(place(distance + 0.5)) { distance += 1 }
      return distance
    }
    let width = frame.width + beyond { Point(frame.minX - $0, middle.y) } + beyond { Point(frame.maxX + $0, middle.y) }
    let height = frame.height + beyond { Point(middle.x, frame.minY - $0) } + beyond { Point(middle.x, frame.maxY + $0) }
    return (width, height)
  }
}
