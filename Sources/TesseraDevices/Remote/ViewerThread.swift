internal import CTesseraDevices
internal import Glibc
internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Exchange between a stage and a viewer thread: frames to the viewer, events to the stage. Loop thread.
enum ViewerThread {
  /// Passes the damage of a frame to a viewer thread.
  ///
  /// - Parameter copy: copies the parts: pixels of four bytes, bytes per row, width and height of the frame, the parts and their number.
  ///   Returns 0 or errno.
  /// - Throws: ``DeviceError`` if there is no memory for a copy.
  static func hand(
    _ frame: PixelBuffer, damage: [PixelRect],
    _ copy: (UnsafePointer<UInt8>?, Int, Int32, Int32, UnsafePointer<td_rect>?, Int32) -> Int32
  ) throws {
    let source = frame.format == .argb8888 || frame.format == .xrgb8888 ? frame : try frame.converted(to: .xrgb8888)
    let rects = damage.compactMap { (part: PixelRect) -> td_rect? in
      let part = part.intersection(frame.bounds)
      if part.isEmpty { return nil }
      return td_rect(x: Int32(part.x), y: Int32(part.y), width: Int32(part.width), height: Int32(part.height))
    }
    let code = source.withUnsafeBytes { bytes in
      rects.withUnsafeBufferPointer {
        copy(
          bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), source.stride, Int32(source.width), Int32(source.height), $0.baseAddress,
          Int32($0.count))
      }
    }
    if code == ENOMEM { throw DeviceError.outOfMemory(bytes: source.width * source.height * 4) }
  }

  /// Receives waiting events.
  ///
  /// - Parameters:
  ///   - next: moves events to the buffer, at most the given number. Returns their number.
  ///   - handle: receives each event.
  static func events<Event>(_ next: (UnsafeMutablePointer<Event>?, Int32) -> Int32, _ handle: (Event) -> Void) {
    withUnsafeTemporaryAllocation(of: Event.self, capacity: 128) { events in
      // Bounded: there is space for four times as many, and further events wake the loop again.
      for _ in 0..<8 {
        let count = Int(next(events.baseAddress, Int32(events.count)))
        for event in events.prefix(count) { handle(event) }
        if count < events.count { return }
      }
    }
  }
}
