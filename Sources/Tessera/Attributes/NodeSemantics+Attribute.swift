internal import TesseraRender

// Semantics in scene files: `label`, `role`, and the map `semantics`.

extension NodeAttribute where Value == NodeProperties {
  /// The attributes of every node.
  static var semantics: [Self] {
    let roles = AttributeKind.choice(SemanticsRole.allCases.map(\.rawValue))
    return [
      Self(
        "label", kind: .text, help: "Label for screen readers; default: that of the type.",
        get: { $0.semantics.label.map(AttributeValue.text) },
        set: { value, new in value.semantics.label = new.text.flatMap { $0.isEmpty ? nil : $0 } }),
      Self(
        "role", kind: roles, help: "Role for screen readers; default: that of the type.",
        get: { $0.semantics.role.map { .text($0.rawValue) } },
        set: { value, new in value.semantics.role = new.text.flatMap(SemanticsRole.init(rawValue:)) }),
      Self(
        "semantics", kind: .map(Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.kind) })),
        help: "Semantics for screen readers; missing keys have the values of the type.",
        get: { properties in
          let semantics = properties.semantics
          let pairs = members.compactMap { member in member.get(semantics).map { (key: member.key, value: $0) } }
          return pairs.isEmpty ? nil : .map(pairs)
        },
        set: { value, new in
          // `label` and `role` are also separate attributes and keep their values if the map has none.
          var semantics = NodeSemantics(value.semantics.role, label: value.semantics.label)
          for member in members { if let given = new[member.key] { try member.set(&semantics, given) } }
          value.semantics = semantics
        }),
    ]
  }

  /// A key of the map.
  private struct MapKey: Sendable {
    let key: String
    let kind: AttributeKind
    let get: @Sendable (NodeSemantics) -> AttributeValue?
    let set: @Sendable (inout NodeSemantics, AttributeValue) throws -> Void
  }

  private static var members: [MapKey] {
    [
      choice("role", \.role), text("label", \.label), text("value", \.value), number, text("hint", \.hint),
      flag("disabled", \.isDisabled), checked, flag("selected", \.isSelected), flag("expanded", \.isExpanded), flag("busy", \.isBusy),
      flag("multiselectable", \.isMultiselectable), cells,
      flag("required", \.isRequired), flag("invalid", \.isInvalid), flag("password", \.isPassword), flag("readOnly", \.isReadOnly),
      flag("multiline", \.isMultiline), actions, customActions, whole("level", \.level, 1...100), position,
      choice("live", \.liveRegion), text("language", \.language, .language), flag("modal", \.isModal), flag("hidden", \.isHidden),
      whole("order", \.order, -1_000_000...1_000_000), choice("grouping", \.grouping),
    ]
  }

  private typealias KeyedPath<Kept> = WritableKeyPath<NodeSemantics, Kept?> & Sendable

  private static func text(_ key: String, _ path: KeyedPath<String>, _ kind: AttributeKind = .text) -> MapKey {
    MapKey(key: key, kind: kind, get: { $0[keyPath: path].map(AttributeValue.text) }, set: { $0[keyPath: path] = $1.text })
  }

  private static func flag(_ key: String, _ path: KeyedPath<Bool>) -> MapKey {
    MapKey(key: key, kind: .boolean, get: { $0[keyPath: path].map(AttributeValue.boolean) }, set: { $0[keyPath: path] = $1.boolean })
  }

  private static func whole(_ key: String, _ path: KeyedPath<Int>, _ range: ClosedRange<Int>) -> MapKey {
    MapKey(
      key: key, kind: .integer(range), get: { $0[keyPath: path].map { .number(Double($0)) } },
      set: { $0[keyPath: path] = $1.number.flatMap { Int(exactly: $0) } })
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ key: String, _ path: KeyedPath<Choice>
  ) -> MapKey {
    MapKey(
      key: key, kind: .choice(Choice.allCases.map { $0.rawValue }), get: { $0[keyPath: path].map { .text($0.rawValue) } },
      set: { $0[keyPath: path] = $1.text.flatMap { Choice(rawValue: $0) } })
  }

  private static var number: MapKey {
    let any = AttributeKind.number(-1e9...1e9)
    return MapKey(
      key: "number", kind: .map(["value": any, "min": any, "max": any, "step": .number(0...1e9)]),
      get: { semantics in
        semantics.number.map { number in
          let pairs = [("value", number.value), ("min", number.minimum), ("max", number.maximum), ("step", number.step)]
          return .map(pairs.compactMap { pair in pair.1.map { (pair.0, .number($0)) } })
        }
      },
      set: { semantics, new in
        guard let value = new["value"]?.number else {
          throw AttributeError(attribute: "semantics", reason: "`number` needs a `value`, as in `{value: 40, min: 0, max: 100}`")
        }
        var number = SemanticsNumber(value, step: new["step"]?.number)
        (number.minimum, number.maximum) = (new["min"]?.number, new["max"]?.number)
        if let low = number.minimum, let high = number.maximum, low > high {
          throw AttributeError(attribute: "semantics", reason: "`min` of `number` must not be above its `max`")
        }
        semantics.number = number
      })
  }

  private static var position: MapKey {
    let whole = AttributeKind.integer(1...1_000_000_000)
    return MapKey(
      key: "position", kind: .map(["number": whole, "count": whole]),
      get: { $0.position.map { .map([("number", .number(Double($0.number))), ("count", .number(Double($0.count)))]) } },
      set: { semantics, new in
        guard let number = new["number"]?.number, let count = new["count"]?.number, number <= count else {
          throw AttributeError(
            attribute: "semantics", reason: "`position` needs a `number` and a `count` that is not below it, as in `{number: 3, count: 12}`"
          )
        }
        semantics.position = SemanticsPosition(Int(number), of: Int(count))
      })
  }

  /// `true` and `false`, or the word for a mixed state.
  private static var checked: MapKey {
    MapKey(
      key: "checked", kind: .either([.boolean, .choice([CheckedState.mixed.rawValue])]),
      get: { $0.checked.map { $0 == .mixed ? .text($0.rawValue) : .boolean($0 == .on) } },
      set: { semantics, new in semantics.checked = new.boolean.map { $0 ? .on : .off } ?? .mixed })
  }

  private static var actions: MapKey {
    MapKey(
      key: "actions", kind: .list(.choice(SemanticsAction.named.map(\.word))),
      get: { semantics in
        semantics.actions.map { actions in
          .list(actions.compactMap { action in SemanticsAction.named.first { $0.action == action }.map { .text($0.word) } })
        }
      },
      set: { semantics, new in
        let words = (new.list ?? []).compactMap(\.text)
        semantics.actions = SemanticsAction.named.filter { words.contains($0.word) }.map(\.action) + (semantics.actions ?? [])
      })
  }

  private static var cells: MapKey {
    MapKey(
      key: "cells", kind: .list(.text), get: { $0.cells.map { .list($0.map(AttributeValue.text)) } },
      set: { $0.cells = ($1.list ?? []).compactMap(\.text) })
  }

  private static var customActions: MapKey {
    MapKey(
      key: "customActions", kind: .list(.text),
      get: { semantics in
        let names = (semantics.actions ?? []).compactMap { action in
          if case .custom(let name) = action { AttributeValue.text(name) } else { nil }
        }
        return names.isEmpty ? nil : .list(names)
      },
      set: { semantics, new in
        semantics.actions = (semantics.actions ?? []) + (new.list ?? []).compactMap(\.text).map(SemanticsAction.custom)
      })
  }
}
