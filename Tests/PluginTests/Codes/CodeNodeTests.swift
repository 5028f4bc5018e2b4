import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct CodeNodeTests {
  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: code, text: 'https://example.com/t/4711'}
      - {type: code, kind: ean-13, text: '400638133393'}
      - {type: code, kind: itf-14, text: '1540014128876', moduleSize: 1, barHeight: 40}
      - {type: code, kind: pdf417, text: 'Row 7, seat 12', moduleSize: 1}
      - {type: code, kind: data-matrix, text: 'Row 7, seat 12'}
      """, width: 250, height: 560)
    try expectGolden(h.framebuffer, "code")
  }

  @Test func anErrorInItsPlace() throws {
    let h = try HeadlessStage(width: 260, height: 110, settled: false) { CodeNode(Code("96385X7", as: .ean8)) }
    try? h.settle()
    try expectGolden(h.framebuffer, "code-error")
  }

  @Test func onBlackAndWhite() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [300, 240]
        fonts: [docs/examples/assets/fonts]
        theme: {mode: paper}
        root:
          type: box
          style: {flexDirection: column, padding: 12, gap: 8, alignItems: flex-start}
          children:
            - {type: code, text: 'https://example.com/t/4711', moduleSize: 3}
            - {type: code, kind: code-128, text: 'ABC-1234', moduleSize: 1}
        """, directory: try PackageFolder.root())
    h.stage.textAntialiasing = .bilevel
    try h.settle()
    try expectGolden(h.framebuffer, "code-bilevel")
    #expect((0..<300 * 240).allSatisfy { [.black, .white].contains(h.framebuffer.color(x: $0 % 300, y: $0 / 300)) })
  }

  /// The modules of a picture are those of the symbol, at any size of the box and any scale.
  @Test(arguments: [(120.0, 1.0), (200, 1), (333, 1), (150, 1.5), (97, 2)]) func modulesAreWholePixels(side: Double, scale: Double) throws {
    let symbol = try CodeSymbol("module", as: .qr)
    let node = CodeNode(Code("module"))
    (node.style.width, node.style.height) = (.points(side), .points(side))
    let h = try HeadlessStage(width: side, height: side, scale: scale) { node }
    let pixels = Int(side * scale)
    let module = pixels / (symbol.width + 8)
    let first = (pixels - module * (symbol.width + 8)) / 2 + 4 * module
    var wrong = 0
    for y in 0..<symbol.height * module {
      for x in 0..<symbol.width * module {
        let isDark = h.framebuffer.color(x: first + x, y: first + y) == .black
        if isDark != symbol[x / module, y / module] { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test func aTextThatCannotBeEncodedIsReportedOnce() throws {
    let node = CodeNode(Code("40063813339", as: .ean13))
    let reasons = Locked<[String]>([])
    node.on(Code.failed) { reason in reasons.withLock { $0.append(reason) } }
    let h = try HeadlessStage(width: 300, height: 120, settled: false) { node }
    #expect(throws: (any Error).self) { try h.settle() }
    #expect(reasons.withLock { $0 } == ["EAN-13 takes 12 digits, or 13 with the check digit, not 11"])
    #expect(h.errors.count == 1)
    node.setNeedsDisplay()
    try h.settle()
    #expect(h.errors.count == 1, "the same error is not repeated")
    node.text = "400638133393"
    try h.settle()
    #expect(h.errors.count == 1)
    #expect(node.resolvedSemantics.value == "400638133393" && node.resolvedSemantics.role == .image)
  }

  @Test func aScreenReaderReadsIt() throws {
    let node = CodeNode(Code("12X", as: .ean8))
    let h = try HeadlessStage(width: 300, height: 120, settled: false) { node }
    #expect(throws: (any Error).self) { try h.settle() }
    #expect(node.resolvedSemantics.isInvalid == true && node.resolvedSemantics.value?.contains("'X'") == true)
    node.text = ""
    try h.settle()
    #expect(h.stage.semanticsTree.text().contains("EAN") == false)
  }

  @Test func anyNumbers() throws {
    let numbers: [Double] = [0, -1, 0.001, 3, 1e300, .nan, .infinity, -.infinity]
    var random = SeededGenerator(seed: 32)
    for kind in CodeKind.allCases {
      for text in ["", "1234567", "A12D", String(repeating: "1", count: 3000)] {
        let node = CodeNode(Code(text, as: kind))
        (node.moduleSize, node.barHeight) = (numbers.randomElement(using: &random)!, numbers.randomElement(using: &random)!)
        node.showsText = [nil, true, false].randomElement(using: &random)!
        let h = try HeadlessStage(
          width: [1, 30, 400].randomElement(using: &random)!, height: [1, 30, 400].randomElement(using: &random)!,
          direction: Bool.random(using: &random) ? .ltr : .rtl, settled: false
        ) { node }
        // Texts that cannot be encoded are reported.
        try? h.settle()
        _ = h.stage.semanticsTree.text()
        #expect(h.errors.allSatisfy { $0.activity == .data }, "\(h.errors)")
      }
    }
  }
}
