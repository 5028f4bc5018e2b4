import TesseraKit

// The rooms of a house: live values, cards that open, and a switch for the color scheme. Sensors write to their models on their own threads.
// A change lays out and draws only the nodes that read the changed member.

extension Example {
  /// The house.
  public static let home = Example("home", background: Color(rgb: 0xF3F4F8)) {
    Node(Home(rooms: sampleRooms()))
  }

  /// Four rooms with fixed values.
  public static func sampleRooms() -> [Model<Room>] {
    [("Kitchen", 22.5, 21, 48), ("Living room", 20.8, 21.5, 44), ("Bedroom", 17.9, 18, 51), ("Workshop", 14.2, 16, 60)].map {
      Model(Room(name: $0.0, degrees: $0.1, wanted: $0.2, humidity: $0.3))
    }
  }
}

/// Data of a room.
public struct Room: Sendable, Equatable {
  public var name = ""
  public var degrees = 20.0
  public var wanted = 20.0
  public var humidity = 50

  var isHeating: Bool { degrees < wanted }
}

extension Color {
  fileprivate static let text = Color.dynamic(light: Color(rgb: 0x1F2430), dark: Color(rgb: 0xECEFF6))
  fileprivate static let quiet = Color.dynamic(light: Color(rgb: 0x6C7486), dark: Color(rgb: 0x98A1B5))
  fileprivate static let ground = Color.dynamic(light: Color(rgb: 0xF3F4F8), dark: Color(rgb: 0x12151C))
  fileprivate static let card = Color.dynamic(light: .white, dark: Color(rgb: 0x1D222D))
  fileprivate static let track = Color.dynamic(light: Color(rgb: 0xE3E7F0), dark: Color(rgb: 0x333A4A))
}

/// The screen. `isDark` is state of the node, not of a model.
public struct Home: NodeType {
  public static let typeName = "home"
  public static let traits: NodeTraits = .drawsNothing
  var rooms: [Model<Room>] = []
  @NodeState var isDark = false

  public init() {}
  public init(rooms: [Model<Room>]) { self.rooms = rooms }

  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    Column(gap: 12) {
      Row(gap: 8, align: .center) {
        Column(gap: 2) {
          Text("Home").font(24, .bold).color(.text)
          Summary(rooms: rooms)
        }
        .expand()
        Row(gap: 8, align: .center) {
          Text("Dark").font(12).color(.quiet)
          Switch($isDark).width(44).height(26)
        }
        .padding(6).onTap { isDark.toggle() }
      }
      ForEach(rooms.indices) { RoomCard(room: rooms[$0]) }
    }
    .padding(16).background(.ground).expand()
    .environment(\.colorScheme, isDark ? .dark : .light).environment(\.tint, isDark ? Color(rgb: 0x6FA8FF) : Color(rgb: 0x2F6BDE))
  }
}

/// Number of rooms, and of those that are heating.
struct Summary: NodeType {
  static let typeName = "home-summary"
  static let traits: NodeTraits = .drawsNothing
  var rooms: [Model<Room>] = []

  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    let heating = rooms.count { $0.isHeating }
    return Text("\(rooms.count) rooms, \(heating == 0 ? "none" : "\(heating)") heating").font(12).color(.quiet)
  }
}

/// Card of a room; a tap opens it.
struct RoomCard: NodeType {
  static let typeName = "room-card"
  static let traits: NodeTraits = .drawsNothing
  var room = Model(Room())
  @NodeState var isOpen = false

  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    Column(gap: 10) {
      ListTile(
        Text(room.name).font(16, .bold).color(.text),
        Text(room.isHeating ? "heating to \(degrees(room.wanted))" : "\(room.humidity) % humidity").font(12).color(.quiet), gap: 8,
        trailing: Text(degrees(room.degrees)).font(24, .bold).color(.text)
      )
      .onTap { isOpen.toggle() }
      Level(room: room).height(6).alignSelf(.stretch)
      if isOpen {
        Row(gap: 8, align: .center) {
          Text("Wanted").font(14).color(.quiet).expand()
          step("−", -0.5)
          Text(degrees(room.wanted)).font(16, .bold).color(.text)
          step("+", 0.5)
        }
      }
    }
    .padding(14).background(.card).cornerRadius(16)
  }

  private func step(_ sign: String, _ by: Double) -> some NodeElement {
    Row(align: .center, justify: .center) { Text(sign).font(18, .bold).color(.text).followsTint() }
      .size(36, 36).background(.track).cornerRadius(18).onTap { room.wanted = min(30, max(5, room.wanted + by)) }
  }
}

/// Temperature of a room as a bar from 10 to 30 degrees. A change draws it again without a layout.
struct Level: NodeType {
  static let typeName = "room-level"
  var room = Model(Room())
  @Environment(\.tint) var tint

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let box = Rect(size: context.size)
    let share = min(1, max(0, (room.degrees - 10) / 20))
    canvas.fill(RoundedRect(box, radius: box.height / 2), .color(.track))
    canvas.fill(RoundedRect(Rect(0, 0, box.width * share, box.height), radius: box.height / 2), .color(tint ?? .text))
  }
}

/// A switch for any binding.
struct Switch: NodeType {
  static let typeName = "home-switch"
  @Binding var isOn: Bool
  @Environment(\.tint) var tint

  init() { _isOn = .constant(false) }
  init(_ isOn: Binding<Bool>) { _isOn = isOn }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let box = Rect(size: context.size)
    let side = box.height - 4
    canvas.fill(RoundedRect(box, radius: box.height / 2), .color(isOn ? tint ?? .text : .track))
    canvas.fill(RoundedRect(Rect(isOn ? box.width - side - 2 : 2, 2, side, side), radius: side / 2), .color(.white))
  }
}

private func degrees(_ value: Double) -> String {
  let tenths = Int((value * 10).rounded())
  return "\(tenths / 10).\(abs(tenths % 10))°"
}
