public import Tessera
internal import TesseraGeometry

extension MonthCalendar: AccessibleType {
  /// Numbers of the parts: three of the title, then days and years.
  private static let (previousKey, titleKey, nextKey, firstDay, firstYear) = (0, 1, 2, 10, 100)

  public static func semantics(of node: Node<MonthCalendar>) -> NodeSemantics {
    let value = node.value
    let locale = DateLocale(node.environmentValues.locale)
    var semantics = NodeSemantics(.grid, label: value.spokenLabel)
    semantics.value = value.date.map { date in
      guard value.kind == .range, let end = value.end, end > date else { return locale.text(date) }
      return locale.text(date) + " – " + locale.text(end)
    }
    if !canBeUsed(node) { semantics.isDisabled = true }
    return semantics
  }

  /// The arrows, the title, and each day of the month or each year.
  public static func semanticsParts(of node: Node<MonthCalendar>) -> [SemanticsPart] {
    let (value, frames, environment) = (node.value, frames(node), node.environmentValues)
    let locale = DateLocale(environment.locale)
    let years = node.storage.state.withLock { $0.years }
    func part(_ key: Int, _ role: SemanticsRole, _ label: String, _ frame: Rect, _ body: (inout NodeSemantics) -> Void = { _ in })
      -> SemanticsPart
    {
      var semantics = NodeSemantics(role, label: label)
      semantics.actions = [.activate]
      if !canBeUsed(node) { semantics.isDisabled = true }
      body(&semantics)
      return SemanticsPart(key, semantics, frame: frame)
    }
    var parts = [
      part(previousKey, .button, environment.word(.previous), frames.previous),
      part(titleKey, .button, locale.monthText(month(node)), frames.title) { $0.isExpanded = years != nil },
      part(nextKey, .button, environment.word(.next), frames.next),
    ]
    if let years {
      for index in 0..<CalendarFrames.years where (1...9999).contains(years + index) {
        parts.append(
          part(firstYear + index, .cell, "\(years + index)", frames.year(index)) { $0.isSelected = month(node).year == years + index })
      }
      return parts
    }
    let page = page(node)
    let unusable = Set(value.disabled)
    for index in 0..<CalendarFrames.rows * CalendarFrames.columns {
      guard let day = page.day(index), day.month == page.month.month else { continue }
      let label = locale.words.weekdays[day.weekday - 1] + ", " + locale.text(day)
      parts.append(
        part(firstDay + index, .cell, label, frames.day(index)) { semantics in
          semantics.isSelected = value.isChosen(day)
          if unusable.contains(day) || day < value.minimum ?? .first || day > value.maximum ?? .last { semantics.isDisabled = true }
        })
    }
    return parts
  }

  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<MonthCalendar>) -> Bool {
    guard action == .activate, let part, canBeUsed(node) else { return false }
    let years = node.storage.state.withLock { $0.years }
    switch (part, years) {
    case (previousKey, _): activate(.previous, node)
    case (titleKey, _): activate(.title, node)
    case (nextKey, _): activate(.next, node)
    case (firstYear..<firstYear + CalendarFrames.years, let first?): activate(.year(min(9999, first + part - firstYear)), node)
    case (firstDay..<firstDay + 42, nil):
      guard let day = page(node).day(part - firstDay), node.value.canChoose(day) else { return false }
      activate(.day(day), node)
    default: return false
    }
    return true
  }
}
