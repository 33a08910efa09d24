import ReelCanvas
import ReelGeometry

extension PixelSize {
  /// Creates the smallest valid bitmap size that covers an extent in points.
  package init(covering size: Size) {
    func side(_ extent: Double) -> Int {
      Int(clamping: min(Double(Bitmap.sideRange.upperBound), max(1, extent.rounded(.up))))
    }
    self.init(width: side(size.width), height: side(size.height))
  }
}
