internal import TesseraLayout

/// What tells a subnode that a spec names from the others of its node.
enum SubnodeKey: Hashable, Sendable {
  /// Its key.
  case name(String)
  /// Its place in the spec, where it has no key.
  case place([ElementStep])
}
