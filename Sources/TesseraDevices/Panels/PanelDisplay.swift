public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Display on a bistable panel such as electronic paper: gray or black and white, dithered, updated in parts. An occasional full update
/// removes ghosting. Loop thread.
///
/// While the panel is busy it accepts no frames: the stage continues with events and layouts, and damage accumulates for the next update.
/// Pixels that are unchanged in the panel's own levels are not updated.
public final class PanelDisplay: ScreenDisplay {
  private let driver: any PanelDriver
  private let tones: [UInt8]
  private var plan: PanelPlan
  /// The newest frame in gray, rotated; the tone-mapped frame; and the last picture sent to the panel, in its own format.
  private let gray: PixelBuffer
  private let toned: PixelBuffer
  private let picture: PixelBuffer
  private let told: PixelBuffer
  /// Area of fast updates since the last update in full quality.
  private var rough = PixelRect.zero
  /// Area of failed updates.
  private var failed = PixelRect.zero
  private var isSuspended = false
  private var isClosed = false
  public let rotation: Rotation
  public var onResize: (() -> Void)?
  /// Handler for errors of the panel.
  public var onProblem: ((DeviceError) -> Void)?
  /// Number of updates started, by waveform: for tests and statistics.
  public private(set) var updateCounts: [PanelWaveform: Int] = [:]

  /// Shows frames through `driver`.
  ///
  /// - Parameters:
  ///   - driver: driver of the panel, owned by the display.
  ///   - rotation: clockwise rotation from the frame to the panel.
  ///   - policy: selection of waveforms and timing of updates.
  /// - Throws: ``DeviceError`` if the panel's size or format is invalid.
  public init(_ driver: any PanelDriver, rotation: Rotation = .none, policy: PanelPolicy = PanelPolicy()) throws(DeviceError) {
    let info = driver.info
    guard [.gray8, .gray4, .mono1].contains(info.format), info.width > 0, info.height > 0 else {
      throw .unusable(
        device: info.name, reason: "\(info.width) x \(info.height) pixels of \(info.format.rawValue)",
        advice: "its size must be above 0 and its format gray8, gray4 or mono1")
    }
    (self.driver, self.rotation) = (driver, rotation)
    plan = PanelPlan(policy)
    tones = GrayDither.tones(black: policy.blackPoint, white: policy.whitePoint)
    do {
      gray = try PixelBuffer(width: info.width, height: info.height, format: .gray8)
      toned = try PixelBuffer(width: info.width, height: info.height, format: .gray8)
      picture = try PixelBuffer(width: info.width, height: info.height, format: info.format)
      told = try PixelBuffer(width: info.width, height: info.height, format: info.format)
      gray.clear(.white)
    } catch {
      throw .badFrame("\(error)")
    }
  }

  public var name: String { driver.info.name }
  public var frameSize: (width: Int, height: Int)? {
    rotation.swapsAxes ? (driver.info.height, driver.info.width) : (driver.info.width, driver.info.height)
  }
  /// Bilevel if the panel has no grays.
  public var textAntialiasing: TextAntialiasing { driver.info.levels <= 2 ? .bilevel : .grayscale }
  public var colorDepth: ColorDepth { driver.info.levels == 16 ? ColorDepth(.gray4) : .full }
  public var isReady: Bool { !driver.isBusy && !isSuspended && !isClosed }
  public var isAsleep: Bool { isSuspended || isClosed }
  /// The panel keeps its picture without power.
  public func setPower(_ isOn: Bool) -> Bool { true }
  public var descriptor: Int32 { driver.descriptor }
  public var deadline: Double? {
    if driver.isBusy { return driver.deadline }
    return isReady ? plan.restAt : nil
  }

  /// Updates the whole panel with the next frame, or immediately if nothing changes, to remove all ghosting.
  public func refresh(_ stage: Stage) {
    plan.demandFull()
    stage.setNeedsRepaint()
  }

  public func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws {
    guard let size = frameSize, (frame.width, frame.height) == size else {
      throw DeviceError.badFrame(
        "a frame of \(frame.width) x \(frame.height) pixels, turned by \(rotation.rawValue) degrees, on a panel of \(driver.info.width) x \(driver.info.height)"
      )
    }
    var area = failed
    for rect in damage {
      let part = rect.intersection(frame.bounds)
      guard !part.isEmpty else { continue }
      try frame.convert(into: gray, area: part, rotation: rotation, dither: false)
      area = area.union(rotation.turned(part, in: size))
    }
    guard isReady, !area.isEmpty else {
      failed = area
      return
    }
    let waveform = plan.waveform(forFrameAt: time, isPartial: driver.info.updatesParts)
    try update(area, waveform, isAtRest: false, at: time)
  }

  public func serve(_ stage: Stage) {
    let time = stage.now
    if driver.isBusy {
      do throws(DeviceError) { try driver.serve(at: time) } catch { onProblem?(error) }
      if !driver.isBusy { plan.becameFree(at: time) }
    }
    guard isReady, let waveform = plan.waveform(atRest: time) else { return }
    do {
      try update(rough.union(failed), waveform, isAtRest: true, at: time)
    } catch {
      // The next frame, or the next idle moment, tries again.
      plan.recordUpdate(.fast, isAtRest: true)
      _ = plan.waveform(forFrameAt: time, isPartial: true)
    }
  }

  /// Updates `area` of the newest frame on the panel.
  private func update(_ wanted: PixelRect, _ waveform: PanelWaveform, isAtRest: Bool, at time: Double) throws(DeviceError) {
    let info = driver.info
    let all = PixelRect(x: 0, y: 0, width: info.width, height: info.height)
    let isWhole = waveform == .full || !info.updatesParts
    // Whether a pixel is at an edge depends on its neighbours.
    var area = isWhole || wanted.isEmpty ? all : aligned(wanted.grown(by: 1).intersection(all)).intersection(all)
    failed = wanted.union(failed)
    do throws(RenderError) {
      try draw(area, waveform, isWhole: isWhole)
    } catch {
      throw .badFrame("\(error)")
    }
    if !isWhole {
      // Content that the panel already shows needs no update.
      area = aligned(changed(in: area)).intersection(all)
      guard !area.isEmpty else {
        failed = .zero
        if isAtRest {
          plan.recordUpdate(.grays, isAtRest: true)
          rough = .zero
        }
        return
      }
    }
    try driver.update(picture, area: area, waveform: waveform, at: time)
    failed = .zero
    updateCounts[waveform, default: 0] += 1
    copyToTold(area)
    plan.recordUpdate(waveform, isAtRest: isAtRest)
    rough = waveform == .fast ? rough.union(area) : isAtRest || isWhole ? .zero : rough
  }

  /// Converts `area` of the newest frame to levels of the panel.
  private func draw(_ area: PixelRect, _ waveform: PanelWaveform, isWhole: Bool) throws(RenderError) {
    let (rows, columns) = (area.y..<area.maxY, area.x..<area.maxX)
    GrayDither.apply(tones, from: gray, to: toned, rows: rows, columns: columns)
    let levels = waveform == .fast ? 2 : driver.info.levels
    if levels <= 4 { GrayDither.crispen(toned, as: gray, rows: rows, columns: columns) }
    if isWhole, plan.policy.diffusesStills, waveform != .fast {
      GrayDither.diffuse(toned, levels: levels)
    } else {
      GrayDither.order(toned, levels: levels, rows: rows, columns: columns)
    }
    try toned.convert(into: picture, area: area, dither: false)
  }

  private func aligned(_ area: PixelRect) -> PixelRect {
    guard !area.isEmpty else { return .zero }
    let step = driver.info.alignment
    let left = area.x / step * step
    let right = (area.maxX + step - 1) / step * step
    return PixelRect(x: left, y: area.y, width: right - left, height: area.height)
  }

  /// Returns the bytes of a row with the pixels of an area.
  private func bytes(of area: PixelRect) -> Range<Int> {
    let bits = picture.format.bitsPerPixel
    return area.x * bits / 8..<(area.maxX * bits + 7) / 8
  }

  /// Returns the part of an area in which the picture differs from the last one sent to the panel, extended to whole bytes.
  private func changed(in area: PixelRect) -> PixelRect {
    let columns = bytes(of: area)
    let perByte = 8 / max(1, min(8, picture.format.bitsPerPixel))
    var result = PixelRect.zero
    picture.withUnsafeBytes { new in
      told.withUnsafeBytes { old in
        for y in area.y..<area.maxY {
          let (a, b) = (y * picture.stride, y * told.stride)
          guard let first = columns.first(where: { new[a + $0] != old[b + $0] }),
            let last = columns.last(where: { new[a + $0] != old[b + $0] })
          else { continue }
          result = result.union(PixelRect(x: first * perByte, y: y, width: (last + 1 - first) * perByte, height: 1))
        }
      }
    }
    return result
  }

  private func copyToTold(_ area: PixelRect) {
    let columns = bytes(of: area)
    picture.withUnsafeBytes { new in
      told.withUnsafeMutableBytes { old in
        for y in area.y..<area.maxY {
          let row = UnsafeRawBufferPointer(rebasing: new[y * picture.stride + columns.lowerBound..<y * picture.stride + columns.upperBound])
          old[y * told.stride + columns.lowerBound..<y * told.stride + columns.upperBound].copyBytes(from: row)
        }
      }
    }
  }

  public func suspend() { isSuspended = true }

  public func resume() {
    isSuspended = false
    plan.demandFull()
  }

  public func close() {
    guard !isClosed else { return }
    isClosed = true
    driver.close()
  }
}
