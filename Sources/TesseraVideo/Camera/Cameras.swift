internal import TesseraBase

/// Cameras that are plugged in. Any thread.
public enum Cameras {
  /// Limits of the lists that a driver gives.
  static let mostFormats = 64, mostSizes = 256, mostRates = 64, mostControls = 256

  /// Returns the cameras in the order of their numbers, with formats, sizes, rates and controls. Opens each device, and changes none.
  public static func all() -> [CameraDescription] { all(KernelCameras()) }

  static func all(_ system: any CameraSystem) -> [CameraDescription] {
    system.paths().compactMap { path in
      guard let port = try? system.open(path), let identity = try? port.identity(), identity.isCapture else { return nil }
      return CameraDescription(
        path: path, name: identity.name, driver: identity.driver, bus: identity.bus, modes: modes(of: port), controls: controls(of: port))
    }
  }

  /// Opens the camera that a request names.
  static func open(_ name: String?, _ system: any CameraSystem) throws(VideoFileError) -> (path: String, port: any CameraPort) {
    let shown = LiveSource.camera(name).shownName
    func fail(_ problem: CameraProblem) -> VideoFileError {
      .noSignal(source: shown, reason: CameraChoice.reason(problem, KernelCameras.text(of: problem)))
    }
    if let name, name.hasPrefix("/") {
      do throws(CameraProblem) {
        let port = try system.open(name)
        guard try port.identity().isCapture else { throw CameraProblem(code: CameraChoice.Code.noTerminal) }
        return (name, port)
      } catch { throw fail(error) }
    }
    var (names, first): ([String], CameraProblem?) = ([], nil)
    for path in system.paths() {
      do throws(CameraProblem) {
        let port = try system.open(path)
        let identity = try port.identity()
        guard identity.isCapture else { continue }
        if name.map({ identity.name.lowercased().byteRange(of: $0.lowercased()) != nil }) ?? true { return (path, port) }
        names.append(identity.name)
      } catch {
        first = first ?? error
      }
    }
    if let first, names.isEmpty { throw fail(first) }
    throw .noSignal(
      source: shown, reason: names.isEmpty ? "no camera is plugged in" : "the cameras are \(names.prefix(8).joined(separator: ", "))")
  }

  static func modes(of port: any CameraPort) -> [CameraMode] {
    var modes: [CameraMode] = []
    for index in 0..<mostFormats {
      guard let code = port.format(at: index) else { break }
      var sizes: [CameraMode] = []
      for place in 0..<mostSizes {
        guard let answer = port.sizes(of: code, at: place) else { break }
        guard var mode = CameraMode(code, answer) else { continue }
        addRates(&mode, code, port)
        sizes.append(mode)
      }
      // A driver without a list adjusts any size.
      modes += sizes.isEmpty ? [CameraMode(code, widths: 16...4096, heights: 16...4096)] : sizes
    }
    return modes
  }

  private static func addRates(_ mode: inout CameraMode, _ code: UInt32, _ port: any CameraPort) {
    for index in 0..<mostRates {
      let (width, height) = (mode.widths.upperBound, mode.heights.upperBound)
      guard let answer = port.durations(of: code, width: width, height: height, at: index) else { break }
      guard let fast = CameraChoice.rate(answer.least), let slow = CameraChoice.rate(answer.most) else { continue }
      mode.rates += fast == slow ? [fast] : [min(fast, slow), max(fast, slow)]
      if fast != slow { mode.hasRateRange = true }
    }
    mode.rates.sort()
  }

  static func controls(of port: any CameraPort) -> [CameraControl] {
    var (controls, last): ([CameraControl], UInt32) = ([], 0)
    for _ in 0..<mostControls {
      // Identifiers grow; a driver that repeats one would never end.
      guard let answer = port.control(after: last), answer.identifier > last else { break }
      last = answer.identifier
      guard let kind = answer.kind, answer.least <= answer.most, !answer.title.isEmpty else { continue }
      controls.append(
        CameraControl(
          name: CameraControl.name(of: answer.title), title: answer.title, kind: kind, range: Int(answer.least)...Int(answer.most),
          step: Int(max(1, answer.step)), standard: Int(answer.standard), value: (try? port.value(of: last)).map { Int($0) },
          isFixed: answer.isFixed, identifier: last))
    }
    return controls
  }
}

extension CameraMode {
  /// Converts an answer of the kernel; nil if it is invalid.
  init?(_ code: UInt32, _ sizes: CameraSizes) {
    guard sizes.leastWidth > 0, sizes.leastHeight > 0, sizes.leastWidth <= sizes.mostWidth, sizes.leastHeight <= sizes.mostHeight else {
      return nil
    }
    self.init(
      code, widths: Int(sizes.leastWidth)...Int(sizes.mostWidth), heights: Int(sizes.leastHeight)...Int(sizes.mostHeight))
    (widthStep, heightStep) = (max(1, Int(sizes.stepWidth)), max(1, Int(sizes.stepHeight)))
  }
}
