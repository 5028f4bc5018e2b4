/// Semantics of the nodes of a stage: the elements, and the nodes whose semantics are stale. Frame loop only.
///
/// Nothing is recorded before the first read.
struct SemanticsRecords<Node: AnyObject> {
  /// Semantics of one node, and the elements of its subtree.
  struct Record {
    let node: Node
    /// Serial number of the parent in the tree; 0 means none.
    var above: UInt64 = 0
    var answer = Answer()
    /// Elements of the descendants, in reading order.
    var gathered: [SemanticsID] = []
    /// Elements that it adds to its parent: itself, or those gathered if it is not an element.
    var given: [SemanticsID] = []
    /// Whether it merges its contents.
    var isMerged = false

    /// Whether its element depends on its descendants.
    var dependsOnContents: Bool {
      let semantics = answer.semantics
      return isMerged || semantics.role == nil && semantics.grouping == nil && semantics.actions?.contains(.activate) ?? false
    }
  }

  /// The semantics of a node and its type.
  struct Answer {
    var semantics = NodeSemantics()
    var parts: [SemanticsPart] = []
    var isFocusable = false
    /// Semantics from the type of the parent.
    var supplement = NodeSemantics()
    var type = ""
    var name = ""
  }

  /// Whether the elements were read before.
  private(set) var isUsed = false
  /// Number of node updates, for tests.
  private(set) var visits = 0
  private(set) var records: [UInt64: Record] = [:]
  private(set) var elements: [SemanticsID: SemanticsElement] = [:]
  /// Number of changes of elements.
  private(set) var generation: UInt64 = 0
  /// The modal elements that are not hidden.
  private(set) var modals: Set<SemanticsID> = []
  /// Elements whose changes are announced.
  private(set) var liveRegions: Set<SemanticsID> = []
  /// Nodes with stale semantics, and nodes with stale descendants.
  private var stale: [UInt64: Node] = [:]
  private var loose: [UInt64: Node] = [:]
  /// Serial numbers of nodes that touches pass through.
  private var inert: Set<UInt64> = []

  /// Whether no update is needed.
  var isCurrent: Bool { stale.isEmpty && loose.isEmpty }

  mutating func begin() { isUsed = true }

  /// Marks the semantics of a node as stale.
  mutating func recordChange(of node: Node, _ serial: UInt64) {
    if isUsed { stale[serial] = node }
  }

  /// Marks the descendants of a node as stale.
  mutating func recordContents(of node: Node, _ serial: UInt64) {
    if isUsed { loose[serial] = node }
  }

  /// Marks the descendants of the node with this serial number as stale.
  mutating func recordContents(of serial: UInt64) {
    if isUsed, let record = records[serial] { loose[serial] = record.node }
  }

  /// Sets which nodes touches pass through.
  mutating func recordInert(_ serials: Set<UInt64>) {
    guard isUsed, inert != serials else { return }
    for serial in inert.symmetricDifference(serials) { if let record = records[serial] { stale[serial] = record.node } }
    inert = serials
  }

  /// Removes a node that left the tree.
  mutating func remove(_ serial: UInt64) {
    (stale[serial], loose[serial]) = (nil, nil)
    guard let record = records.removeValue(forKey: serial) else { return }
    recordContents(of: record.above)
    store(nil, SemanticsID(node: serial))
    for part in record.answer.parts { store(nil, SemanticsID(node: serial, part: part.key)) }
  }

  /// Returns the stale nodes, and clears the marks.
  mutating func dequeueChanged() -> (stale: [UInt64: Node], loose: [UInt64: Node]) {
    defer { (stale, loose) = ([:], [:]) }
    return (stale, loose)
  }

  /// Stores the semantics of a node and its gathered elements; nil keeps them. Returns whether the parent must gather again.
  mutating func record(_ answer: Answer?, gathered: [SemanticsID]?, above: UInt64, of node: Node, _ serial: UInt64) -> Bool {
    visits += 1
    var record = records[serial] ?? Record(node: node)
    let (before, wasPlaced) = (record.given, (record.answer.semantics.order, record.above))
    let formerParts = record.answer.parts
    if let answer { record.answer = answer }
    if let gathered { record.gathered = gathered }
    record.above = above
    let id = SemanticsID(node: serial)
    for part in formerParts where !record.answer.parts.contains(where: { $0.key == part.key }) {
      store(nil, SemanticsID(node: serial, part: part.key))
    }
    if let element = element(id, record) {
      store(element.0, id)
      record.isMerged = element.isMerged
      record.given = [id]
      for part in record.answer.parts { addPart(part, of: serial, record) }
    } else {
      store(nil, id)
      (record.isMerged, record.given) = (false, record.gathered)
    }
    records[serial] = record
    return before != record.given || wasPlaced != (record.answer.semantics.order, above)
  }

  private mutating func addPart(_ part: SemanticsPart, of serial: UInt64, _ record: Record) {
    let id = SemanticsID(node: serial, part: part.key)
    store(
      SemanticsElement(
        id: id, type: record.answer.type, name: "", semantics: part.semantics, isFocusable: false, children: [], link: part.link),
      id)
  }

  /// Returns the element of a node, or nil if it is not one.
  private func element(_ id: SemanticsID, _ record: Record) -> (SemanticsElement, isMerged: Bool)? {
    let answer = record.answer
    var semantics = answer.semantics
    if inert.contains(id.node) { semantics.isHidden = true }
    let hasContents = !record.gathered.isEmpty || !answer.parts.isEmpty
    guard semantics.isElement(hasContents: hasContents) || !answer.parts.isEmpty else { return nil }
    // A node with a tap handler and no interactive contents is a button.
    let isPlainGroup = semantics.role == nil && semantics.grouping == nil
    if isPlainGroup, semantics.actions?.contains(.activate) ?? false, interactive(record.gathered).isEmpty { semantics.role = .button }
    let isMerged = semantics.mergesContents
    var children = record.gathered
    if isMerged {
      if semantics.label == nil, let label = words(record.gathered) { semantics.label = label }
      if semantics.cells == nil { semantics.cells = record.gathered.lazy.compactMap { elements[$0]?.semantics.cells }.first }
      children = interactive(record.gathered)
    }
    let parts = answer.parts.map { SemanticsID(node: id.node, part: $0.key) }
    return (
      SemanticsElement(
        id: id, type: answer.type, name: answer.name, semantics: semantics, isFocusable: answer.isFocusable, children: parts + children),
      isMerged
    )
  }

  /// Joins the labels of elements and their descendants; nil if there are none.
  private func words(_ ids: [SemanticsID]) -> String? {
    let words = ids.compactMap { id -> String? in
      guard let element = elements[id], !element.isHidden else { return nil }
      let own = element.words
      return own.isEmpty ? self.words(element.children) : own
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// The topmost interactive elements of these and their descendants.
  private func interactive(_ ids: [SemanticsID]) -> [SemanticsID] {
    ids.flatMap { id -> [SemanticsID] in
      guard let element = elements[id], !element.isHidden else { return [] }
      return element.semantics.isInteractive ? [id] : interactive(element.children)
    }
  }

  /// Stores the root element.
  mutating func storeRoot(_ given: [SemanticsID]) {
    store(
      SemanticsElement(
        id: .stage, type: "stage", name: "", semantics: NodeSemantics(.window), isFocusable: false, children: given), .stage)
  }

  /// Stores an element; nil removes it.
  private mutating func store(_ element: SemanticsElement?, _ id: SemanticsID) {
    guard elements[id] != element else { return }
    elements[id] = element
    generation += 1
    let isModal = element.map { $0.semantics.isModal == true && !$0.isHidden } ?? false
    if isModal { modals.insert(id) } else { modals.remove(id) }
    let isLive = element.map { ($0.semantics.liveRegion ?? .off) != .off } ?? false
    if isLive { liveRegions.insert(id) } else { liveRegions.remove(id) }
  }
}
