public import Tessera
internal import TesseraGeometry

// Accessibility semantics of screens and tabs.

extension Screen: AccessibleType {
  /// Returns the semantics of a tab panel, a modal dialog, or a screen of a stack. The label is the title.
  public static func semantics(of node: Node<Screen>) -> NodeSemantics {
    let screen = node.value
    var semantics = NodeSemantics(.screen, label: screen.title.isEmpty ? nil : screen.title)
    if node.supernode is TabsNode {
      semantics.role = .tabPanel
    } else if screen.presentation != .page {
      semantics.role = .dialog
      semantics.isModal = true
      if screen.isDismissible { semantics.actions = [.dismiss] }
    }
    return semantics
  }

  /// Dismisses a sheet or cover that is dismissible.
  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<Screen>) -> Bool {
    guard action == .dismiss, node.isDismissible, let screens = node.supernode as? ScreensNode, screens.top === node else { return false }
    return screens.goBack()
  }
}

extension TabBar: AccessibleType {
  static func semantics(of node: Node<TabBar>) -> NodeSemantics { NodeSemantics(.tabList) }

  /// Returns each title, with its badge as the value.
  static func semanticsParts(of node: Node<TabBar>) -> [SemanticsPart] {
    let (bar, size) = (node.value, node.frame.size)
    let isReversed = (node.supernode as? TabsNode)?.host.isRightToLeft ?? false
    let breadth = size.width / Double(max(1, bar.items.count))
    return bar.items.enumerated().map { number, item in
      var semantics = NodeSemantics(.tab, label: item.title, value: item.badge.isEmpty ? nil : item.badge)
      semantics.isSelected = number == bar.selected
      semantics.position = SemanticsPosition(number + 1, of: bar.items.count)
      semantics.actions = [.activate]
      let place = isReversed ? bar.items.count - 1 - number : number
      return SemanticsPart(number, semantics, frame: Rect(breadth * Double(place), 0, breadth, size.height))
    }
  }

  static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<TabBar>) -> Bool {
    guard action == .activate, let number = part, node.value.items.indices.contains(number), let tabs = node.supernode as? TabsNode else {
      return false
    }
    tabs.select(number)
    tabs.send(Tabs.change, number)
    return true
  }
}
