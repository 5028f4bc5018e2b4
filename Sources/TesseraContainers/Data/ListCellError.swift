/// Error of a source.
enum ListCellError: Error, CustomStringConvertible {
  case isElsewhere
  case isAround
  case isMissing
  var description: String {
    switch self {
    case .isElsewhere: "the node is a subnode of another node; return one without a supernode"
    case .isAround: "the node is the list itself, or contains it; return a new node"
    case .isMissing:
      "the data source has no factory for it, though its counts include it; return a factory, or a smaller count"
    }
  }
}
