public import Tessera

extension Screen {
  /// The screen starts to appear, or its disappearance is reversed.
  public static let willAppear = Signal<Void>("willAppear")
  /// The screen has appeared.
  public static let didAppear = Signal<Void>("didAppear")
  /// The screen starts to disappear, or its appearance is reversed.
  public static let willDisappear = Signal<Void>("willDisappear")
  /// The screen has disappeared: it is covered or was removed from its container.
  public static let didDisappear = Signal<Void>("didDisappear")
  /// The screen unloaded its content to save memory; the state of its nodes is kept.
  public static let eviction = Signal<Void>("eviction")
  /// The screen created its content again.
  public static let restoration = Signal<Void>("restoration")
  /// The user moved a sheet to another detent; the payload is its index.
  public static let detentChange = Signal<Int>("detentChange")
}

extension Node where Value == Screen {
  /// Calls `perform` when the screen starts to appear. Frame loop.
  @discardableResult
  public func onWillAppear(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(Screen.willAppear, perform: perform) }

  /// Calls `perform` when the screen has appeared. Frame loop.
  @discardableResult
  public func onDidAppear(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(Screen.didAppear, perform: perform) }

  /// Calls `perform` when the screen starts to disappear. Frame loop.
  @discardableResult
  public func onWillDisappear(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(Screen.willDisappear, perform: perform) }

  /// Calls `perform` when the screen has disappeared. Frame loop.
  @discardableResult
  public func onDidDisappear(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(Screen.didDisappear, perform: perform) }

  /// Calls `perform` when the screen unloaded its content, on the thread that caused it.
  @discardableResult
  public func onEviction(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(Screen.eviction, perform: perform) }

  /// Calls `perform` when the screen created its content again, on the thread that caused it.
  @discardableResult
  public func onRestoration(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(Screen.restoration, perform: perform) }

  /// Calls `perform` with the index of the detent to which the user moved the sheet. Frame loop.
  @discardableResult
  public func onDetentChange(_ perform: @escaping @Sendable (_ detent: Int) -> Void) -> HandlerToken {
    on(Screen.detentChange, perform: perform)
  }
}

extension Tabs {
  /// The user selected a tab; the payload is its index.
  public static let change = Signal<Int>("change")
}

extension Node where Value == Tabs {
  /// Calls `perform` with the index of the tab that the user selected. Frame loop.
  @discardableResult
  public func onChange(_ perform: @escaping @Sendable (_ selected: Int) -> Void) -> HandlerToken { on(Tabs.change, perform: perform) }
}

extension Screen {
  public static var signals: [NodeSignal] {
    [
      NodeSignal(willAppear, help: "The screen starts to appear."),
      NodeSignal(didAppear, help: "The screen has appeared."),
      NodeSignal(willDisappear, help: "The screen starts to disappear."),
      NodeSignal(didDisappear, help: "The screen has disappeared."),
      NodeSignal(eviction, help: "The screen unloaded its content to save memory."),
      NodeSignal(restoration, help: "The screen created its content again."),
      NodeSignal(
        detentChange, payload: .integer(0...100), sets: "detent", help: "The user moved a sheet to another detent; its index, from 0."
      ) {
        .number(Double($0))
      },
    ]
  }
}

extension Tabs {
  public static var signals: [NodeSignal] {
    [
      NodeSignal(change, payload: .integer(0...10_000), sets: "selected", help: "The user selected a tab; its index, from 0.") {
        .number(Double($0))
      }
    ]
  }
}
