extension AnyNode {
  /// Transition of this node and its descendants to new layouts; nil means that of the nearest ancestor that has one, or none. Any thread.
  public var layoutTransition: LayoutTransition? {
    get { properties.layoutTransition }
    set { updateProperties { $0.layoutTransition = newValue } }
  }
}
