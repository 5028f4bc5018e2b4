internal import CTesseraYAML

/// Builds a tree from the events of libyaml. Single use.
struct YAMLComposer {
  /// Thrown to stop reading; the error is in the collector.
  struct Stop: Error {}

  /// List or map that is not complete yet.
  private struct Open {
    var index: Int32
    var anchor: String?
    var isMap: Bool
    var items: [Int32] = []
    var entries: [YAMLTree.Entry] = []
    var lines: [String: UInt32] = [:]
    var merges: [Int32] = []
    var key: Key?
    var weight = 1
    var height = 1
  }

  private enum Key {
    case name(String, Place)
    case merge
    /// Invalid key; its value is read and ignored.
    case bad
  }

  private var tree = YAMLTree()
  private var open: [Open] = []
  private var anchors: [String: Int32] = [:]
  private var openAnchors = Set<String>()
  /// Number of values and entries created, including merged ones. Limits memory.
  private var made = 0
  private var errors: ErrorCollector
  /// Replaced escapes; nil if the text contains none.
  private var surrogates: SurrogateEscapes?
  private var lines = YAMLLines()

  /// Reads one document; nil if the text is empty. Recoverable errors are collected; others end reading.
  static func compose(_ bytes: [UInt8], errors: inout ErrorCollector) throws(Stop) -> YAMLTree {
    var composer = YAMLComposer(errors: errors)
    defer { errors = composer.errors }
    var bytes = bytes
    composer.surrogates = SurrogateEscapes(replacingIn: &bytes)
    try composer.run(bytes)
    return composer.tree
  }

  private init(errors: ErrorCollector) { self.errors = errors }

  private mutating func run(_ bytes: [UInt8]) throws(Stop) {
    let stopped = bytes.withUnsafeBufferPointer { buffer in
      var parser: OpaquePointer?
      guard ty_parser_create(buffer.baseAddress, buffer.count, &parser) == TY_OK, let parser else {
        errors.add(.limit, at: .none, "out of memory while reading \(bytes.count) bytes")
        return true
      }
      defer { ty_parser_destroy(parser) }
      do throws(Stop) {
        try read(parser, buffer)
        return false
      } catch {
        return true
      }
    }
    if stopped { throw Stop() }
  }

  private mutating func read(_ parser: OpaquePointer, _ bytes: UnsafeBufferPointer<UInt8>) throws(Stop) {
    var event = ty_event()
    var documents = 0
    while true {
      guard ty_parser_next(parser, &event) == TY_OK else { throw refuse(ty_parser_error(parser), bytes) }
      let place = Place(line: event.line, column: event.column)
      switch event.kind {
      case TY_STREAM_END: return
      case TY_DOCUMENT_START:
        documents += 1
        guard documents == 1 else {
          throw stop(.content, at: place, "a second document begins here; a scene file has one document: remove `---`")
        }
      case TY_DOCUMENT_END: break
      case TY_SCALAR:
        checkTag(event, place)
        try add(scalar(event), at: place, anchor: event.anchor)
        recordComment(event, place, bytes)
      case TY_ALIAS: try alias(event.anchor.map { String(cString: $0) } ?? "", at: place)
      case TY_SEQUENCE_START, TY_MAPPING_START:
        checkTag(event, place)
        try begin(isMap: event.kind == TY_MAPPING_START, at: place, anchor: event.anchor)
      default: try end(at: place)
      }
    }
  }

  private func scalar(_ event: ty_event) -> YAMLTree.Content {
    let bytes = UnsafeRawBufferPointer(start: event.text, count: event.length)
    let text = String(decoding: bytes, as: UTF8.self)
    return .scalar(surrogates?.restored(text) ?? text, isPlain: event.plain != 0)
  }

  // MARK: values

  private mutating func add(_ content: YAMLTree.Content, at place: Place, anchor: UnsafePointer<CChar>?) throws(Stop) {
    if case .scalar(let text, let isPlain) = content, try takesKey(text, isPlain: isPlain, at: place) { return }
    let index = try append(content, at: place)
    if let anchor { anchors[String(cString: anchor)] = index }
    try put(index, at: place)
  }

  /// Records the comment that hides a value, or the rest of it: `background: #3366cc`, `background: light-dark(#fff, #000)`.
  private mutating func recordComment(_ event: ty_event, _ place: Place, _ bytes: UnsafeBufferPointer<UInt8>) {
    guard event.plain != 0, tree.comments.count < YAMLTree.mostComments, let last = tree.values.indices.last,
      case .scalar(_, isPlain: true) = tree.values[last].content, tree.values[last].place == place,
      let comment = lines.comment(behind: UnsafeRawBufferPointer(start: event.text, count: event.length), at: place, in: bytes)
    else { return }
    tree.comments[Int32(last)] = comment
  }

  private mutating func append(_ content: YAMLTree.Content, at place: Place) throws(Stop) -> Int32 {
    try count(1, at: place)
    tree.values.append(YAMLTree.Value(content: content, place: place))
    return Int32(tree.values.count - 1)
  }

  private mutating func count(_ more: Int, at place: Place) throws(Stop) {
    made += more
    if made > SceneLimits.values {
      throw stop(.limit, at: place, "the file has more than \(SceneLimits.values) values, the limit of a scene")
    }
  }

  /// Uses a scalar as the key of the innermost map, if that has no pending key. Returns whether it did.
  private mutating func takesKey(_ text: String, isPlain: Bool, at place: Place) throws(Stop) -> Bool {
    guard let last = open.indices.last, open[last].isMap, open[last].key == nil else { return false }
    if text == "<<", isPlain {
      open[last].key = .merge
    } else if let line = open[last].lines[text] {
      errors.add(at: place, "`\(text)` is given twice in one map; the first is in line \(line)")
      open[last].key = .bad
    } else {
      open[last].lines[text] = place.line
      open[last].key = .name(text, place)
    }
    return true
  }

  /// Adds a complete value to the innermost list or map, or sets the root.
  private mutating func put(_ index: Int32, at place: Place) throws(Stop) {
    guard let last = open.indices.last else {
      tree.root = index
      return
    }
    let value = tree[index]
    if open[last].isMap {
      switch open[last].key {
      case nil:
        errors.add(at: place, "a key must be text, got \(tree.describe(index))")
        open[last].key = .bad
        return
      case .bad:
        open[last].key = nil
        return
      case .merge:
        open[last].merges.append(index)
      case .name(let name, let keyPlace):
        open[last].entries.append(YAMLTree.Entry(key: name, keyPlace: keyPlace, value: index))
      }
      open[last].key = nil
    } else {
      open[last].items.append(index)
    }
    // No overflow: each weight is limited, and so is their number.
    open[last].weight += value.weight
    open[last].height = max(open[last].height, value.height + 1)
    if open[last].weight > SceneLimits.values {
      throw stop(.limit, at: place, "with expanded aliases the file has more than \(SceneLimits.values) values")
    }
    if open.count - 1 + open[last].height > SceneLimits.valueDepth { throw tooDeep(at: place) }
  }

  private mutating func begin(isMap: Bool, at place: Place, anchor: UnsafePointer<CChar>?) throws(Stop) {
    guard open.count < SceneLimits.valueDepth else { throw tooDeep(at: place) }
    let index = try append(isMap ? .map([]) : .list([]), at: place)
    let name = anchor.map { String(cString: $0) }
    if let name { openAnchors.insert(name) }
    open.append(Open(index: index, anchor: name, isMap: isMap))
  }

  private mutating func end(at place: Place) throws(Stop) {
    guard var closed = open.popLast() else { return }
    if closed.isMap {
      try merge(into: &closed)
      tree.values[Int(closed.index)].content = .map(closed.entries)
    } else {
      tree.values[Int(closed.index)].content = .list(closed.items)
    }
    tree.values[Int(closed.index)].weight = closed.weight
    tree.values[Int(closed.index)].height = closed.height
    if let anchor = closed.anchor {
      openAnchors.remove(anchor)
      anchors[anchor] = closed.index
    }
    try put(closed.index, at: tree.place(closed.index))
  }

  private mutating func alias(_ name: String, at place: Place) throws(Stop) {
    if let last = open.indices.last, open[last].isMap, open[last].key == nil {
      errors.add(at: place, "a key must be text, got the alias `*\(name)`")
      open[last].key = .bad
      return
    }
    if openAnchors.contains(name) {
      errors.add(at: place, "`*\(name)` contains itself")
    } else if let index = anchors[name] {
      return try put(index, at: place)
    } else {
      errors.add(at: place, "unknown anchor `&\(name)`; it must be defined before this")
    }
    try put(try append(.broken, at: place), at: place)
  }

  // MARK: merge keys

  /// Inserts the entries of `<<: *map` or `<<: [*map, *map]` before the map's own. Own entries override merged ones; of merged ones the
  /// first wins.
  private mutating func merge(into map: inout Open) throws(Stop) {
    guard !map.merges.isEmpty else { return }
    var names = Set(map.entries.map(\.key))
    var merged: [YAMLTree.Entry] = []
    for source in map.merges.flatMap({ mergeSources($0) }) {
      guard case .map(let entries) = tree[source].content else { continue }
      try count(entries.count, at: tree.place(map.index))
      for var entry in entries where names.insert(entry.key).inserted {
        entry.isMerged = true
        merged.append(entry)
      }
    }
    map.entries = merged + map.entries
  }

  private mutating func mergeSources(_ index: Int32) -> [Int32] {
    switch tree[index].content {
    case .map: return [index]
    case .broken: return []
    case .list(let items):
      return items.filter { item in
        switch tree[item].content {
        case .map: return true
        case .broken: return false
        case .scalar, .list: break
        }
        errors.add(at: tree.place(item), "`<<` takes maps, got \(tree.describe(item))")
        return false
      }
    case .scalar:
      errors.add(at: tree.place(index), "`<<` takes a map or a list of maps, got \(tree.describe(index))")
      return []
    }
  }

  // MARK: errors

  private mutating func stop(_ kind: SceneError.Kind, at place: Place, _ message: String) -> Stop {
    errors.add(kind, at: place, message)
    return Stop()
  }

  private mutating func tooDeep(at place: Place) -> Stop {
    stop(
      .limit, at: place,
      "more than \(SceneLimits.valueDepth) lists and maps inside one another; nodes may be nested \(SceneLimits.nodeDepth) deep")
  }

  /// Checks a tag. Tags of YAML's core schema have no effect, because attributes define the kinds of values; other tags are errors.
  private mutating func checkTag(_ event: ty_event, _ place: Place) {
    guard let pointer = event.tag else { return }
    let tag = String(cString: pointer)
    let core = "tag:yaml.org,2002:"
    if tag == "!" { return }
    if tag.hasPrefix(core), ["str", "int", "float", "bool", "null", "seq", "map"].contains(String(tag.dropFirst(core.count))) { return }
    errors.add(at: place, "the tag `\(tag)` is not supported in a scene file: remove it")
  }

  private mutating func refuse(_ error: ty_error, _ bytes: UnsafeBufferPointer<UInt8>) -> Stop {
    let message = error.message.map { String(cString: $0) } ?? "the text cannot be read"
    if error.status == TY_NO_MEMORY { return stop(.limit, at: .none, "out of memory while reading \(bytes.count) bytes") }
    if error.status == TY_ENCODING {
      return stop(.syntax, at: Self.place(of: error.offset, in: bytes), "the file is not UTF-8 text: \(message)")
    }
    let place = Place(line: error.line, column: error.column)
    let (line, offset) = YAMLLines.line(of: place, in: bytes)
    let isOther = error.context != nil && error.context_line != error.line
    let first = isOther ? error.context_line : error.line
    let problem = YAMLProblem(
      problem: message, context: error.context.map { String(cString: $0) } ?? "", contextLine: isOther ? Int(first) : nil, line: line,
      offset: offset, comment: YAMLLines.comment(inLines: max(4, first) - 3, through: error.line, of: bytes))
    return stop(.syntax, at: place, problem.message)
  }

  /// Returns line and column of a byte; the column counts the characters that begin before it.
  private static func place(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Place {
    var place = Place(line: 1, column: 1)
    for byte in bytes.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        place = Place(line: place.line + 1, column: 1)
      } else if byte & 0xC0 != 0x80 {
        place.column += 1
      }
    }
    return place
  }
}
