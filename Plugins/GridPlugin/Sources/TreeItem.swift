internal import IconPlugin
internal import Tessera

/// Entry of a tree with the entries below it. A value.
public struct TreeItem: Sendable, Hashable {
  /// Name that is unique among the entries of the tree; it is kept when the data change.
  public var id: String
  public var title: String
  /// Words at the end of the row; empty means none.
  public var detail: String
  /// Name of the icon before the title (`Icon.names`); empty means none.
  public var icon = ""
  public var items: [TreeItem]

  /// Creates an entry. A nil `id` means the title.
  public init(_ title: String, id: String? = nil, detail: String = "", icon: String = "", _ items: [TreeItem] = []) {
    (self.id, self.title, self.detail, self.icon, self.items) = (id ?? title, title, detail, icon, items)
  }

  // MARK: attributes

  /// Levels that a scene may write.
  private static let levels = 12

  static let kind: AttributeKind = {
    var kind = AttributeKind.list(.text)
    for _ in 0..<levels {
      kind = .list(.either([.text, .map(["id": .text, "title": .text, "detail": .text, "icon": .text, "entries": kind])]))
    }
    return kind
  }()

  /// Reads an entry; its id is the path of titles if it has none.
  init(_ value: AttributeValue, below path: String) throws {
    guard let title = value.text ?? value["title"]?.text ?? value["id"]?.text else {
      throw AttributeError(attribute: "entries", reason: "each must be a text, or a map with title and entries")
    }
    let id = value["id"]?.text ?? (path.isEmpty ? title : path + "/" + title)
    let icon = value["icon"]?.text ?? ""
    if let problem = Icon.problem(ofName: icon) { throw AttributeError(attribute: "entries", reason: problem) }
    self.init(
      title, id: id, detail: value["detail"]?.text ?? "", icon: icon,
      try (value["entries"]?.list ?? []).map { try TreeItem($0, below: id) })
  }

  var attributeValue: AttributeValue {
    var pairs: [(String, AttributeValue)] = [("id", .text(id)), ("title", .text(title)), ("detail", .text(detail))]
    if !icon.isEmpty { pairs.append(("icon", .text(icon))) }
    return .map(pairs + [("entries", .list(items.map(\.attributeValue)))])
  }
}

/// Row of a tree: an entry with its place. A value.
struct TreeEntry: Sendable, Hashable {
  let id: String
  let title: String
  let detail: String
  let icon: String
  let level: Int
  let hasItems: Bool
  let isOpen: Bool
  /// Place among its siblings, from 1, and their number.
  let position: Int
  let count: Int

  /// Returns the rows of open entries in their order. Entries with an id that another one has are left out. O(n).
  static func entries(_ items: [TreeItem], open: Set<String>) -> [TreeEntry] {
    var (result, known) = ([TreeEntry](), Set<String>())
    var stack: [(items: [TreeItem], next: Int)] = [(items, 0)]
    while let top = stack.last {
      guard top.next < top.items.count else {
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].next += 1
      let item = top.items[top.next]
      guard known.insert(item.id).inserted else { continue }
      let isOpen = !item.items.isEmpty && open.contains(item.id)
      result.append(
        TreeEntry(
          id: item.id, title: item.title, detail: item.detail, icon: item.icon, level: stack.count - 1, hasItems: !item.items.isEmpty,
          isOpen: isOpen, position: top.next + 1, count: top.items.count))
      if isOpen { stack.append((item.items, 0)) }
    }
    return result
  }
}
