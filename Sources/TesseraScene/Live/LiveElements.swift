/// Elements of a list from which nodes are created, each with its identity. Evaluated once; a value.
struct LiveElements {
  struct Element {
    var key: String
    var index: Int
    /// Index in the list of the data that the element is from (``Expression/sourcePath``); equals `index` without a filter or sort.
    var place: Int
    var value: DataValue
    /// Section of the element.
    var section = DataValue.null
  }

  var elements: [Element] = []

  /// Maximum number of elements that a box creates nodes for. Longer lists need a list node, which creates only nodes near the screen.
  static let most = 5_000

  init(_ each: SceneNodeLive.Each, most: Int, _ instance: SceneInstance, _ view: DataView) {
    var evaluation = instance.data.work.evaluation(view)
    var other = DataValue.null
    let found = evaluation.elements(each.items, orElse: &other)
    instance.finish(evaluation, at: each.items)
    guard var items = found?.values else {
      if other != .null { instance.report("`each` must be a list, got \(other.kindName)", at: each.items) }
      return
    }
    if items.count > most {
      instance.report("the list has \(items.count) elements; only the first \(most) are shown", at: each.items)
      items.removeSubrange(most...)
    }
    elements.reserveCapacity(items.count)
    var known: Set<String> = []
    /// Last number appended to each key that several elements share.
    var numbers: [String: Int] = [:]
    for (index, value) in items.enumerated() {
      // A filtered element keeps its node.
      let place = found?.places?[index] ?? index
      var element = Element(key: String(place), index: index, place: place, value: value)
      var own = view
      own.locals = [each.name: value, "index": .number(Double(index))]
      if let key = each.key {
        element.key = instance.value(key, own).shortText
        if !known.insert(element.key).inserted {
          let before = numbers[element.key]
          if before == nil {
            instance.report("several elements have the key `\(element.key)`; keys must be unique to keep the nodes of elements", at: key)
          }
          var number = (before ?? 1) + 1
          while !known.insert("\(element.key)#\(number)").inserted { number += 1 }
          numbers[element.key] = number
          element.key += "#\(number)"
        }
      }
      if let section = each.section { element.section = instance.value(section, own) }
      elements.append(element)
    }
  }
}

extension SceneNodeLive.Each {
  /// Returns the names of an element with their values.
  func names(_ element: LiveElements.Element) -> [String: DataValue] {
    [name: element.value, "index": .number(Double(element.index))]
  }

  /// Origins of the element's names if the list is from one path.
  func sources(_ element: LiveElements.Element) -> [String: DataScope.Source] {
    guard let path = items.sourcePath else { return [:] }
    return [name: DataScope.Source(root: path.root, keys: path.keys + [String(element.place)])]
  }
}
