/// Masks of a QR code: the inversion of modules that avoids large areas and patterns like a finder.
enum QRMask {
  /// Returns whether a mask inverts a module.
  static func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
    switch mask {
    case 0: (x + y) % 2 == 0
    case 1: y % 2 == 0
    case 2: x % 3 == 0
    case 3: (x + y) % 3 == 0
    case 4: (x / 3 + y / 2) % 2 == 0
    case 5: x * y % 2 + x * y % 3 == 0
    case 6: (x * y % 2 + x * y % 3) % 2 == 0
    default: ((x + y) % 2 + x * y % 3) % 2 == 0
    }
  }

  /// Applies a mask, or the best one, with the format that names it.
  static func apply(_ mask: Int?, _ level: Int, to grid: ModuleGrid) -> (Int, ModuleGrid) {
    func masked(_ mask: Int) -> ModuleGrid {
      var copy = grid
      copy.mask { inverts(mask, $0, $1) }
      placeFormat(level, mask: mask, in: &copy)
      return copy
    }
    if let mask { return (mask, masked(mask)) }
    var best = (0, masked(0))
    var least = penalty(best.1)
    for mask in 1...7 {
      let grid = masked(mask)
      let penalty = penalty(grid)
      if penalty < least { (best, least) = ((mask, grid), penalty) }
    }
    return best
  }

  /// Returns 5 bits with their error correction.
  static func format(_ data: Int, mask: Int) -> Int {
    var rest = data
    for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
    return (data << 10 | rest) ^ mask
  }

  static func placeFormat(_ level: Int, mask: Int, in grid: inout ModuleGrid) {
    let size = grid.width
    let bits = format([1, 0, 3, 2][level] << 3 | mask, mask: 0x5412)
    func isDark(_ i: Int) -> Bool { bits >> i & 1 != 0 }
    for i in 0...5 { grid.setFunction(8, i, isDark(i)) }
    grid.setFunction(8, 7, isDark(6))
    grid.setFunction(8, 8, isDark(7))
    grid.setFunction(7, 8, isDark(8))
    for i in 9..<15 { grid.setFunction(14 - i, 8, isDark(i)) }
    for i in 0..<8 { grid.setFunction(size - 1 - i, 8, isDark(i)) }
    for i in 8..<15 { grid.setFunction(8, size - 15 + i, isDark(i)) }
    grid.setFunction(8, size - 8, true)
  }

  /// Returns how hard a code is to read.
  static func penalty(_ grid: ModuleGrid) -> Int {
    let size = grid.width
    let modules = grid.modules
    var (result, dark) = (0, 0)
    // Runs of one color, and patterns like a finder, by rows and by columns.
    for axis in 0..<2 {
      let (along, across) = axis == 0 ? (1, size) : (size, 1)
      for line in 0..<size {
        var (run, color, window) = (0, false, 0)
        for i in 0..<size {
          let isDark = modules[line * across + i * along]
          if i > 0, isDark == color {
            run += 1
            if run == 5 { result += 3 } else if run > 5 { result += 1 }
          } else {
            (run, color) = (1, isDark)
          }
          window = (window << 1 | (isDark ? 1 : 0)) & 0x7FF
          if i >= 10, window == 0b000_0101_1101 || window == 0b101_1101_0000 { result += 40 }
          if axis == 0, isDark { dark += 1 }
        }
      }
    }
    for y in 0..<size - 1 {
      for x in 0..<size - 1 {
        let i = y * size + x
        let first = modules[i]
        if first == modules[i + 1], first == modules[i + size], first == modules[i + size + 1] { result += 3 }
      }
    }
    let total = size * size
    return result + max(0, (abs(dark * 20 - total * 10) + total - 1) / total - 1) * 10
  }
}
