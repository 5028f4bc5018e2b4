/// Modules of a code while it is built, with the places that are taken. A value.
struct ModuleGrid: Hashable {
  let width: Int
  let height: Int
  private(set) var modules: [Bool]
  private var isTaken: [Bool]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    modules = Array(repeating: false, count: width * height)
    isTaken = modules
  }

  subscript(x: Int, y: Int) -> Bool {
    get { modules[y * width + x] }
    set { modules[y * width + x] = newValue }
  }

  /// Sets a module that belongs to no data.
  mutating func setFunction(_ x: Int, _ y: Int, _ isDark: Bool) {
    guard x >= 0, y >= 0, x < width, y < height else { return }
    (modules[y * width + x], isTaken[y * width + x]) = (isDark, true)
  }

  func isFree(_ x: Int, _ y: Int) -> Bool { !isTaken[y * width + x] }

  /// Inverts the free modules for which `isInverted` returns true.
  mutating func mask(_ isInverted: (_ x: Int, _ y: Int) -> Bool) {
    for y in 0..<height {
      for x in 0..<width where !isTaken[y * width + x] && isInverted(x, y) { modules[y * width + x].toggle() }
    }
  }

  /// Sets a finder: a square of 7 with a ring of light modules around it.
  mutating func setFinder(_ x: Int, _ y: Int) {
    for dy in -4...4 {
      for dx in -4...4 {
        let distance = max(abs(dx), abs(dy))
        setFunction(x + dx, y + dy, distance != 2 && distance != 4)
      }
    }
  }
}
