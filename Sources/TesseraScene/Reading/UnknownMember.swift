internal import Tessera

/// Member of a map that its kind does not have, as error messages name it.
struct UnknownMember {
  /// Without the suggestion.
  let message: String
  /// The name that was probably meant; nil if none is near.
  let suggestion: String?

  /// Describes the unknown member `key` of the map `name`. Lists all names if they are few, else the nearest if there is no suggestion.
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
