public import TesseraLayout

extension Node {
  /// Binds a member of the value to the result of `value`, beginning now. Any thread.
  ///
  /// ```swift
  /// label.bind(\.string) { "\(room.temperature) °C" }
  /// ```
  ///
  /// Reads of models in `value` are tracked: a change runs it again, and the node is compared and invalidated as by any other change. It replaces a
  /// binding of the same member.
  /// - Returns: The binding, to cancel it. It need not be kept; it ends with the node.
  @discardableResult
  public func bind<Member: Equatable & Sendable>(
    _ member: WritableKeyPath<Value, Member> & Sendable, _ value: @escaping @Sendable () -> Member
  ) -> NodeBinding {
    let declared = table.effect(of: member)
    return add(
      NodeBinding(
        self, member,
        TypedProperty(value: value) { node, new in
          // The node of a binding is the one that it was created for.
          let node = unsafeDowncast(node, to: Node<Value>.self)
          node.setMember(member, new) { declared }
          node.hooks.valueObserving?.valueDidChange(erased: node)
        }))
  }

  /// Binds a member of the value to a property of a model, beginning now. Any thread.
  ///
  /// ```swift
  /// label.bind(\.string, to: room, \.name)
  /// ```
  @discardableResult
  public func bind<Member: Equatable & Sendable, Source: AnyObject & Sendable>(
    _ member: WritableKeyPath<Value, Member> & Sendable, to model: Source, _ path: KeyPath<Source, Member> & Sendable
  ) -> NodeBinding {
    bind(member) { model[keyPath: path] }
  }

  /// Binds a member of the value to a member of a model's value, beginning now. Any thread.
  @discardableResult
  public func bind<Member: Equatable & Sendable, Root>(
    _ member: WritableKeyPath<Value, Member> & Sendable, to model: Model<Root>, _ path: KeyPath<Root, Member> & Sendable
  ) -> NodeBinding {
    bind(member) { model[dynamicMember: path] }
  }
}

extension AnyNode {
  /// Binds a common property of nodes to the result of `value`, beginning now. Any thread.
  ///
  /// ```swift
  /// lamp.bind(\.opacity) { room.isLit ? 1 : 0.3 }
  /// ```
  @_disfavoredOverload @discardableResult
  public final func bind<Member: Equatable & Sendable>(
    _ property: WritableKeyPath<NodeProperties, Member> & Sendable, _ value: @escaping @Sendable () -> Member
  ) -> NodeBinding {
    add(
      NodeBinding(self, property, TypedProperty(value: value) { node, new in node.updateProperties { $0[keyPath: property] = new } }))
  }

  /// Binds a common property of nodes to a member of a model's value, beginning now. Any thread.
  @_disfavoredOverload @discardableResult
  public final func bind<Member: Equatable & Sendable, Root>(
    _ property: WritableKeyPath<NodeProperties, Member> & Sendable, to model: Model<Root>, _ path: KeyPath<Root, Member> & Sendable
  ) -> NodeBinding {
    bind(property) { model[dynamicMember: path] }
  }

  /// Binds a common property of nodes to a property of a model, beginning now. Any thread.
  @_disfavoredOverload @discardableResult
  public final func bind<Member: Equatable & Sendable, Source: AnyObject & Sendable>(
    _ property: WritableKeyPath<NodeProperties, Member> & Sendable, to model: Source, _ path: KeyPath<Source, Member> & Sendable
  ) -> NodeBinding {
    bind(property) { model[keyPath: path] }
  }

  /// Binds a property of the layout style to the result of `value`, beginning now. Any thread.
  @discardableResult
  public final func bind<Member: Equatable & Sendable>(
    style property: WritableKeyPath<LayoutStyle, Member> & Sendable, _ value: @escaping @Sendable () -> Member
  ) -> NodeBinding {
    add(
      NodeBinding(self, property, TypedProperty(value: value) { $0.style[keyPath: property] = $1 }))
  }
}
