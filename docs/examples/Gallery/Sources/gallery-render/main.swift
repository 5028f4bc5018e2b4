// Draws the screens of the gallery, and records them.
//
//   gallery-render FOLDER [NAME...]
//
// writes NAME.png, a picture of the first frame at twice the size, and NAME.y4m, the recording.
@preconcurrency import Glibc
import Gallery
import TesseraDevices
import TesseraKit

/// Returns the first frame of an example.
func picture(of example: Example, scale: Double) throws -> PixelBuffer {
  let stage = try Stage(
    size: example.size, scale: scale, root: example.make(), clock: ManualClock(), workers: WorkerPool(threads: 2),
    background: example.background)
  try stage.settle()
  return try stage.framebuffer.copy()
}

/// Plays an example on a manual clock, so every frame is complete. Returns the frames.
func record(_ example: Example, to path: String, framesPerSecond: Double = 60) throws -> Int {
  let clock = ManualClock()
  let stage = try Stage(
    size: example.size, root: example.make(), clock: clock, workers: WorkerPool(threads: 2), background: example.background)
  try stage.settle()
  let frame = stage.framebuffer
  let writer = try Y4MWriter(path, width: frame.width, height: frame.height, rate: (Int(framesPerSecond), 1))
  func show() throws {
    try stage.settle()
    try writer.append(stage.framebuffer)
    clock.advance(by: 1 / framesPerSecond)
  }
  for step in example.steps {
    switch step {
    case .wait(let seconds): for _ in 0..<Int(seconds * framesPerSecond) { try show() }
    case .drag(let start, let end, let seconds):
      let count = max(2, Int(seconds * framesPerSecond))
      stage.send(.touch(Touch(id: 0, phase: .began, location: start, time: clock.now)))
      for number in 1...count {
        try show()
        let share = Double(number) / Double(count)
        let at = Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)
        stage.send(.touch(Touch(id: 0, phase: .moved, location: at, time: clock.now)))
      }
      stage.send(.touch(Touch(id: 0, phase: .ended, location: end, time: clock.now)))
    }
  }
  try show()
  try writer.finish()
  return writer.frameCount
}

let arguments = CommandLine.arguments.dropFirst()
guard let folder = arguments.first else {
  fputs("usage: gallery-render FOLDER [EXAMPLE...]; default: all examples\n", stderr)
  exit(1)
}
let names = Set(arguments.dropFirst())
mkdir(folder, 0o755)
do {
  for example in Example.all where names.isEmpty || names.contains(example.name) {
    let pixels = try picture(of: example, scale: 2)
    try AtomicFile.write(PNGEncoder.encode(pixels), to: "\(folder)/\(example.name).png")
    let frames = try record(example, to: "\(folder)/\(example.name).y4m")
    print("\(example.name): \(pixels.width) x \(pixels.height), \(frames) frames")
  }
} catch {
  fputs("gallery-render: \(error)\n", stderr)
  exit(1)
}
