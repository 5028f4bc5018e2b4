internal import Tessera

/// A conversation with the accessibility bus: bytes that arrive, bytes to send. Loop thread; it has no socket.
///
/// First the session bus gives the address of the accessibility bus. There the program embeds itself in the desktop of the registry, and answers calls.
struct DesktopSession {
  /// Result of bytes that arrived.
  enum Result: Sendable, Hashable {
    case none
    /// Address of the accessibility bus.
    case bus(String)
    /// The session has no accessibility bus.
    case absent
    case failed(String)
  }

  /// Call that waits for its reply.
  private enum Request: Sendable { case hello, address, embed, listeners }

  private let title: String
  private var asksForBus: Bool
  private var connection: BusConnection?
  private var requests: [UInt32: Request] = [:]
  /// Calls that wait for their turn.
  private var calls: [BusMessage] = []
  private var name = ""
  private var desktop: BusValue = .structure([.string(""), .path(DesktopObject.nullPath)])
  private var index: DesktopIndex?
  /// Elements and text as of the last signals.
  private var known: (tree: SemanticsTree, text: TextInputState?)?
  /// Change of a value that goes on after the next frame.
  private var move: DesktopMove?
  /// Whether assistive programs listen.
  private(set) var hasListeners = false
  /// Whether a program has copies of elements from the interface Cache, which signals keep valid.
  private var fillsCaches = false

  /// Most calls that are answered in one iteration of the loop, UTF-8 bytes of texts that they read, and bytes of their answers.
  static let (callsPerTurn, textPerTurn, outputPerTurn) = (200, 1 << 20, 1 << 18)

  private static let registry = "org.a11y.atspi.Registry"

  /// - Parameters:
  ///   - title: name of the program.
  ///   - asksForBus: whether the first connection is that of the session.
  init(title: String, asksForBus: Bool) { (self.title, self.asksForBus) = (title, asksForBus) }

  /// Whether calls wait for their turn.
  var isBehind: Bool { !calls.isEmpty }

  mutating func dequeueOutput() -> [UInt8] { connection?.dequeueOutput() ?? [] }

  /// Begins a connection.
  mutating func connect(user: UInt32) {
    connection = BusConnection(user: user)
    (requests, calls, hasListeners, fillsCaches, known) = ([:], [], false, false, nil)
    send(.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello"), .hello)
  }

  private mutating func send(_ message: BusMessage, _ request: Request? = nil) {
    guard let serial = connection?.send(message), let request else { return }
    requests[serial] = request
  }

  /// Takes bytes, and answers calls, within the limits of one turn.
  mutating func receive(_ bytes: [UInt8], _ stage: Stage) -> Result {
    for event in connection?.receive(bytes) ?? [] {
      switch event {
      case .failed(let reason): return .failed(reason)
      case .message(let message):
        switch message.kind {
        case .call: calls.append(message)
        case .signal: if message.interface == Self.registry || message.path == "/org/a11y/atspi/registry" { askForListeners() }
        case .reply, .error:
          let result = receiveReply(message, stage)
          if result != .none { return result }
        }
      }
    }
    answer(stage)
    return .none
  }

  private mutating func receiveReply(_ message: BusMessage, _ stage: Stage) -> Result {
    guard let request = requests.removeValue(forKey: message.replySerial) else { return .none }
    let isError = message.kind == .error
    let reason = message.body.first?.text ?? message.errorName
    switch request {
    case .hello:
      guard !isError, let name = message.body.first?.text else { return .failed("the bus refused the program: \(reason)") }
      self.name = name
      if asksForBus {
        send(.call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress"), .address)
      } else {
        embed()
      }
    case .address:
      asksForBus = false
      guard !isError, let address = message.body.first?.text, !address.isEmpty else { return .absent }
      return .bus(address)
    case .embed:
      guard !isError else { return .failed("the registry refused the program: \(reason)") }
      if let desktop = message.body.first { self.desktop = desktop }
      var events = DesktopEvents(bus: name)
      events.addWindow(title)
      for signal in events.signals { send(signal) }
    case .listeners:
      guard !isError, case .array(_, let listeners)? = message.body.first else { return .none }
      hasListeners = !listeners.isEmpty
      if !hasListeners { (known, fillsCaches) = (nil, false) }
    }
    return .none
  }

  private mutating func embed() {
    let plug: BusValue = .structure([.string(name), .path(DesktopObject.application.path)])
    send(.call(Self.registry, "/org/a11y/atspi/accessible/root", "org.a11y.atspi.Socket", "Embed", [plug]), .embed)
    for member in ["EventListenerRegistered", "EventListenerDeregistered"] {
      let rule = "type='signal',interface='org.a11y.atspi.Registry',member='\(member)'"
      send(.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch", [.string(rule)]))
    }
    askForListeners()
  }

  private mutating func askForListeners() {
    guard !requests.values.contains(where: { if case .listeners = $0 { true } else { false } }) else { return }
    send(.call(Self.registry, "/org/a11y/atspi/registry", Self.registry, "GetRegisteredEvents"), .listeners)
  }

  // MARK: Calls

  private mutating func answer(_ stage: Stage) {
    var (answered, text) = (0, 0)
    while answered < min(calls.count, Self.callsPerTurn), text < Self.textPerTurn, connection?.output.count ?? 0 < Self.outputPerTurn {
      let call = calls[answered]
      answered += 1
      // A call may change elements.
      let tree = stage.semanticsTree
      let index = index.flatMap { $0.generation == tree.generation ? $0 : nil } ?? DesktopIndex(tree)
      self.index = index
      var answers = DesktopAnswers(stage: stage, tree: tree, index: index, bus: name, desktop: desktop, title: title)
      if let answer = answers.answer(to: call) { send(answer) }
      if let move = answers.move { self.move = move }
      if call.interface == "org.a11y.atspi.Cache" {
        fillsCaches = true
        known = known ?? (tree, tree.focus.flatMap { stage.text(of: $0) })
      }
      // A call of a text reads all of it.
      if call.interface.hasSuffix("Text"), case .element(let id)? = DesktopObject(path: call.path) {
        text += tree[id]?.desktopText?.utf8.count ?? 0
      }
    }
    calls.removeFirst(answered)
  }

  // MARK: Signals

  /// Whether the end of a frame has work.
  var followsFrames: Bool { hasListeners || fillsCaches || move != nil }

  /// Sends the signals of the changes since the last call, and goes on with a change of a value. Called at the end of a frame.
  mutating func update(_ stage: Stage) {
    move?.finish(in: stage)
    move = nil
    guard hasListeners || fillsCaches else { return }
    let tree = stage.semanticsTree
    let text = tree.focus.flatMap { stage.text(of: $0) }
    guard let former = known else { return known = (tree, text) }
    guard former.tree.generation != tree.generation || former.tree.focus != tree.focus || former.text != text else { return }
    known = (tree, text)
    var events = DesktopEvents(bus: name)
    events.add(from: former.tree, to: tree)
    if let focus = tree.focus, former.tree.focus == focus, let element = tree[focus], let old = former.text, let text {
      events.addCaret(of: element, from: old, to: text)
    }
    for signal in events.signals { send(signal) }
  }
}
