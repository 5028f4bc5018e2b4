import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

/// Typical specs with real text: nothing shrinks, grows or has a minimum unless the spec sets it.
private struct Sample: NodeType {
  enum Form: String, Sendable, CaseIterable {
    /// Avatar, then name and time above a message.
    case message
    /// A row in a column in a row.
    case nested
    /// Two long texts side by side.
    case pair
    /// Halves with a gap between them.
    case halves
    /// Buttons that share a row.
    case buttons
    /// A caption over a picture.
    case overlay
    /// A text with padding next to one with a margin, in an inset.
    case padded
  }
  static let typeName = "sample"
  static let summary = "Text in stacks."
  var form = Form.message

  static let long = "The quick brown fox jumps over the lazy dog and runs into the forest"

  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    switch form {
    case .message:
      Stack(.horizontal, spacing: 8) {
        Subnode("avatar", Box()).size(32, 32).flexShrink(0)
        Stack(.vertical, spacing: 2) {
          Stack(.horizontal, spacing: 4) {
            Subnode("name", Text("Keel-billed toucan"))
            Spacer()
            Subnode("time", Text("12:34")).flexShrink(0)
          }
          Subnode("body", Text(Self.long))
        }
        .flexGrow()
      }
      .inset(8)
    case .nested:
      Stack(.horizontal, spacing: 6) {
        Subnode("mark", Text("•"))
        Stack(.vertical) {
          Subnode("title", Text("A title that is rather long"))
          Stack(.horizontal, spacing: 6) {
            Subnode("dash", Text("–"))
            Subnode("body", Text(Self.long))
          }
        }
      }
    case .pair:
      Stack(.horizontal, spacing: 10) {
        Subnode("left", Text(Self.long))
        Subnode("right", Text(Self.long + ", " + Self.long))
      }
    case .halves:
      Stack(.horizontal, spacing: 20) {
        Subnode("left", Text(Self.long)).width(.percent(50))
        Subnode("right", Text("short")).width(.percent(50))
      }
    case .buttons:
      Stack(.horizontal, spacing: 8) {
        Subnode("left", Button("Cancel")).flexGrow()
        Subnode("right", Button("Download all of it")).flexGrow()
      }
    case .overlay:
      Overlay(Subnode("picture", Box()).aspectRatio(2)) {
        Relative(vertical: .end) { Subnode("caption", Text(Self.long)) }
      }
    case .padded:
      Stack(.horizontal, spacing: 4) {
        Subnode("left", Text(Self.long)).padding(6)
        Subnode("right", Text(Self.long)).margin(6)
      }
      .inset(10)
    }
  }
}

@Suite struct TextInStacksTests {
  private static func walk(_ layout: NodeLayout, at origin: Point = .zero, _ visit: (NodeLayout, Rect) -> Void) {
    let frame = layout.frame.offset(by: origin)
    visit(layout, frame)
    for child in layout.children { walk(child, at: frame.origin, visit) }
  }

  private static func lay(_ form: Sample.Form, width: Double) -> NodeLayout {
    TestFonts.useNoSystemFonts()
    let node = Node(Sample(form: form))
    node.style.width = .stretch
    return node.layout(available: AvailableSize(width: .definite(width), height: .unlimited))
  }

  private static func frames(_ form: Sample.Form, width: Double) -> [Rect] {
    var found: [Rect] = []
    walk(lay(form, width: width)) { _, frame in found.append(frame) }
    return found
  }

  /// At any width that fits the longest words: no overflow, no truncation, and no empty line.
  @Test(arguments: Sample.Form.allCases, [220.0, 240, 320, 480, 800])
  fileprivate func textWrapsAndFitsWithoutIncantations(form: Sample.Form, width: Double) throws {
    let layout = Self.lay(form, width: width)
    #expect(layout.frame.width == width)
    var texts = 0
    Self.walk(layout) { item, frame in
      #expect(frame.minX > -0.01 && frame.maxX < width + 0.01, "\(item.node.typeName) lies at \(frame)")
      guard let node = item.node as? TextNode else { return }
      texts += 1
      let content = Rect(size: item.frame.size).inset(by: item.insets).size
      let text = node.textLayout(width: content.width)
      #expect(!node.textLayout(width: content.width, height: content.height).isTruncated, "\(node.value.string) in \(frame)")
      // As high as its lines, or higher if the row stretches it.
      #expect(content.height + 0.01 >= text.size.height)
    }
    #expect(texts > 0)
    if form != .overlay {
      #expect(layout.children.allSatisfy { $0.frame.maxY <= layout.frame.height + 0.01 })
    }
  }

  @Test func aWiderSpaceNeverMakesAnythingHigher() {
    for form in Sample.Form.allCases where form != .overlay {
      var last = Double.infinity
      for width in stride(from: 180.0, through: 900, by: 60) {
        let height = Self.lay(form, width: width).frame.height
        #expect(height <= last + 0.01, "\(form) at \(width)")
        last = height
      }
    }
  }

  @Test func twoLongTextsShareTheRowByTheirLengths() {
    let frames = Self.frames(.pair, width: 400)
    #expect(abs(frames[1].width + 10 + frames[2].width - 400) < 1e-6)
    // The second text is twice as long, and shrinks by twice as much.
    #expect(frames[2].width > 1.8 * frames[1].width && frames[2].width < 2.2 * frames[1].width)
    #expect(frames[1].height == frames[2].height)
  }

  @Test func halvesShareTheGapBetweenThem() {
    let frames = Self.frames(.halves, width: 420)
    #expect(frames[1].minX == 0 && abs(frames[1].width - 200) < 1e-6)
    #expect(abs(frames[2].minX - 220) < 1e-6 && abs(frames[2].width - 200) < 1e-6)
  }

  @Test func aNameWrapsBeforeTheTimeDoes() {
    let wide = Self.frames(.message, width: 400)
    let narrow = Self.frames(.message, width: 200)
    // Root, avatar, name, time, body.
    #expect(wide[1] == Rect(8, 8, 32, 32) && narrow[1].size == Size(32, 32))
    #expect(wide[3].maxX == 392 && narrow[3].maxX == 192)
    #expect(narrow[3].width == wide[3].width)
    #expect(narrow[2].height >= 2 * wide[2].height - 1)
    #expect(narrow[2].maxX <= narrow[3].minX - 4 + 0.01)
  }

  @Test func buttonsShareTheFreeSpace() {
    let frames = Self.lay(.buttons, width: 400).children.map(\.frame)
    let natural = Self.lay(.buttons, width: 10_000).children.map(\.frame)
    #expect(frames[0].minX == 0 && abs(frames[1].maxX - 400) < 1e-6)
    #expect(frames[1].width > frames[0].width && natural[1].width > natural[0].width)
    #expect(abs(frames[1].width - frames[0].width - (natural[1].width - natural[0].width)) < 1e-6)
  }

  @Test func theReasonsOfATextIncludeItsShrinking() throws {
    TestFonts.useNoSystemFonts()
    let node = Node(Sample(form: .pair))
    node.id = "pair"
    let explained = node.explainLayout(available: AvailableSize(width: .definite(400), height: .unlimited))
    let left = try #require(explained.boxes.boxes.first { $0.name == "text left" })
    #expect(left.width.reasons.first == .content)
    #expect(left.width.reasons.contains { if case .shrank = $0 { true } else { false } })
    #expect(left.answers.first?.question.width == .maxContent)
    #expect(explained.nodes[left.index] is TextNode)
    #expect(explained.box(id: "pair")?.index == 0)
    let text = node.layoutDescription(available: AvailableSize(width: .definite(400), height: .unlimited))
    #expect(text.hasPrefix("sample #pair  0,0 400x"))
    #expect(text.contains("lines 1: text \"The quick"))
    #expect(
      node.asciiArt == """
        +- sample #pair row --------+
        | +- Stack row -----------+ |
        | | text left  text right | |
        | +-----------------------+ |
        +---------------------------+
        """)
  }
}
