public import Tessera
internal import TesseraGeometry

/// What the nodes of a type that scrolls keep beside their value.
public protocol ScrollingStorage: NodeStorage {
  /// Where the content is, and what moves it.
  var scroll: ScrollStorage { get }
}

/// Where the content of a scrolling node is, and what moves it. Any thread: the program sets the offset, the loop moves it.
public final class ScrollStorage: ScrollingStorage {
  let state = Locked(ScrollState())

  /// Makes that of a node that is not scrolled.
  public init() {}

  public var scroll: ScrollStorage { self }

  /// How the node scrolls by `settings`, which are read with the state held so that an older one never follows a newer, and where it is.
  func physics(with settings: @autoclosure () -> Scrolling) -> ScrollPhysics {
    state.withLock { state in
      var physics = ScrollPhysics(settings(), state)
      guard state.insets != physics.contentInsets else { return physics }
      physics.followInsets()
      state = physics.state
      return physics
    }
  }

  /// Changes where it is. Returns what `change` does, and what of the node is to be done again.
  func update<R>(
    with settings: @autoclosure () -> Scrolling, _ change: (inout ScrollPhysics) -> R
  ) -> (result: R, invalidation: Invalidation) {
    state.withLock { state in
      var physics = ScrollPhysics(settings(), state)
      let (offset, scale) = (state.offset, state.zooming.scale)
      // The memory of what is changed is not shared with what it was.
      state = ScrollState()
      physics.followInsets()
      let result = change(&physics)
      var what: Invalidation = []
      if physics.state.offset != offset || physics.state.zooming.scale != scale { what.formUnion(.scroll) }
      let indicators = physics.indicators
      if indicators != physics.state.shownIndicators {
        physics.state.shownIndicators = indicators
        what.formUnion(.display)
      }
      state = physics.state
      return (result, what)
    }
  }
}
