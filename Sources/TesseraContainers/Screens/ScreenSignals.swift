public import Tessera

extension Screen {
  /// The screen begins to come, or turns round while it goes.
  public static let willAppear = Signal<Void>("willAppear")
  /// The screen is there.
  public static let didAppear = Signal<Void>("didAppear")
  /// The screen begins to go, or turns round while it comes.
  public static let willDisappear = Signal<Void>("willDisappear")
  /// The screen is gone: covered, or taken from its container.
  public static let didDisappear = Signal<Void>("didDisappear")
  /// The screen gave up its content to save memory; what it showed is kept.
  public static let eviction = Signal<Void>("eviction")
  /// The screen made its content again.
  public static let restoration = Signal<Void>("restoration")
  /// A person moved a sheet to another place to rest, whose number is the payload.
  public static let detentChange = Signal<Int>("detentChange")
}

extension Node where Value == Screen {
  /// Calls `perform` when the screen begins to come. Frame loop.
  @discardableResult
  public func onWillAppear(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(Screen.willAppear, perform: perform) }

  /// Calls `perform` when the screen is there. Frame loop.
  @discardableResult
  public func onDidAppear(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(Screen.didAppear, perform: perform) }

  /// Calls `perform` when the screen begins to go. Frame loop.
  @discardableResult
  public func onWillDisappear(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(Screen.willDisappear, perform: perform) }

  /// Calls `perform` when the screen is gone. Frame loop.
  @discardableResult
  public func onDidDisappear(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(Screen.didDisappear, perform: perform) }

  /// Calls `perform` when the screen gave up its content. On the thread that had it do so.
  @discardableResult
  public func onEviction(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(Screen.eviction, perform: perform) }

  /// Calls `perform` when the screen made its content again. On the thread that had it do so.
  @discardableResult
  public func onRestoration(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(Screen.restoration, perform: perform) }

  /// Calls `perform` with the number of the place to rest that a person moved a sheet to. Frame loop.
  @discardableResult
  public func onDetentChange(_ perform: @escaping @Sendable (_ detent: Int) -> Void) -> HandlerToken {
    on(Screen.detentChange, perform: perform)
  }
}

extension Tabs {
  /// A person selected a tab, whose number is the payload.
  public static let change = Signal<Int>("change")
}

extension Node where Value == Tabs {
  /// Calls `perform` with the number of the tab that a person selected. Frame loop.
  @discardableResult
  public func onChange(_ perform: @escaping @Sendable (_ selected: Int) -> Void) -> HandlerToken { on(Tabs.change, perform: perform) }
}

extension Screen {
  public static var signals: [NodeSignal] {
    [
      NodeSignal(willAppear, help: "It begins to come."),
      NodeSignal(didAppear, help: "It is there."),
      NodeSignal(willDisappear, help: "It begins to go."),
      NodeSignal(didDisappear, help: "It is gone."),
      NodeSignal(eviction, help: "It gave up its content to save memory."),
      NodeSignal(restoration, help: "It made its content again."),
      NodeSignal(
        detentChange, payload: .integer(0...100), sets: "detent", help: "A person moved a sheet to another place to rest: its number."
      ) {
        .number(Double($0))
      },
    ]
  }
}

extension Tabs {
  public static var signals: [NodeSignal] {
    [
      NodeSignal(change, payload: .integer(0...10_000), sets: "selected", help: "A person selected a tab: its number, from 0.") {
        .number(Double($0))
      }
    ]
  }
}
