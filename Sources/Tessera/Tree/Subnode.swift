public import TesseraLayout

/// A subnode named in a spec by a key and the value that it shows.
///
/// The framework makes the node once per key and keeps it as long as the key is named, so that a composite node type stays a plain value.
/// Keys are unique within the node whose spec names them.
public struct Subnode<Value: NodeType>: LayoutElement {
  let key: String
  let value: Value
  let properties: NodeProperties?

  /// Names a subnode.
  public init(_ key: String, _ value: Value, properties: NodeProperties? = nil) {
    self.key = key
    self.value = value
    self.properties = properties
  }

  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    builder.name("\(Value.typeName) \(key)")
    guard let pass = builder.userInfo as? LayoutCollector, let owner = pass.owner else {
      // Nobody's subnode: only who draws or explains the spec wants to see it.
      guard builder.collectsNames else { return }
      var style = LayoutStyle()
      adjust(&style)
      return builder.leaf(style: style)
    }
    let node = owner.keyedSubnode(key, as: value)
    if let properties { node.properties = properties }
    pass.noteKey(key)
    node.append(to: &builder, adjust: adjust)
  }
}

extension AnyNode {
  /// The subnode kept under `key`, made or given the value where needed. Any thread.
  func keyedSubnode<Value: NodeType>(_ key: String, as value: Value) -> Node<Value> {
    let existing = lock.withLock { state.keyed[key] as? Node<Value> }
    if let existing {
      existing.updateDuringLayout(value)
      return existing
    }
    let made = Node(value)
    return lock.withLock {
      if let other = state.keyed[key] as? Node<Value> { return other }
      state.keyed[key] = made
      return made
    }
  }
}
