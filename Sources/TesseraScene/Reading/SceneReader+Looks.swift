internal import Tessera

// Looks of a node: `looks: {open: {when: EXPRESSION, motion: spring, opacity: 1}}`.
extension SceneReader {
  /// Maximum number of looks of a node.
  private static let mostLooks = 16

  /// Reads looks as settings that apply while their own condition holds and no earlier look applies.
  mutating func readLooks(
    _ index: Int32, _ name: String, _ type: NodeTypeDescriptor
  ) -> (looks: [SceneNodeLive.Look], settings: [SettingGroup.Variant]) {
    var result: (looks: [SceneNodeLive.Look], settings: [SettingGroup.Variant]) = ([], [])
    var earlier: [Expression] = []
    for entry in map(index, "`looks` of \(name)") ?? [] where !errors.isFull {
      let called = "the look `\(entry.key)` of \(name)"
      guard result.looks.count < Self.mostLooks else {
        errors.add(.limit, at: entry.keyPlace, "\(name) has more than \(Self.mostLooks) looks")
        return result
      }
      guard let entries = map(entry.value, called) else { continue }
      guard let when = entries.first(where: { $0.key == "when" }) else {
        errors.add(at: tree.place(entry.value), "\(called) needs `when`, its condition")
        continue
      }
      guard let own = readCondition(when.value, "`when` of \(called)") else { continue }
      guard let condition = Expression(own, butNone: earlier) else {
        errors.add(.limit, at: tree.place(when.value), "the conditions of the looks of \(name) are too long in total")
        continue
      }
      earlier.append(own)
      var motion = Motion.standard
      if let entry = entries.first(where: { $0.key == "motion" }) {
        motion = readMotion(entry.value, called) ?? motion
      }
      let group = readGroup(entry.value, called) {
        $0 == "when" || $0 == "motion" || type.kind(of: $0) != nil
      } candidates: {
        type.attributeNames
      }
      if !group.variants.isEmpty { errors.add(at: tree.place(entry.value), "\(called) cannot have variants; move them to the node") }
      result.looks.append(SceneNodeLive.Look(condition: condition, motion: motion))
      result.settings.append(
        SettingGroup.Variant(
          condition: condition, styles: group.styles, attributes: group.attributes.filter { $0.key != "when" && $0.key != "motion" }))
    }
    return result
  }
}

extension Expression {
  /// Creates a condition that holds if `own` holds and none of `others`; nil if it would be too large.
  init?(_ own: Expression, butNone others: [Expression]) {
    guard let first = others.first else {
      self = own
      return
    }
    let any = others.dropFirst().reduce(first.tree) { .binary(.or, $0, $1.tree, at: 0) }
    self.init(tree: .binary(.and, .not(any), own.tree, at: 0), text: own.text, line: own.line, column: own.column)
  }
}
