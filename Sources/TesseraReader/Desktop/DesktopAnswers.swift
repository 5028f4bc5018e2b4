internal import Tessera
internal import TesseraGeometry

/// Answers to the calls of assistive programs, from the elements of a stage. Loop thread.
///
/// Interfaces Accessible, Application, Cache, Component, Action, Value, Text, EditableText, Hypertext, Hyperlink, Selection, Table and TableCell of
/// AT-SPI (XML files of at-spi2-core 2.46).
struct DesktopAnswers {
  /// Why a call has no answer: name and words of the error.
  struct Refusal: Error {
    let name: String
    let reason: String
    init(_ name: String, _ reason: String) { (self.name, self.reason) = ("org.freedesktop.DBus.Error." + name, reason) }
  }

  let stage: Stage
  let tree: SemanticsTree
  let index: DesktopIndex
  /// Unique name of the program on the bus.
  let bus: String
  /// Object above the application, given by the registry.
  let desktop: BusValue
  /// Name of the program.
  let title: String
  /// Change of a value that goes on after the next frame.
  private(set) var move: DesktopMove?

  init(stage: Stage, tree: SemanticsTree, index: DesktopIndex, bus: String, desktop: BusValue, title: String) {
    (self.stage, self.tree, self.index, self.bus, self.desktop, self.title) = (stage, tree, index, bus, desktop, title)
  }

  /// Most children in one answer, and most characters.
  static let (childLimit, textLimit) = (4_096, 1 << 15)

  /// Returns the answer to a call; nil for messages that need none.
  mutating func answer(to call: BusMessage) -> BusMessage? {
    guard call.kind == .call else { return nil }
    do throws(Refusal) {
      let body = try values(call)
      return call.needsNoReply ? nil : call.reply(body)
    } catch {
      return call.needsNoReply ? nil : call.error(error.name, error.reason)
    }
  }

  private mutating func values(_ call: BusMessage) throws(Refusal) -> [BusValue] {
    if call.interface == "org.freedesktop.DBus.Peer", call.member == "Ping" { return [] }
    if call.interface == "org.a11y.atspi.Cache", call.member == "GetItems" { return [try cacheItems()] }
    guard let object = DesktopObject(path: call.path), isPresent(object) else {
      throw Refusal("UnknownObject", "unknown or removed element `\(call.path)`")
    }
    if call.interface == "org.freedesktop.DBus.Properties" { return try properties(call, object) }
    guard call.interface.hasPrefix("org.a11y.atspi.") else { throw Refusal("UnknownInterface", "unknown interface `\(call.interface)`") }
    let interface = String(call.interface.dropFirst("org.a11y.atspi.".utf8.count))
    let arguments = Arguments(values: call.body)
    switch (interface, object) {
    case ("Accessible", _): return try accessible(call.member, arguments, object)
    case ("Application", .application) where call.member == "GetLocale": return [.string(locale)]
    case ("Component", .element), ("Component", .cell): return try component(call.member, arguments, object)
    case ("Action", .element(let id)), ("Action", .cell(let id, _)): return try action(call.member, arguments, try element(id))
    case ("Selection", .element(let id)): return try selection(call.member, arguments, try element(id))
    case ("Table", .element(let id)): return try table(call.member, arguments, try element(id))
    case ("TableCell", .element), ("TableCell", .cell): return try cell(call.member, object)
    case ("Text", .element(let id)): return try text(call.member, arguments, try element(id))
    case ("Hypertext", .element(let id)): return try hypertext(call.member, arguments, try element(id))
    case ("Hyperlink", .element(let id)): return try hyperlink(call.member, arguments, try element(id))
    case ("EditableText", .element(let id)): return try editText(call.member, arguments, try element(id))
    default: throw unknown(call.member)
    }
  }

  func unknown(_ member: String) -> Refusal { Refusal("UnknownMethod", "unknown member `\(member)` of this object") }

  func element(_ id: SemanticsID) throws(Refusal) -> SemanticsElement {
    guard let element = tree[id] else { throw Refusal("UnknownObject", "element \(id) was removed") }
    return element
  }

  private func isPresent(_ object: DesktopObject) -> Bool {
    switch object {
    case .application: true
    case .element(let id): tree[id] != nil
    case .cell(let row, let column): tree[row]?.semantics.cells?.indices.contains(column) ?? false
    }
  }

  var locale: String {
    let tag = stage.root.environmentValues.locale
    return tag.isEmpty ? "en" : tag
  }

  // MARK: References

  func reference(_ object: DesktopObject) -> BusValue { .structure([.string(bus), .path(object.path)]) }

  var null: BusValue { .structure([.string(""), .path(DesktopObject.nullPath)]) }

  func parent(of object: DesktopObject) -> BusValue {
    if case .cell(let row, _) = object { return reference(.element(row)) }
    guard case .element(let id) = object else { return desktop }
    if id == .stage { return reference(.application) }
    return index.parents[id].map { reference(.element($0.id)) } ?? null
  }

  func children(of object: DesktopObject) -> [DesktopObject] {
    switch object {
    case .application: [.element(.stage)]
    case .element(let id): tree[id]?.desktopChildren ?? []
    case .cell: []
    }
  }

  /// Place of an object among the children of its parent; -1 for the application.
  func place(of object: DesktopObject) -> Int {
    switch object {
    case .application: -1
    case .element(let id): id == .stage ? 0 : index.parents[id]?.index ?? -1
    case .cell(_, let column): column
    }
  }

  func interfaces(of object: DesktopObject) throws(Refusal) -> [String] {
    var names: [String]
    switch object {
    case .application: names = ["Accessible", "Application"]
    case .element(let id):
      let element = try element(id)
      names = element.desktopInterfaces
      if hasLinks(element) { names.append("Hypertext") }
      if element.link != nil { names.append("Hyperlink") }
      if hasSelection(element) { names.append("Selection") }
      if element.role == .cell, tableCell(object) != nil { names.append("TableCell") }
    case .cell(let row, _):
      names = ["Accessible", "Component"] + (try element(row).desktopActions.isEmpty ? [] : ["Action"])
      if tableCell(object) != nil { names.append("TableCell") }
    }
    return names.map { "org.a11y.atspi." + $0 }
  }

  // MARK: Accessible

  private func accessible(_ member: String, _ arguments: Arguments, _ object: DesktopObject) throws(Refusal) -> [BusValue] {
    let children = children(of: object)
    switch member {
    case "GetChildAtIndex":
      let i = try arguments.int(0)
      return [children.indices.contains(i) ? reference(children[i]) : null]
    case "GetChildren": return [.array(of: "(so)", children.prefix(Self.childLimit).map { reference($0) })]
    case "GetIndexInParent": return [.int(place(of: object))]
    case "GetRelationSet": return [.array(of: "(ua(so))", [])]
    case "GetRole": return [.uint32(try role(of: object))]
    case "GetRoleName", "GetLocalizedRoleName":
      if case .cell = object { return [.string("table cell")] }
      guard case .element(let id) = object else { return [.string("application")] }
      let element = try element(id)
      let words = ElementSpeech(language: member == "GetRoleName" ? "en" : locale).role(of: element)
      return [.string(id == .stage ? "frame" : words.isEmpty ? element.role.rawValue : words)]
    case "GetState": return [try stateWords(of: object)]
    case "GetAttributes":
      var attributes = [("toolkit", "Tessera")]
      if case .element(let id) = object { attributes = try element(id).desktopAttributes }
      return [.array(of: "{ss}", attributes.map { .entry(.string($0.0), .string($0.1)) })]
    case "GetApplication": return [reference(.application)]
    case "GetInterfaces": return [.strings(try interfaces(of: object))]
    default: throw unknown(member)
    }
  }

  func role(of object: DesktopObject) throws(Refusal) -> UInt32 {
    if case .cell = object { return 56 }
    guard case .element(let id) = object else { return 75 }
    return try element(id).desktopRole
  }

  /// States as two words of bits.
  func stateWords(of object: DesktopObject) throws(Refusal) -> BusValue {
    let states = try states(of: object)
    func word(_ range: Range<Int>) -> BusValue {
      .uint32(states.filter(range.contains).reduce(0) { $0 | 1 << UInt32($1 - range.lowerBound) })
    }
    return .array(of: "u", [word(0..<32), word(32..<64)])
  }

  func states(of object: DesktopObject) throws(Refusal) -> [Int] {
    // ENABLED, SENSITIVE, SHOWING, VISIBLE.
    guard let id = object.row else { return [8, 24, 25, 30] }
    var states = try element(id).desktopStates
    // A cell has the selection of its row; the focus is that of the row.
    if case .cell = object { states = states.filter { [8, 22, 23, 24].contains($0) } }
    // The window is ACTIVE.
    if id == .stage { return states + [1, 25, 30] }
    switch stage.semanticsPlace(of: id)?.visibility {
    case .visible: states += [25, 30]
    case .offScreen: states.append(30)
    default: break
    }
    if object == .element(id), tree.focus == id { states.append(12) }
    return states
  }

  // MARK: Properties

  private mutating func properties(_ call: BusMessage, _ object: DesktopObject) throws(Refusal) -> [BusValue] {
    let arguments = Arguments(values: call.body)
    let interface = try arguments.text(0)
    switch call.member {
    case "Get":
      let name = try arguments.text(1)
      guard let value = try property(interface, name, object) else {
        throw Refusal("UnknownProperty", "unknown property `\(name)` of `\(interface)`")
      }
      return [.variant(value)]
    case "GetAll":
      var entries: [BusValue] = []
      for name in Self.propertyNames[interface] ?? [] {
        if let value = try property(interface, name, object) { entries.append(.entry(.string(name), .variant(value))) }
      }
      return [.array(of: "{sv}", entries)]
    case "Set":
      // The registry numbers its programs; the number is never read again.
      if interface == "org.a11y.atspi.Application", object == .application { return [] }
      guard interface == "org.a11y.atspi.Value", try arguments.text(1) == "CurrentValue", case .element(let id) = object,
        case .variant(.double(let number))? = call.body.last
      else { throw Refusal("PropertyReadOnly", "this property cannot be changed") }
      move(try element(id), to: number)
      return []
    default: throw unknown(call.member)
    }
  }

  private static let propertyNames = [
    "org.a11y.atspi.Accessible": ["Name", "Description", "Parent", "ChildCount", "Locale", "AccessibleId", "HelpText"],
    "org.a11y.atspi.Application": ["ToolkitName", "Version", "ToolkitVersion", "AtspiVersion", "Id"],
    "org.a11y.atspi.Action": ["NActions"],
    "org.a11y.atspi.Value": ["MinimumValue", "MaximumValue", "MinimumIncrement", "CurrentValue", "Text"],
    "org.a11y.atspi.Text": ["CharacterCount", "CaretOffset"],
    "org.a11y.atspi.Hyperlink": ["NAnchors", "StartIndex", "EndIndex"],
    "org.a11y.atspi.Selection": ["NSelectedChildren"],
    "org.a11y.atspi.Table": ["NRows", "NColumns", "Caption", "Summary", "NSelectedRows", "NSelectedColumns"],
    "org.a11y.atspi.TableCell": ["ColumnSpan", "Position", "RowSpan", "Table"],
  ]

  private func property(_ interface: String, _ name: String, _ object: DesktopObject) throws(Refusal) -> BusValue? {
    guard interface.hasPrefix("org.a11y.atspi.") else { return nil }
    var element: SemanticsElement?
    if let id = object.row { element = try self.element(id) }
    if case .cell(_, let column) = object {
      switch (interface.dropFirst("org.a11y.atspi.".utf8.count), name) {
      case ("Accessible", "Name"): return .string(element?.semantics.cells?[column] ?? "")
      case ("Accessible", "AccessibleId"), ("Accessible", "Description"), ("Accessible", "HelpText"): return .string("")
      case ("Accessible", _), ("Action", _): break
      case ("TableCell", let name): return cellProperty(name, of: object)
      default: return nil
      }
    }
    switch (interface.dropFirst("org.a11y.atspi.".utf8.count), name) {
    case ("Accessible", "Name"): return .string(element.map { self.name(of: $0) } ?? title)
    case ("Accessible", "Description"), ("Accessible", "HelpText"): return .string(element?.semantics.hint ?? "")
    case ("Accessible", "Parent"): return parent(of: object)
    case ("Accessible", "ChildCount"): return .int(children(of: object).count)
    case ("Accessible", "Locale"): return .string(element?.semantics.language ?? locale)
    case ("Accessible", "AccessibleId"): return .string(element?.name ?? "")
    case ("Application", "ToolkitName"): return element == nil ? .string("Tessera") : nil
    case ("Application", "Version"), ("Application", "ToolkitVersion"): return element == nil ? .string("1") : nil
    case ("Application", "AtspiVersion"): return element == nil ? .string("2.1") : nil
    case ("Application", "Id"): return element == nil ? .int32(0) : nil
    case ("Action", "NActions"): return element.map { .int($0.desktopActions.count) }
    case ("Value", let name): return element.flatMap { value(name, of: $0) }
    case ("Hyperlink", let name): return element.flatMap { hyperlinkProperty(name, of: $0) }
    case ("Selection", let name): return element.flatMap { selectionProperty(name, of: $0) }
    case ("Table", let name): return element.flatMap { tableProperty(name, of: $0) }
    case ("TableCell", let name): return cellProperty(name, of: object)
    case ("Text", "CharacterCount"): return element?.desktopText.map { .int($0.unicodeScalars.count) }
    case ("Text", "CaretOffset"): return element.flatMap { element in content(of: element).map { .int($0.caret) } }
    default: return nil
    }
  }

  func name(of element: SemanticsElement) -> String { element.id == .stage ? title : element.semantics.label ?? "" }

  private func value(_ name: String, of element: SemanticsElement) -> BusValue? {
    guard let number = element.semantics.number else { return nil }
    switch name {
    case "MinimumValue": return .double(number.minimum ?? 0)
    case "MaximumValue": return .double(number.maximum ?? max(number.value, 0))
    case "MinimumIncrement": return .double(number.step ?? 0)
    case "CurrentValue": return .double(number.value)
    case "Text": return .string(ElementSpeech(language: element.semantics.language ?? locale).value(of: element))
    default: return nil
    }
  }

  /// Moves a value to a number by its steps. If their size is unknown, the rest follows after the first one.
  private mutating func move(_ element: SemanticsElement, to target: Double) {
    guard target.isFinite, let number = element.semantics.number else { return }
    let move = DesktopMove(id: element.id, target: target, former: number.value)
    if let step = number.step, step > 0 {
      move.perform(from: number.value, by: target < number.value ? -step : step, in: stage)
    } else if target != number.value, stage.perform(target < number.value ? .decrement : .increment, on: element.id) {
      self.move = move
    }
  }
}

/// Arguments of a call. A value.
struct Arguments {
  let values: [BusValue]

  func int(_ index: Int) throws(DesktopAnswers.Refusal) -> Int {
    guard values.indices.contains(index), let number = values[index].integer else { throw wrong(index, "a number") }
    return number
  }

  func text(_ index: Int) throws(DesktopAnswers.Refusal) -> String {
    guard values.indices.contains(index), let text = values[index].text else { throw wrong(index, "a text") }
    return text
  }

  private func wrong(_ index: Int, _ right: String) -> DesktopAnswers.Refusal {
    DesktopAnswers.Refusal("InvalidArgs", "argument \(index + 1) must be \(right)")
  }
}
