/// Marsaglia's xorshift32: the same numbers in each run.
struct BenchRandom {
  var state: UInt32

  mutating func next(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return Int(state) % bound
  }

  mutating func words(_ count: Int, of all: [String]) -> [String] { (0..<count).map { _ in all[next(all.count)] } }
}
