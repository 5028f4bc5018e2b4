public import TesseraRender

/// Error for a rejected attribute value.
public struct AttributeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The attribute's name.
  public var attribute: String
  /// The rejected value and the valid ones.
  public var reason: String
  /// Makes an error.
  public init(attribute: String, reason: String) {
    self.attribute = attribute
    self.reason = reason
  }
  public var description: String { "attribute `\(attribute)`: \(reason)" }
}

/// A setting of a node type in scene files: name, kind, help, and functions to read and write it.
public struct NodeAttribute<Value>: Sendable {
  /// Key path of an attribute's member, such as `\.color`. It is created when the attribute is read or set. Most attributes never are, and each key
  /// path costs time and memory at the start of a program.
  public typealias Path<Member> = @Sendable () -> WritableKeyPath<Value, Member> & Sendable

  /// The name in scene files, lowerCamelCase.
  public let name: String
  /// Accepted values.
  public let kind: AttributeKind
  /// One line for people.
  public let help: String
  /// Reads the attribute (for defaults and for writing scenes back); nil if unset.
  public let get: @Sendable (Value) -> AttributeValue?
  /// Writes the attribute. The value already has the right kind.
  public let set: @Sendable (inout Value, AttributeValue) throws -> Void
  /// Equivalent attributes: in a scene file one of them replaces another in shared settings, and two of them on one node are an error.
  public private(set) var alternatives: [String] = []
  /// Whether changed content fades in over the old content, if the change is animated and the values cannot be interpolated.
  public private(set) var crossFades = false
  /// Whether scenes, schema and lists omit the attribute (``unlisted()``).
  public private(set) var isUnlisted = false
  /// Work that a change needs; nil: see ``NodeType/invalidation(from:to:)``.
  public let affects: Invalidation?
  /// The member that the attribute reads and writes, if it is declared by a key path.
  let member: Member?
  /// Access for attributes that nodes store outside their value; nil if the value stores them.
  let ofNode: NodeAccess?

  /// The member of a value behind an attribute.
  struct Member: Sendable {
    let path: @Sendable () -> PartialKeyPath<Value> & Sendable
    /// Copies the member of the first value to the second. Returns whether it was different.
    let adopt: @Sendable (Value, inout Value) -> Bool
  }

  /// Functions that read and write an attribute that a node stores outside its value. They get the node, whose type nothing below the tree names.
  struct NodeAccess: Sendable {
    let get: @Sendable (any StateOwner) -> AttributeValue?
    let set: @Sendable (any StateOwner, AttributeValue) throws -> Void
  }

  /// Makes an attribute with custom functions to read and write.
  ///
  /// - Parameters:
  ///   - name: the name in scene files.
  ///   - kind: accepted values.
  ///   - affects: work that a change needs; nil: see ``NodeType/invalidation(from:to:)``.
  ///   - help: one line for people.
  ///   - get: reads it; nil if unset.
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

  /// Makes an attribute of one member with custom functions to read and write.
  ///
  /// Assignments through the member, such as `node.focus = …`, also use the declared work.
  /// - Parameters:
  ///   - name: the name in scene files.
  ///   - path: the member that `set` changes.
  ///   - kind: accepted values.
  ///   - affects: work that a change needs; nil: see ``NodeType/invalidation(from:to:)``.
  ///   - help: one line for people.
  ///   - get: reads it; nil if unset.
  ///   - set: writes it.
  public init<Property: Equatable & SendableMetatype>(
    _ name: String, _ path: @autoclosure @escaping Path<Property>, kind: AttributeKind, affects: Invalidation? = nil, help: String,
    get: @escaping @Sendable (Value) -> AttributeValue?, set: @escaping @Sendable (inout Value, AttributeValue) throws -> Void
  ) {
    (self.name, self.kind, self.help) = (name, kind, help)
    (self.get, self.set) = (get, set)
    self.affects = affects
    // Most types do not use it.
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

  /// Returns the same attribute with these equivalents. Each of the equivalents must name the others.
  public func instead(of alternatives: String...) -> Self {
    var result = self
    result.alternatives = alternatives
    return result
  }

  /// Returns the same attribute with a content fade from one value to the next if the change is animated.
  public func crossFading() -> Self {
    var result = self
    result.crossFades = true
    return result
  }

  /// Returns the same attribute, hidden from scenes and lists. For a number that the type derives from its value to animate it, such as the position
  /// of a switch's tile.
  public func unlisted() -> Self {
    var result = self
    result.isUnlisted = true
    return result
  }

  /// Declares the work that a change of a member without an attribute needs, such as a binding. Scenes and lists do not have it.
  ///
  /// - Parameters:
  ///   - name: a name without an attribute; for error messages.
  ///   - path: the member.
  ///   - affects: work that a change needs.
  public static func member<Property: Equatable & SendableMetatype>(
    _ name: String, _ path: @autoclosure @escaping Path<Property>, affects: Invalidation
  ) -> Self {
    Self(name, path(), kind: .boolean, affects: affects, help: "", get: { _ in nil }, set: { _, _ in }).unlisted()
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

  /// Declares a text that is unset by default.
  public static func text(
    _ name: String, _ path: @autoclosure @escaping Path<String?>, affects: Invalidation? = nil, help: String
  ) -> Self {
    Self(name, path(), kind: .text, affects: affects, help: help, get: { $0[keyPath: path()].map(AttributeValue.text) }) { value, new in
      guard case .text(let text) = new else { throw wrong(name, .text) }
      value[keyPath: path()] = text
    }
  }

  /// Declares a language tag.
  public static func language(
    _ name: String, _ path: @autoclosure @escaping Path<String>, affects: Invalidation? = nil, help: String
  ) -> Self {
    Self(name, path(), kind: .language, affects: affects, help: help, get: { .text($0[keyPath: path()]) }) { value, new in
      guard case .text(let tag) = new, AttributeKind.isLanguageTag(tag) else { throw wrong(name, .language) }
      value[keyPath: path()] = tag
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
    // A closure, because the runtime would create a key path for each type, and each attribute of a type is declared before its first node exists.
    let words = Choice.allCases.map { $0.rawValue }
    return Self(name, path(), kind: .choice(words), affects: affects, help: help, get: { .text($0[keyPath: path()].rawValue) }) {
      value, new in
      guard case .text(let word) = new, let choice = Choice(rawValue: word) else { throw wrong(name, .choice(words)) }
      value[keyPath: path()] = choice
    }
  }

  /// Declares a file; the value is a path that can be opened unchanged.
  public static func asset(_ name: String, _ path: @autoclosure @escaping Path<String?>, affects: Invalidation? = nil, help: String) -> Self
  {
    Self(name, path(), kind: .asset, affects: affects, help: help, get: { $0[keyPath: path()].map(AttributeValue.text) }) { value, new in
      guard case .text(let file) = new else { throw wrong(name, .asset) }
      value[keyPath: path()] = file
    }
  }
}

/// Description of an attribute without its node type, for help, schema and error messages.
public struct AttributeDescription: Sendable, Hashable {
  /// The name in scene files.
  public let name: String
  /// Accepted values.
  public let kind: AttributeKind
  /// Default value; nil if unset.
  public let defaultValue: AttributeValue?
  /// One line for people.
  public let help: String
}
