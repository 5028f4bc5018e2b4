public import TesseraLayout

/// A subnode that a spec names: its value and description.
///
/// The framework creates the node once and keeps it as long as it is named, by its key or its place. A composite node type thus stays a plain value.
/// Members of the value are modifiers: `Text("Toucan").opacity(0.5).letterSpacing(2)`.
@dynamicMemberLookup
public struct Subnode<Value: NodeType>: TypedElement {
  /// The node's value.
  public var value: Value
  var description = NodeDescription()

  /// Names a subnode by a key that is unique within the node whose spec names it. `properties` replaces all common properties; nil: the initial ones
  /// of the type.
  public init(_ key: String, _ value: Value, properties: NodeProperties? = nil) {
    self.value = value
    description.key = key
    description.properties = properties
  }

  /// Names a subnode by its place.
  public init(_ value: Value) { self.value = value }

  public func describing(_ edit: (inout NodeDescription) -> Void) -> Subnode {
    var changed = self
    edit(&changed.description)
    return changed
  }

  /// Returns the element with the style of its node changed by `edit`; later modifiers win.
  public func style(_ edit: @escaping @Sendable (inout LayoutStyle) -> Void) -> Subnode { describing { $0.styleEdits.append(edit) } }

  public func placed(at steps: [ElementStep]) -> any LayoutElement {
    description.key == nil || description.content != nil ? describing { $0.steps = steps + $0.steps } : self
  }

  /// A member of the value, as a modifier.
  public subscript<Member>(dynamicMember member: WritableKeyPath<Value, Member>) -> SubnodeModifier<Value, Member> {
    SubnodeModifier(subnode: self, member: member)
  }

  public func makeAnyNode() -> AnyNode { makeNode() }

  /// Returns a new node according to the element.
  public func makeNode() -> Node<Value> {
    let node = Node(value)
    node.begin(as: description)
    description.preparations.forEach { $0(node) }
    return node
  }

  /// Calls `prepare` with the element's node when it is created: once, on the creating thread, before the node is shown; no lock held. For settings
  /// of a node that its value does not have: a list's initial position, its batch fetching, recognizers.
  ///
  /// Layouts create nodes on workers, and the effects of `prepare` belong to the running layout. Capture the node weakly in handlers, because it
  /// retains them. `prepare`, and handlers, recognizers and tasks that it attaches, can use states and the environment of the node whose spec has the
  /// element (``NodeState``).
  public func onMake(_ prepare: @escaping @Sendable (Node<Value>) -> Void) -> Subnode {
    describing { $0.preparations.append { node in if let node = node as? Node<Value> { prepare(node) } } }
  }
}

extension NodeType {
  /// Calls `prepare` with the element's node when it is created, as ``Subnode/onMake(_:)`` does.
  public func onMake(_ prepare: @escaping @Sendable (Node<Self>) -> Void) -> Subnode<Self> { Subnode(self).onMake(prepare) }
}

extension Subnode where Value: SceneContainerType {
  /// Names a node of a container type, by its place, with children that it lays out as a box does.
  ///
  /// - Parameters:
  ///   - value: value of the container.
  ///   - direction: direction of the children.
  ///   - gap: distance between neighbors.
  ///   - align: alignment of children across the direction; by default they are stretched.
  ///   - justify: distribution of free space along the direction.
  ///   - children: children in order.
  public init(
    _ value: Value, direction: FlexDirection = .column, gap: Dimension = .points(0), align: ItemAlignment = .normal,
    justify: ContentAlignment = .normal, @LayoutElementBuilder children: () throws -> [any LayoutElement]
  ) rethrows {
    self.value = value
    var content = ContainerContent(Value.typeName, direction, gap: gap, align, justify, try children())
    content.isWholeStyle = false
    description.content = content
  }
}

extension Subnode<Box> {
  /// Names a container with children.
  init(_ content: ContainerContent) {
    value = Box()
    description.content = content
  }
}

/// Sets one member of the value of a subnode: type of `Text("Toucan").opacity(0.5).letterSpacing` before the call.
public struct SubnodeModifier<Value: NodeType, Member> {
  let subnode: Subnode<Value>
  let member: WritableKeyPath<Value, Member>

  /// Returns the subnode with the member set.
  public func callAsFunction(_ value: Member) -> Subnode<Value> {
    var changed = subnode
    changed.value[keyPath: member] = value
    return changed
  }
}

extension AnyNode {
  /// Returns the subnode kept under `key`, or creates it with the value and sets `isMade`. Any thread.
  func keyedSubnode<Value: NodeType>(_ key: SubnodeKey, as value: Value, _ isMade: inout Bool) -> Node<Value> {
    if let existing = lock.withLock({ state.keyed[key] as? Node<Value> }) { return existing }
    // A layout calls the node's spec before the node is a subnode of this one.
    let made = StateOwners.with(self) { Node(value) }
    // The key may have belonged to a node of another type, which is released after the lock.
    let (node, former) = lock.withLock { () -> (Node<Value>, AnyNode?) in
      let former = state.keyed[key]
      if let other = former as? Node<Value> { return (other, nil) }
      state.keyed[key] = made
      return (made, former)
    }
    withExtendedLifetime(former) {}
    isMade = node === made
    return node
  }
}
