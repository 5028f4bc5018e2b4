public import TesseraRender

/// Why a value was not taken.
public struct AttributeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The attribute's name.
  public var attribute: String
  /// What was given and what would be right.
  public var reason: String
  /// Makes an error.
  public init(attribute: String, reason: String) {
    self.attribute = attribute
    self.reason = reason
  }
  public var description: String { "attribute `\(attribute)`: \(reason)" }
}

/// One thing that a scene file can set on a node type: name, kind, help, and how to read and write it.
public struct NodeAttribute<Value>: Sendable {
  /// Where a value keeps what an attribute is about, such as `\.color`. The key path is made when the attribute is read or set: most never are,
  /// and each takes time and memory at a program's start.
  public typealias Path<Member> = @Sendable () -> WritableKeyPath<Value, Member> & Sendable

  /// The name in scene files, lowerCamelCase.
  public let name: String
  /// What it takes.
  public let kind: AttributeKind
  /// One line for people.
  public let help: String
  /// Reads it (for defaults and for writing scenes back); nil where it is unset.
  public let get: @Sendable (Value) -> AttributeValue?
  /// Writes it. The value has the kind already.
  public let set: @Sendable (inout Value, AttributeValue) throws -> Void
  /// Attributes that set the same in other words: in a scene file one of them replaces what shared settings say in another, and two of them on
  /// one node are an error.
  public private(set) var alternatives: [String] = []
  /// Whether content that shows another value fades in over what it showed before, where the change is seen as motion and the values have no way between them.
  public private(set) var crossFades = false
  /// Whether scenes, schema and lists leave it out (``unlisted()``).
  public private(set) var isUnlisted = false
  /// Work that a change of it needs; nil: by ``NodeType/invalidation(from:to:)``.
  public let affects: Invalidation?
  /// The member that it reads and writes, if it is declared by a key path.
  let member: Member?
  /// Reads and writes it where nodes keep it beside their value; nil: the value has it.
  let ofNode: NodeAccess?

  /// The member of a value that an attribute is about.
  struct Member: Sendable {
    let path: @Sendable () -> PartialKeyPath<Value> & Sendable
    /// Gives the second value the member of the first. Returns whether it was different.
    let adopt: @Sendable (Value, inout Value) -> Bool
  }

  /// How an attribute is read and written that is a node's, not its value's.
  struct NodeAccess: Sendable {
    let get: @Sendable (AnyNode) -> AttributeValue?
    let set: @Sendable (AnyNode, AttributeValue) throws -> Void
  }

  /// Makes an attribute with its own way to read and write.
  ///
  /// - Parameters:
  ///   - name: the name in scene files.
  ///   - kind: what it takes.
  ///   - affects: work that a change needs; nil: by ``NodeType/invalidation(from:to:)``.
  ///   - help: one line for people.
  ///   - get: reads it; nil: it is unset.
  ///   - set: writes it.
  public init(
    _ name: String, kind: AttributeKind, affects: Invalidation? = nil, help: String,
    get: @escaping @Sendable (Value) -> AttributeValue?, set: @escaping @Sendable (inout Value, AttributeValue) throws -> Void
  ) {
    (self.name, self.kind, self.help) = (name, kind, help)
    (self.get, self.set) = (get, set)
    self.affects = affects
    member = nil
    ofNode = nil
  }

  /// Makes an attribute of one member with its own way to read and write.
  ///
  /// The member also decides which work `node.focus = …` needs.
  /// - Parameters:
  ///   - name: the name in scene files.
  ///   - path: the member that `set` changes.
  ///   - kind: what it takes.
  ///   - affects: work that a change needs; nil: by ``NodeType/invalidation(from:to:)``.
  ///   - help: one line for people.
  ///   - get: reads it; nil: it is unset.
  ///   - set: writes it.
  public init<Property: Equatable & SendableMetatype>(
    _ name: String, _ path: @autoclosure @escaping Path<Property>, kind: AttributeKind, affects: Invalidation? = nil, help: String,
    get: @escaping @Sendable (Value) -> AttributeValue?, set: @escaping @Sendable (inout Value, AttributeValue) throws -> Void
  ) {
    (self.name, self.kind, self.help) = (name, kind, help)
    (self.get, self.set) = (get, set)
    self.affects = affects
    // Most types have no use for it.
    member =
      affects == nil
      ? nil
      : Member(path: path) { new, target in
        let path = path()
        guard target[keyPath: path] != new[keyPath: path] else { return false }
        target[keyPath: path] = new[keyPath: path]
        return true
      }
    ofNode = nil
  }

  /// Makes an attribute of what nodes keep in their storage (``NodeType/Storage``), such as how far they are scrolled. Called on any thread, no lock held.
  ///
  /// - Parameters:
  ///   - name: the name in scene files.
  ///   - kind: what it takes.
  ///   - initial: what a new node has; nil: it is unset.
  ///   - help: one line for people.
  ///   - getNode: reads it of a node.
  ///   - setNode: writes it to a node.
  public init(
    _ name: String, kind: AttributeKind, initial: AttributeValue?, help: String,
    getNode: @escaping @Sendable (Node<Value>) -> AttributeValue?, setNode: @escaping @Sendable (Node<Value>, AttributeValue) throws -> Void
  ) where Value: NodeType {
    self.name = name
    self.kind = kind
    self.help = help
    get = { _ in initial }
    set = { _, _ in }
    affects = nil
    member = nil
    ofNode = NodeAccess(
      get: { node in (node as? Node<Value>).flatMap(getNode) },
      set: { node, value in if let node = node as? Node<Value> { try setNode(node, value) } })
  }

  /// Returns the same attribute, as one of several that set the same in other words; each of them says so of the others.
  public func instead(of alternatives: String...) -> Self {
    var result = self
    result.alternatives = alternatives
    return result
  }

  /// Returns the same attribute, as one whose content fades from one value to the next where a change of it is seen as motion.
  public func crossFading() -> Self {
    var result = self
    result.crossFades = true
    return result
  }

  /// Returns the same attribute, as one that scenes cannot set and lists leave out: a number that the type derives from its value, so that a change of that
  /// is seen as motion, such as the place of a switch's tile.
  public func unlisted() -> Self {
    var result = self
    result.isUnlisted = true
    return result
  }

  private static func wrong(_ name: String, _ kind: AttributeKind) -> AttributeError {
    AttributeError(attribute: name, reason: "must be \(kind.description)")
  }

  /// Declares a text.
  public static func text(_ name: String, _ path: @autoclosure @escaping Path<String>, affects: Invalidation? = nil, help: String) -> Self {
    Self(name, path(), kind: .text, affects: affects, help: help, get: { .text($0[keyPath: path()]) }) { value, new in
      guard case .text(let text) = new else { throw wrong(name, .text) }
      value[keyPath: path()] = text
    }
  }

  /// Declares a number.
  public static func number(
    _ name: String, _ path: @autoclosure @escaping Path<Double>, in range: ClosedRange<Double> = -1e9...1e9, affects: Invalidation? = nil,
    help: String
  ) -> Self {
    Self(name, path(), kind: .number(range), affects: affects, help: help, get: { .number($0[keyPath: path()]) }) { value, new in
      guard case .number(let number) = new, range.contains(number) else { throw wrong(name, .number(range)) }
      value[keyPath: path()] = number
    }
  }

  /// Declares a whole number.
  public static func integer(
    _ name: String, _ path: @autoclosure @escaping Path<Int>, in range: ClosedRange<Int> = -1_000_000_000...1_000_000_000,
    affects: Invalidation? = nil, help: String
  ) -> Self {
    Self(name, path(), kind: .integer(range), affects: affects, help: help, get: { .number(Double($0[keyPath: path()])) }) { value, new in
      guard case .number(let number) = new, let whole = Int(exactly: number), range.contains(whole) else {
        throw wrong(name, .integer(range))
      }
      value[keyPath: path()] = whole
    }
  }

  /// Declares a truth value.
  public static func boolean(_ name: String, _ path: @autoclosure @escaping Path<Bool>, affects: Invalidation? = nil, help: String) -> Self
  {
    Self(name, path(), kind: .boolean, affects: affects, help: help, get: { .boolean($0[keyPath: path()]) }) { value, new in
      guard case .boolean(let flag) = new else { throw wrong(name, .boolean) }
      value[keyPath: path()] = flag
    }
  }

  /// Declares a colour.
  public static func color(_ name: String, _ path: @autoclosure @escaping Path<Color>, affects: Invalidation? = nil, help: String) -> Self {
    Self(name, path(), kind: .color, affects: affects, help: help, get: { .color($0[keyPath: path()]) }) { value, new in
      guard case .color(let color) = new else { throw wrong(name, .color) }
      value[keyPath: path()] = color
    }
  }

  /// Declares a colour that may be absent.
  public static func color(_ name: String, _ path: @autoclosure @escaping Path<Color?>, affects: Invalidation? = nil, help: String) -> Self
  {
    Self(name, path(), kind: .color, affects: affects, help: help, get: { $0[keyPath: path()].map(AttributeValue.color) }) { value, new in
      guard case .color(let color) = new else { throw wrong(name, .color) }
      value[keyPath: path()] = color
    }
  }

  /// Declares one of the words of an enumeration.
  public static func choice<Choice: RawRepresentable<String> & CaseIterable & Equatable & Sendable>(
    _ name: String, _ path: @autoclosure @escaping Path<Choice>, affects: Invalidation? = nil, help: String
  ) -> Self {
    // A closure and not a key path, which the runtime makes anew for each type: each attribute of a type is declared before its first node is.
    let words = Choice.allCases.map { $0.rawValue }
    return Self(name, path(), kind: .choice(words), affects: affects, help: help, get: { .text($0[keyPath: path()].rawValue) }) {
      value, new in
      guard case .text(let word) = new, let choice = Choice(rawValue: word) else { throw wrong(name, .choice(words)) }
      value[keyPath: path()] = choice
    }
  }

  /// Declares a file; the value is a path that can be opened as it is.
  public static func asset(_ name: String, _ path: @autoclosure @escaping Path<String?>, affects: Invalidation? = nil, help: String) -> Self
  {
    Self(name, path(), kind: .asset, affects: affects, help: help, get: { $0[keyPath: path()].map(AttributeValue.text) }) { value, new in
      guard case .text(let file) = new else { throw wrong(name, .asset) }
      value[keyPath: path()] = file
    }
  }
}

/// What is known of an attribute without its node type: for help, schema and error messages.
public struct AttributeDescription: Sendable, Hashable {
  /// The name in scene files.
  public let name: String
  /// What it takes.
  public let kind: AttributeKind
  /// What it is when not set; nil: unset.
  public let defaultValue: AttributeValue?
  /// One line for people.
  public let help: String
}
