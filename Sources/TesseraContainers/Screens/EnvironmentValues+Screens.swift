public import Tessera

extension EnvironmentValues {
  /// Stack of screens around the node that the running code belongs to; nil without one.
  ///
  /// ```swift
  /// struct Home: NodeType {
  ///   static let typeName = "home"
  ///   @Environment(\.screens) var screens
  ///
  ///   func layout(in context: LayoutContext) -> (any LayoutElement)? {
  ///     Button("Details").onTap { screens?.push(ScreenNode("Details", content: TextNode("…"))) }
  ///   }
  /// }
  /// ```
  ///
  /// For use in handlers, where `node` is the node of the page. On a sheet over tabs it is the stack that shows the sheet.
  public var screens: ScreensNode? { node?.supernode(of: Screens.self, includingSelf: true) }

  /// Screen around the node that the running code belongs to; nil without one: `screen?.dismiss()`.
  public var screen: ScreenNode? { node?.screen }
}

extension Node where Value == Screen {
  /// Removes the screen and those above it from their stack. Does nothing for the lowest screen and for one in no stack. Any thread.
  /// - Returns: whether it did.
  @discardableResult
  public func dismiss() -> Bool {
    guard let stack = supernode as? ScreensNode, case let screens = stack.screens, let place = screens.firstIndex(of: self), place > 0
    else {
      return false
    }
    return !stack.pop(to: screens[place - 1]).isEmpty
  }
}
