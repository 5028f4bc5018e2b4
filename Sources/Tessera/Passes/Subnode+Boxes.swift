public import TesseraLayout

extension Subnode {
  /// Appends the box of the node, which the owner of the spec keeps.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    let key: SubnodeKey = description.key.map { .name($0) } ?? .place(builder.place + description.steps)
    builder.name(Value.typeName + (description.key.map { " " + $0 } ?? ""))
    guard let pass = builder.userInfo as? LayoutCollector, let owner = pass.owner else {
      // The spec has no owner: the element is only needed to draw or explain the spec.
      guard builder.collectsNames else { return }
      var style = LayoutStyle()
      description.apply(to: &style)
      adjust(&style)
      return builder.leaf(style: style)
    }
    var isMade = false
    let node = owner.keyedSubnode(key, as: value, &isMade)
    let handlerOwner = owner.handlerOwner
    node.adopt(description, from: handlerOwner)
    // After the motions of the description are set.
    if !isMade {
      node.updateDuringLayout(value)
    } else if !description.preparations.isEmpty {
      StateScope(handlerOwner).run { description.preparations.forEach { $0(node) } }
    }
    pass.recordKey(key)
    node.append(to: &builder) { style in
      description.apply(to: &style)
      adjust(&style)
    }
  }
}
