import Testing

@Suite struct InvalidationTests {
  /// Types that find the work of a change by hand, in place of their attributes: a limit that only falls, and each has its reason.
  @Test func fewTypesFindTheWorkOfAChangeByHand() throws {
    let files =
      Repository.files(under: "Sources/TesseraContainers", extensions: ["swift"])
      + Repository.files(under: "Plugins", extensions: ["swift"])
    var count = 0
    for file in files {
      let lines = try Repository.lines(file)
      for (index, line) in lines.enumerated() where line.hasPrefix("  ") && line.contains("static func invalidation(from old") {
        count += 1
        let comment = lines[..<index].reversed().prefix { $0.hasPrefix("  ///") }
        #expect(
          comment.last?.hasPrefix("  /// By hand: ") == true, "\(file):\(index + 1) says no reason; attributes can declare `affects:`")
      }
    }
    #expect(count <= 34 && count > 0, "\(count) types")
  }
}
