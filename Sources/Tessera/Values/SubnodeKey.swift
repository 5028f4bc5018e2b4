internal import TesseraLayout

/// Identity of a subnode among those that a node's spec names.
enum SubnodeKey: Hashable, Sendable {
  /// A key.
  case name(String)
  /// Place in the spec, for a subnode without a key.
  case place([ElementStep])
}
