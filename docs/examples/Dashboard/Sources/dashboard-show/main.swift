// Shows the dashboard on the framebuffer, with a reading of each sensor ten times a second.
import Dashboard
import TesseraDevices
import TesseraKit

let plant = Plant()
let screen = Node(DashboardScreen(plant))
screen.task {
  while !Task.isCancelled {
    try await Task.sleep(for: .milliseconds(100))
    plant.measure()
  }
}
let stage = try Stage(size: Size(800, 480), root: screen)
stage.display = try FramebufferDisplay()
try stage.run()
