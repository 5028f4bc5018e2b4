/// Owner of properties and attributes in motion: a node. Any thread.
protocol AnimatedObject: AnyObject, Sendable {
  /// Ends the motion of a property or attribute, which keeps the value currently shown.
  func stopMotion(of key: MotionKey)
}
