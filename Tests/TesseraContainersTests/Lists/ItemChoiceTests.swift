@testable import TesseraContainers
import Testing

@Suite struct ItemChoiceTests {
  private func state(_ choice: ItemChoice, _ item: Int) -> ListItemState {
    ListItemState(ListIndex(0, item), choice, hasFocus: true, isLifted: false)
  }

  @Test func aPressEndsWithTheTimeAfterItsFinger() {
    var choice = ItemChoice()
    choice.beginTouch()
    choice.press(ListIndex(0, 2))
    #expect(state(choice, 2).isPressed && !state(choice, 1).isPressed)
    #expect(choice.pass(3).ended == nil && choice.pass(30).ended == nil)
    choice.endTouch()
    #expect(state(choice, 2).isPressed)
    #expect(choice.pass(30).ended == ListIndex(0, 2))
    #expect(choice.release() == ListIndex(0, 2) && !state(choice, 2).isPressed && choice.pass(31).ended == nil)
  }

  @Test func aTapOrAScrollReleasesThePress() {
    var choice = ItemChoice()
    choice.press(ListIndex(0, 1))
    #expect(choice.release() == ListIndex(0, 1) && choice.release() == nil)
    choice.beginTouch()
    choice.press(ListIndex(0, 4))
    #expect(choice.release() == ListIndex(0, 4) && choice.pass(0).ended == nil)
  }

  @Test func aPressIsLostWithItsItem() throws {
    var choice = ItemChoice()
    choice.beginTouch()
    choice.press(ListIndex(0, 1))
    _ = choice.hover(over: ListIndex(0, 2))
    choice.apply(try ListDiff(from: ListSnapshot<Int, Int>(items: [1, 2, 3]), to: ListSnapshot(items: [1, 3])))
    #expect(choice.pressed == nil && choice.isPressLost && choice.hovered == ListIndex(0, 1))
    #expect(choice.pass(1) == (nil, true))
    #expect(choice.pass(1) == (nil, false) && choice.isPressLost)
    choice.endTouch()
    #expect(choice.pass(1) == (nil, false) && !choice.isPressLost)
  }

  @Test func aPointerIsOnOneItem() {
    var choice = ItemChoice()
    #expect(choice.hover(over: ListIndex(0, 1)) == nil && choice.hover(over: nil) == ListIndex(0, 1))
    #expect(choice.hovered == nil)
  }
}
