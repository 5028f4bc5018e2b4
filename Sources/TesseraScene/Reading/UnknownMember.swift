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
      message = "\(name) has no `\(key)`, only \(names.joined(separator: ", "))"
    } else if suggestion != nil {
      message = "\(name) has no `\(key)`"
    } else {
      let near = nearestNames(to: key, among: names, count: 5).joined(separator: ", ")
      message = "\(name) has no `\(key)`; the nearest of its \(names.count) names are \(near)"
    }
  }
}
