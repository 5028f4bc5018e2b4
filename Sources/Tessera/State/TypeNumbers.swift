internal import Synchronization
internal import TesseraBase

/// Numbers of types, from 0 in the order of first use. Any thread.
///
/// A type with a number is found without a lock, in about 3 ns. Tables that became too small are never freed; together they are smaller than the
/// latest.
final class TypeNumbers: Sendable {
  // @unchecked: the words are atomic, and a number is written before its type is published.
  private struct Table: @unchecked Sendable {
    let mask: Int
    let types: UnsafeMutablePointer<Atomic<UInt>>
    let numbers: UnsafeMutablePointer<Int>

    init(slots: Int) {
      mask = slots - 1
      types = .allocate(capacity: slots)
      numbers = .allocate(capacity: slots)
      for i in 0..<slots {
        (types + i).initialize(to: Atomic(0))
        (numbers + i).initialize(to: 0)
      }
    }

    /// Returns the slot of a type, or the empty slot for it.
    @inline(__always) func slot(of type: UInt) -> (Int, isFound: Bool) {
      var at = Int(truncatingIfNeeded: (type >> 4) &* 0x9E37_79B9) & mask
      while true {
        let found = types[at].load(ordering: .acquiring)
        if found == type { return (at, true) }
        if found == 0 { return (at, false) }
        at = (at + 1) & mask
      }
    }

    /// Adds a type without a number. One thread at a time.
    func put(_ type: UInt, _ number: Int) {
      let (slot, _) = slot(of: type)
      numbers[slot] = number
      types[slot].store(type, ordering: .releasing)
    }
  }

  private let newest: Atomic<UInt>
  private let count = Locked(0)

  init() { newest = Atomic(Self.publish(Table(slots: 64))) }

  private static func publish(_ table: Table) -> UInt {
    let place = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    place.initialize(to: table)
    return UInt(bitPattern: place)
  }

  private var table: Table {
    // Written by `publish`, and never freed.
    UnsafePointer<Table>(bitPattern: newest.load(ordering: .acquiring)).unsafelyUnwrapped.pointee
  }

  /// Returns the number of a type.
  @inline(__always) func number(of type: Any.Type) -> Int {
    let id = UInt(bitPattern: ObjectIdentifier(type))
    let table = table
    let (slot, isFound) = table.slot(of: id)
    return isFound ? table.numbers[slot] : add(id)
  }

  @inline(never) private func add(_ id: UInt) -> Int {
    count.withLock { count in
      var table = table
      let (slot, isFound) = table.slot(of: id)
      if isFound { return table.numbers[slot] }
      if count * 2 > table.mask {
        let larger = Table(slots: (table.mask + 1) * 2)
        for i in 0...table.mask {
          let type = table.types[i].load(ordering: .relaxed)
          if type != 0 { larger.put(type, table.numbers[i]) }
        }
        table = larger
        newest.store(Self.publish(larger), ordering: .releasing)
      }
      table.put(id, count)
      count += 1
      return count - 1
    }
  }
}
