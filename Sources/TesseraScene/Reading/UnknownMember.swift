internal import Tessera

/// Unknown member of a map, as described in error messages.
struct UnknownMember {
  /// Message without the suggestion.
  let message: String
  /// Name that was probably meant; nil if no name is near.
  let suggestion: String?

  /// Describes the unknown member `key` of the map `name`. Lists all names if they are few; otherwise the nearest names if there is no
  /// suggestion.
  init(_ key: String, of name: String, among names: [String]) {
    suggestion = FamiliarNames.meant(by: key, among: names)
    if names.count <= AttributeKind.mostNames {
      message = "unknown key `\(key)` of \(name); valid are \(names.joined(separator: ", "))"
    } else if suggestion != nil {
      message = "unknown key `\(key)` of \(name)"
    } else {
      let near = nearestNames(to: key, among: names, count: 5).joined(separator: ", ")
      message = "unknown key `\(key)` of \(name); the nearest of its \(names.count) names are \(near)"
    }
  }
}
