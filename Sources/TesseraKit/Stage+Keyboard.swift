public import Tessera

extension Stage {
  /// Shows an on-screen keyboard while a field has the focus (`AutomaticKeyboard`), instead of another input method. Has no effect in builds without the
  /// keyboard. Loop thread.
  /// - Parameter languages: layouts, as those of the node type `keyboard`; nil: no keyboard. The keyboard stays if they are the same.
  public func useKeyboard(_ languages: [String]?) {
    #if KeyboardPlugin
      let former = inputMethod as? AutomaticKeyboard
      guard former?.node.languages != languages else { return }
      inputMethod = languages.map { AutomaticKeyboard($0) }
    #endif
  }
}
