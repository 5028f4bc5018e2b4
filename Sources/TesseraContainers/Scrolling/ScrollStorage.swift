public import Tessera
internal import TesseraGeometry

/// Storage of the nodes of a scrolling type.
public protocol ScrollingStorage: NodeStorage {
  /// State of the content.
  var scroll: ScrollStorage { get }
}

/// State of a scrolling node's content. Any thread: the program sets the offset, the loop moves it.
public final class ScrollStorage: ScrollingStorage {
  let state = Locked(ScrollState())

  /// Creates the storage of a node that is not scrolled.
  public init() {}

  public var scroll: ScrollStorage { self }

  /// Returns settings and state together. The settings are read with the state locked, so that older settings never follow newer ones.
  func physics(with settings: @autoclosure () -> Scrolling) -> ScrollPhysics {
    state.withLock { state in
      var physics = ScrollPhysics(settings(), state)
      guard state.insets != physics.contentInsets else { return physics }
      physics.updateInsets()
      state = physics.state
      return physics
    }
  }

  /// Changes the state. Returns the result of `change` and the resulting invalidation.
  func update<R>(
    with settings: @autoclosure () -> Scrolling, _ change: (inout ScrollPhysics) -> R
  ) -> (result: R, invalidation: Invalidation) {
    state.withLock { state in
      var physics = ScrollPhysics(settings(), state)
      let (offset, scale) = (state.offset, state.zooming.scale)
      // Releases the stored state before it is changed, so that its memory is not copied.
      state = ScrollState()
      physics.updateInsets()
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
