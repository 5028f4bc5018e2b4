public import Tessera

/// Storage of a list's selection in the program, by ids of its values. The list reads it in its layout, so that it follows models, and
/// writes it when the user selects. A value; the closures are called on any thread, with no lock held.
public struct ListSelection<ID: Hashable & Sendable>: Sendable {
  let isMultiple: Bool
  let get: @Sendable () -> Set<ID>
  let set: @Sendable (Set<ID>) -> Void

  /// At most one value.
  public static func single(get: @escaping @Sendable () -> ID?, set: @escaping @Sendable (ID?) -> Void) -> Self {
    Self(isMultiple: false, get: { get().map { [$0] } ?? [] }, set: { set($0.first) })
  }

  /// Any number of values.
  public static func multiple(get: @escaping @Sendable () -> Set<ID>, set: @escaping @Sendable (Set<ID>) -> Void) -> Self {
    Self(isMultiple: true, get: get, set: set)
  }

  /// At most one value, stored through a binding: `.single($chosen)`, `.single(Binding(house, \.chosen))`.
  public static func single(_ binding: Binding<ID?>) -> Self {
    single(get: { binding.wrappedValue }, set: { binding.wrappedValue = $0 })
  }

  /// Any number of values, stored through a binding.
  public static func multiple(_ binding: Binding<Set<ID>>) -> Self {
    multiple(get: { binding.wrappedValue }, set: { binding.wrappedValue = $0 })
  }

  /// Type-erased form of this selection.
  var link: SelectionLink {
    SelectionLink(isMultiple: isMultiple, get: { Set(get().map { AnyHashable($0) }) }, set: { set(Set($0.compactMap { $0.base as? ID })) })
  }
}

/// Storage of a selection in the program, by keys of a list.
struct SelectionLink: Sendable {
  let isMultiple: Bool
  let get: @Sendable () -> Set<AnyHashable>
  let set: @Sendable (Set<AnyHashable>) -> Void
}
