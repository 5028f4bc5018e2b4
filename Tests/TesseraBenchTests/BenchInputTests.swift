import Testing

@testable import TesseraBench

@Suite struct BenchInputTests {
  @Test func paragraphsAreTheSameEachTimeAndFillTheirSize() {
    func bidirectional() -> [String] {
      BenchParagraphs.bidirectional(arabic: ["سلام", "باب"], hebrew: ["שלום", "דלת"], latin: ["word", "list"])
    }
    for text in [bidirectional(), BenchParagraphs.chinese(words: ["你好", "世界"])] {
      let bytes = text.reduce(0) { $0 + $1.utf8.count + 1 }
      #expect((95_000...100_000).contains(bytes))
      #expect(text.allSatisfy { !$0.contains("\n") && !$0.isEmpty })
    }
    #expect(bidirectional() == bidirectional())
  }

  @Test(arguments: [0, 20]) func treesAreTheSameEachTimeAndHaveTenThousandBoxes(chain: Int) throws {
    let text = BenchTreeFiles.tree(chain: chain)
    #expect(text == BenchTreeFiles.tree(chain: chain))
    let tree = try BenchTrees.read(bytes: Array(text.utf8), path: "made")
    #expect((9_900...10_200).contains(tree.count))
    #expect(tree.layout(available: .unlimited).size.width == 1200)
  }

  @Test func aMissingInputIsNamedWithTheRemedy() {
    let error = #expect(throws: BenchError.self) { try BenchCases.run("decode", data: "/nowhere", out: nil) }
    #expect(error?.status == .noInput)
    #expect(error?.description.contains("/nowhere/gen/photo-4000x3000.jpg") == true)
    #expect(error?.description.contains("--make-data") == true)
  }

  @Test func aMissingOutputFolderIsRefusedBeforeTheWork() {
    let error = #expect(throws: BenchError.self) { try BenchCases.run("fill", data: "/nowhere", out: "/nowhere") }
    #expect(error?.status == .cannotCreate)
  }
}
