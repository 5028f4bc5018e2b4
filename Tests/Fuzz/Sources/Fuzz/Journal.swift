import Glibc

@testable import TesseraLoading

/// Lines of a cache's journal, each with the checksum that it should have: what is not torn is applied, what is read is written and read as the same, and
/// what is to be given up leaves what the limits allow. The same bytes as they are, too.
@Sendable func readJournal(_ input: [UInt8]) {
  let text = String(decoding: input, as: UTF8.self)
  var index = CacheIndex()
  for body in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if let record = CacheJournal.record(body) { index.apply(record) }
    let sum = String(CacheJournal.hash(String(body)), radix: 16)
    guard let record = CacheJournal.record("\(String(repeating: "0", count: 16 - sum.count))\(sum) \(body)") else { continue }
    guard let again = CacheJournal.record(CacheJournal.line(record).dropLast()) else {
      preconditionFailure("a record that was written cannot be read: \(record)")
    }
    precondition(again == record, "\(record) was read back as \(again)")
    index.apply(record)
  }
  precondition(index.bytes >= 0 && index.bytes == index.entries.values.reduce(0) { $0 + $1.size })
  for (limit, age) in [(Int.max, Double.infinity), (1000, 1e9), (0, 60)] {
    let victims = index.victims(byteLimit: limit, ageLimit: age, now: 1.7e9)
    precondition(Set(victims).count == victims.count && victims.allSatisfy { index.entries[$0] != nil })
    let left = index.bytes - victims.reduce(0) { $0 + (index.entries[$1]?.size ?? 0) }
    precondition(left <= limit)
  }
  var copy = CacheIndex()
  for record in index.records { copy.apply(record) }
  precondition(copy.entries == index.entries, "written anew, the journal says something else")
}
