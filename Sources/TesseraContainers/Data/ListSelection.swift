public import Tessera

/// Where a program keeps what is selected in a list of its values, by their ids: the list reads it in its layout,
/// so that it follows models, and writes it when a person selects. A value; the closures are called on any thread, no lock held.
public struct ListSelection<ID: Hashable & Sendable>: Sendable {
  let isMultiple: Bool
  let get: @Sendable () -> Set<ID>
  let set: @Sendable (Set<ID>) -> Void

  /// One value at most.
  public static func single(get: @escaping @Sendable () -> ID?, set: @escaping @Sendable (ID?) -> Void) -> Self {
    Self(isMultiple: false, get: { get().map { [$0] } ?? [] }, set: { set($0.first) })
  }

  /// Any number of values.
  public static func multiple(get: @escaping @Sendable () -> Set<ID>, set: @escaping @Sendable (Set<ID>) -> Void) -> Self {
    Self(isMultiple: true, get: get, set: set)
  }

  /// One value at most, kept where a binding refers to: `.single($chosen)`, `.single(Binding(house, \.chosen))`.
  public static func single(_ binding: Binding<ID?>) -> Self {
    single(get: { binding.wrappedValue }, set: { binding.wrappedValue = $0 })
  }

  /// Any number of values, kept where a binding refers to.
  public static func multiple(_ binding: Binding<Set<ID>>) -> Self {
    multiple(get: { binding.wrappedValue }, set: { binding.wrappedValue = $0 })
  }

  /// The same, whatever the type of ids.
  var link: SelectionLink {
    SelectionLink(isMultiple: isMultiple, get: { Set(get().map { AnyHashable($0) }) }, set: { set(Set($0.compactMap { $0.base as? ID })) })
  }
}

/// Where a program keeps what is selected, by keys of a list.
struct SelectionLink: Sendable {
  let isMultiple: Bool
  let get: @Sendable () -> Set<AnyHashable>
  let set: @Sendable (Set<AnyHashable>) -> Void
}
