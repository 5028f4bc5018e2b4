internal import Tessera

// Timers of a node: `timers: [{every: 1s, do: …}, {after: 300ms, when: busy, do: …}]`.
extension SceneReader {
  /// Maximum number of timers of a node.
  private static let mostTimers = 16
  /// Maximum time in seconds: a day.
  private static let longest = 86_400.0

  mutating func readTimers(_ index: Int32, _ name: String, _ type: NodeTypeDescriptor) -> [SceneNodeLive.Timer] {
    let items: [Int32]
    switch tree[index].content {
    case .list(let list): items = list
    default: items = [index]
    }
    var result: [SceneNodeLive.Timer] = []
    actingType = type
    for item in items where !errors.isFull {
      guard result.count < Self.mostTimers else {
        errors.add(.limit, at: tree.place(item), "\(name) has more than \(Self.mostTimers) timers")
        return result
      }
      if let timer = readTimer(item, "a timer of \(name)") { result.append(timer) }
    }
    return result
  }

  private mutating func readTimer(_ index: Int32, _ name: String) -> SceneNodeLive.Timer? {
    guard let entries = map(index, name) else { return nil }
    var timer = SceneNodeLive.Timer()
    var times: [YAMLTree.Entry] = []
    var isGood = true
    for entry in entries {
      switch entry.key {
      case "every", "after":
        times.append(entry)
        guard let seconds = readDuration(entry.value, "`\(entry.key)` of \(name)") else {
          isGood = false
          continue
        }
        (timer.seconds, timer.repeats) = (seconds, entry.key == "every")
      case "when":
        guard let condition = readCondition(entry.value, "`when` of \(name)") else {
          isGood = false
          continue
        }
        timer.condition = condition
      case "do": timer.actions = readActions(entry.value, "`do` of \(name)")
      default:
        let known = ["every", "after", "when", "do"]
        errors.add(
          at: entry.keyPlace, "\(name) has no `\(entry.key)`, only \(known.joined(separator: ", "))",
          suggestion: nearestName(to: entry.key, among: known))
      }
    }
    if times.count > 1 { errors.add(at: times[1].keyPlace, "\(name) has both `every` and `after`; write two timers") }
    if times.isEmpty { errors.add(at: tree.place(index), "\(name) needs `every` or `after`, a time such as 1s or 300ms") }
    if !entries.contains(where: { $0.key == "do" }) { errors.add(at: tree.place(index), "\(name) needs `do`, its actions") }
    return isGood && times.count == 1 ? timer : nil
  }

  /// Reads a time: `1s`, `300ms`, `5min`, `2h`, or a number of seconds.
  private mutating func readDuration(_ index: Int32, _ name: String) -> Double? {
    let place = tree.place(index)
    guard case .scalar(let text, _) = tree[index].content, let seconds = Self.seconds(text) else {
      errors.add(at: place, "\(name) must be a time such as 1s, 300ms, 5min or 2h, got \(tree.describe(index))")
      return nil
    }
    guard seconds >= NodeTask.minimumInterval, seconds <= Self.longest else {
      errors.add(at: place, "\(name) must be from 16ms to 24h, got `\(text)`")
      return nil
    }
    return seconds
  }

  /// Returns the seconds of a time; nil if it is not one.
  private static func seconds(_ text: String) -> Double? {
    let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "-" || $0 == "+" }
    guard case .number(let number) = NumberText.read(String(digits)) else { return nil }
    switch text.dropFirst(digits.count).drop(while: { $0 == " " }) {
    case "", "s": return number
    case "ms": return number / 1000
    case "min": return number * 60
    case "h": return number * 3600
    default: return nil
    }
  }
}
