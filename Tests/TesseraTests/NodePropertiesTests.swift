import TesseraGeometry
import TesseraRender
import Testing

@testable import Tessera

@Suite struct NodePropertiesTests {
  @Test func rarePropertiesAreValuesAsTheOthersAre() {
    let plain = NodeProperties()
    var changed = plain
    changed.border = Border(width: 2, color: .black)
    changed.semantics.label = "Speed"
    #expect(plain.border == nil && plain.semantics.isEmpty && changed != plain)
    #expect(NodeProperties().rare === plain.rare)
    var same = NodeProperties()
    same.semantics.label = "Speed"
    same.border = Border(width: 2, color: .black)
    #expect(same == changed && same.hashValue == changed.hashValue && same.rare !== changed.rare)
    same.border = nil
    same.semantics.label = nil
    #expect(same == plain)
  }

  @Test func onlyNodesThatAreABackgroundArePlain() {
    #expect(NodeProperties().isPlain)
    let changes: [(inout NodeProperties) -> Void] = [
      { $0.opacity = 0.5 }, { $0.isHidden = true }, { $0.blend = .multiply }, { $0.transform = .rotation(1) },
      { $0.cornerRadii = CornerRadii(topLeft: 1, topRight: 0, bottomRight: 0, bottomLeft: 0) }, { $0.clipsToBounds = true },
      { $0.backdropBlur = 1 }, { $0.border = Border(width: 1, color: .black) }, { $0.shadow = Shadow(color: .black, radius: 1) },
    ]
    for change in changes {
      var properties = NodeProperties()
      change(&properties)
      #expect(!properties.isPlain)
    }
  }

  @Test func changesOfRarePropertiesInvalidateTheSameWork() {
    func invalidation(_ change: (inout NodeProperties) -> Void) -> Invalidation {
      var new = NodeProperties()
      change(&new)
      return NodeProperties.invalidation(from: NodeProperties(), to: new)
    }
    #expect(invalidation { $0.border = Border(width: 1, color: .black) } == .composite)
    #expect(invalidation { $0.sharedElement = "photo" } == .composite)
    #expect(invalidation { $0.placeholder = Placeholder(.color(.black)) } == [.composite, .geometry])
    #expect(invalidation { $0.focusScope = .trap } == [.composite, .geometry])
    #expect(invalidation { $0.safeAreaPadding = .all } == [.composite, .geometry, .layout])
    #expect(invalidation { $0.additionalSafeAreaInsets.top = 1 } == [.composite, .geometry, .layout])
  }
}
