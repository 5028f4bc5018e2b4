import Testing

@testable import ImagePlugin

@Suite struct SourceChainTests {
  private func chain(_ standings: String) -> SourceChain {
    SourceChain(
      standings: standings.map {
        switch $0 {
        case "t": .there
        case "u": .unsure
        case "m": .missing
        default: .failed
        }
      })
  }

  /// Source to show, source to load, and whether loading failed.
  @Test(
    arguments: [
      ("", nil, nil, false), ("m", nil, 0, false), ("t", 0, nil, false), ("f", nil, nil, true), ("u", 0, 0, false),
      ("mmm", nil, 0, false), ("tmm", 0, 1, false), ("mtm", 1, 2, false), ("mmt", 2, nil, false), ("fmm", nil, 1, false),
      ("tfm", 0, 2, false), ("tff", 0, nil, true), ("fff", nil, nil, true), ("mfu", 2, 2, false), ("tmf", 0, 1, false),
    ] as [(String, Int?, Int?, Bool)])
  func `the best cached quality is shown, and the next better one is loaded`(standings: String, shown: Int?, next: Int?, failed: Bool) {
    let chain = chain(standings)
    #expect(chain.shown == shown && chain.next == next && chain.hasFailed == failed)
  }
}
