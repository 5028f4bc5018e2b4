/// Returns the candidate that `name` most likely meant; nil if none is near.
///
/// Near: at most a third of its letters differ (Damerau-Levenshtein with adjacent swaps, case ignored). O(candidates × letters²).
public func nearestName(to name: String, among candidates: [String]) -> String? {
  let word = Array(name.lowercased())
  guard !word.isEmpty, word.count <= 64 else { return nil }
  var best: (name: String, distance: Int)?
  for candidate in candidates {
    let other = Array(candidate.lowercased())
    guard other.count <= 64 else { continue }
    let distance = editDistance(word, other)
    if distance <= max(1, min(word.count, other.count) / 3), distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.name
}

/// Returns at most `count` candidates with the smallest differences from `name`, the nearest first. O(candidates × letters²).
package func nearestNames(to name: String, among candidates: [String], count: Int) -> [String] {
  let word = Array(name.lowercased().prefix(64))
  let distances = candidates.map { (name: $0, distance: editDistance(word, Array($0.lowercased().prefix(64)))) }
  return distances.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(count).map(\.name)
}

private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var rows = [[Int]](repeating: [Int](repeating: 0, count: b.count + 1), count: a.count + 1)
  for i in 0...a.count { rows[i][0] = i }
  for j in 0...b.count { rows[0][j] = j }
  guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
  for i in 1...a.count {
    for j in 1...b.count {
      let cost = a[i - 1] == b[j - 1] ? 0 : 1
      rows[i][j] = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + cost)
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1) }
    }
  }
  return rows[a.count][b.count]
}
