internal import Tessera

extension SceneReader {
  /// Attribute as written in the file, with its condition.
  private struct Stated {
    var entry: YAMLTree.Entry
    /// Condition of the attribute; nil means always.
    var condition: Expression?
  }

  /// Reads attributes by the kinds of their type and sets them on `check`, which may reject values that the kind accepts. Attributes that
  /// follow data are returned separately.
  mutating func readAttributes(
    _ type: NodeTypeDescriptor, _ defaults: SettingGroup?, _ shared: [((name: String, place: Place), SettingGroup)], _ own: SettingGroup,
    check: AnyNode
  ) -> (fixed: [SceneNode.Attribute], live: [SceneNodeLive.Attribute]) {
    var stated: [Stated] = []
    // A later attribute replaces its earlier alternatives.
    func add(_ group: [YAMLTree.Entry], _ variants: [SettingGroup.Variant]) {
      let group = withoutAlternatives(group, of: type)
      let replaced = Set(group.flatMap { type.alternatives(of: $0.key) })
      if !replaced.isEmpty { stated.removeAll { replaced.contains($0.entry.key) } }
      stated += group.map { Stated(entry: $0, condition: nil) }
      for variant in variants {
        for entry in variant.attributes where type.kind(of: entry.key) != nil {
          stated.append(Stated(entry: entry, condition: variant.condition))
        }
      }
    }
    add(defaults?.attributes ?? [], defaults?.variants ?? [])
    for (style, group) in shared {
      add(group.attributes.filter { type.kind(of: $0.key) != nil }, group.variants)
      for entry in group.attributes + group.variants.flatMap(\.attributes) where type.kind(of: entry.key) == nil {
        errors.add(
          at: style.place, "style `\(style.name)` sets `\(entry.key)` (line \(entry.keyPlace.line)), which `\(type.name)` does not have")
      }
    }
    add(own.attributes, own.variants)
    var last: [String: Int] = [:]
    for (i, each) in stated.enumerated() { last[each.entry.key] = i }
    var fixed: [SceneNode.Attribute] = []
    var live: [SceneNodeLive.Attribute] = []
    for (i, each) in stated.enumerated() where last[each.entry.key] == i {
      // An unconditional setting hides all earlier ones.
      let all = stated[...i].filter { $0.entry.key == each.entry.key }
      let first = all.lastIndex { $0.condition == nil } ?? 0
      var alternatives: [SceneNodeLive.Alternative] = []
      for one in all[first...] {
        guard let template = readTemplate(one.entry, type, check) else { continue }
        alternatives.append(SceneNodeLive.Alternative(condition: one.condition, template: template))
      }
      guard let only = alternatives.first else { continue }
      if alternatives.count == 1, only.condition == nil, only.template.holes.isEmpty {
        fixed.append(SceneNode.Attribute(name: each.entry.key, value: only.template.value))
      } else {
        let described = (type.attributes + AnyNode.commonAttributeDescriptions).first { $0.name == each.entry.key }
        live.append(
          SceneNodeLive.Attribute(
            name: each.entry.key, alternatives: alternatives, fallback: described?.defaultValue, place: tree.place(each.entry.value)))
      }
    }
    checkValues(of: check, type, at: last.mapValues { tree.place(stated[$0].entry.value) }, live: Set(live.map(\.name)))
    return (fixed, live)
  }

  /// Warns of fixed values that do not agree with each other, and not of values that data may still change.
  private mutating func checkValues(of node: AnyNode, _ type: NodeTypeDescriptor, at places: [String: Place], live: Set<String>) {
    for problem in node.valueProblems where live.isDisjoint(with: problem.attributes + problem.related) {
      guard let name = problem.attributes.first(where: { places[$0] != nil }), let place = places[name] else { continue }
      errors.add(.warning, at: place, "attribute `\(name)` of `\(type.name)`: \(problem.reason)")
    }
  }

  /// Reads one value and sets it on `check` if no part of it follows data.
  mutating func readTemplate(_ entry: YAMLTree.Entry, _ type: NodeTypeDescriptor, _ check: AnyNode) -> ValueTemplate? {
    values.holes = []
    guard let kind = entry.key == "environment" ? registry.environmentKind : type.kind(of: entry.key),
      let value = values.read(entry.value, as: kind, name: "attribute `\(entry.key)` of `\(type.name)`")
    else { return nil }
    let template = ValueTemplate(value: value, holes: values.holes)
    if entry.key == "motion" || entry.key == "keyframes" {
      checkAnimatedNames(entry, type, "attribute `\(entry.key)` of `\(type.name)`")
    }
    if entry.key == "environment", template.themeReadsTokens {
      errors.add(at: tree.place(entry.value), "`theme` in `environment` of `\(type.name)` has tokens of itself; its values must be fixed")
      return nil
    }
    if !template.holes.isEmpty { return template }
    do {
      try check.setAttribute(entry.key, to: value)
      return template
    } catch let error as AttributeError {
      errors.add(at: tree.place(entry.value), "attribute `\(entry.key)` of `\(type.name)` \(error.reason)")
    } catch {
      errors.add(at: tree.place(entry.value), "attribute `\(entry.key)` of `\(type.name)`: \(error)")
    }
    return nil
  }

  /// Returns all settings of a style if one of them follows data; otherwise an empty list.
  func liveStyles(_ groups: [SettingGroup]) -> [SceneNodeLive.Style] {
    var result: [SceneNodeLive.Style] = []
    func add(_ styles: [SettingGroup.Style], _ condition: Expression?) {
      for style in styles {
        result.append(
          SceneNodeLive.Style(condition: condition, key: style.key, value: style.value, bound: style.bound, place: style.place))
      }
    }
    for group in groups {
      add(group.styles, nil)
      for variant in group.variants { add(variant.styles, variant.condition) }
    }
    return result.contains { $0.condition != nil || $0.bound != nil } ? result : []
  }
}
