import TesseraDevices
import TesseraKit

/// Data of the app. Any thread can read and write them.
struct Coffee: Sendable {
  var name = "Espresso"
  var isOn = true
  var amount = 60.0
}

let arguments = Array(CommandLine.arguments.dropFirst())
let photo = arguments.first ?? "coffee.jpg"
let coffee = Model(Coffee())
let field = EditableTextNode(EditableText(coffee.name, placeholderText: "Name"))
field.onChange { text in coffee.name = text }
let screens = ScreensNode(root: ScreenNode("Coffee", content: CoffeePage().expand().makeNode()))
screens.environment[\.theme] = .lagoon

/// First screen: a picture, a field, a switch, a slider and a button.
struct CoffeePage: NodeType {
  static let typeName = "coffee-page"
  @Environment(\.screens) var screens

  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    let theme = context.environment.theme
    return Column(gap: 12) {
      Text("\(coffee.name), \(Int(coffee.amount)) ml").font(.title).color(theme.ink)
      Image(file: photo, contentMode: .fill).expand().opacity(coffee.isOn ? 1 : 0.3).cornerRadius(16).clipped()
      field
      Switch("Machine on", isOn: Binding(coffee, \.isOn))
      Slider(Binding(coffee, \.amount), in: 20...120, step: 10, label: "Amount").environment(\.isEnabled, coffee.isOn)
      Button("Settings", icon: "settings").kind(.primary).onTap {
        screens?.push(ScreenNode("Settings") { SettingsPage().expand().makeNode() })
      }
    }
    .padding(12).background(theme.ground).expand()
  }
}

/// Second screen: the colors.
struct SettingsPage: NodeType {
  static let typeName = "settings-page"
  @Environment(\.screens) var screens

  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    let theme = context.environment.theme
    return Column(gap: 12) {
      Text("Settings").font(.title).color(theme.ink)
      Switch("Dark colors", isOn: context.environment.colorScheme == .dark)
        .onChange { isDark in screens?.environment[\.colorScheme] = isDark ? .dark : .light }
      Button("Back").kind(.quiet).onTap { screens?.goBack() }
    }
    .padding(12).background(theme.ground).expand()
  }
}

if arguments.count > 1 {
  // first-app PHOTO OUT.png writes one picture.
  let picture = try await screens.rendered(size: Size(360, 480))
  try AtomicFile.write(PNGEncoder.encode(picture), to: arguments[1])
} else {
  // first-app PHOTO opens a window. The program ends if the user closes it.
  let stage = try Stage(size: Size(360, 480), root: screens)
  let window = try WindowDisplay(title: "Coffee", width: 360, height: 480)
  window.onClose = { $0.stop() }
  stage.attach(window)
  stage.display = window
  try stage.run()
}
