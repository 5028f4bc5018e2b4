/// The attributes of one element, found in constant time however many there are.
struct AttributeList: Sendable {
  struct Attribute: Sendable {
    var name: String
    var value: String
  }

  /// So few are compared one by one.
  private static let few = 16

  private(set) var items: [Attribute] = []
  /// Places in tables of the inherited properties among them.
  private(set) var slots: [Int] = []
  /// Places by name where there are more than a few; else empty.
  private var places: [String: Int] = [:]

  subscript(_ name: String) -> String? { place(of: name).map { items[$0].value } }

  private func place(of name: String) -> Int? {
    places.isEmpty ? items.firstIndex { $0.name == name } : places[name]
  }

  /// Sets the attribute, in the place of an older value.
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

  /// Takes the attribute away.
  mutating func remove(_ name: String) {
    guard let at = place(of: name) else { return }
    items.remove(at: at)
    if let slot = Presentation.slots[name] { slots.removeAll { $0 == slot } }
    if !places.isEmpty { index() }
  }

  private mutating func index() { places = Dictionary(uniqueKeysWithValues: items.enumerated().map { ($1.name, $0) }) }
}
