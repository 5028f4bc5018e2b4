/// Attributes of one element, with constant-time lookup for any number.
struct AttributeList: Sendable {
  struct Attribute: Sendable {
    var name: String
    var value: String
  }

  /// Up to this number, attributes are searched linearly.
  private static let few = 16

  private(set) var items: [Attribute] = []
  /// Slots of its inherited properties in tables of them.
  private(set) var slots: [Int] = []
  /// Index by name if there are more than a few; otherwise empty.
  private var places: [String: Int] = [:]

  subscript(_ name: String) -> String? { place(of: name).map { items[$0].value } }

  private func place(of name: String) -> Int? {
    places.isEmpty ? items.firstIndex { $0.name == name } : places[name]
  }

  /// Sets the attribute, replacing an older value.
  mutating func set(_ name: String, _ value: String) {
    if let at = place(of: name) {
      items[at].value = value
      return
    }
    items.append(Attribute(name: name, value: value))
    if let slot = Presentation.slots[name] { slots.append(slot) }
    if !places.isEmpty {
      places[name] = items.count - 1
    } else if items.count > Self.few {
      index()
    }
  }

  /// Removes the attribute.
  mutating func remove(_ name: String) {
    guard let at = place(of: name) else { return }
    items.remove(at: at)
    if let slot = Presentation.slots[name] { slots.removeAll { $0 == slot } }
    if !places.isEmpty { index() }
  }

  private mutating func index() { places = Dictionary(uniqueKeysWithValues: items.enumerated().map { ($1.name, $0) }) }
}
