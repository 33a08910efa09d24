import ReelPlatform

/// The similarity of two pictures' luma.
public struct PictureQuality: Hashable, Sendable {
  /// The peak signal-to-noise ratio in decibels: 10·log₁₀(255² / mean squared error); infinite for equal pictures.
  ///
  /// FFmpeg's filter `psnr` calls it `psnr_y`.
  public var psnr: Double
  /// The structural similarity, from −1 to 1 for equal pictures; nil for pictures below 8×8.
  ///
  /// Wang, Bovik, Sheikh and Simoncelli, "Image quality assessment" (2004), with flat windows of 8×8 pixels at every
  /// fourth pixel, as in FFmpeg's filter `ssim` (`Y`).
  public var ssim: Double?

  init(psnr: Double, ssim: Double?) { (self.psnr, self.ssim) = (psnr, ssim) }

  /// Compares two planes.
  ///
  /// - Precondition: Both planes have the same size.
  public init(_ a: LumaPlane, _ b: LumaPlane) {
    precondition(a.size == b.size, "pictures of \(a.size) and \(b.size) can't be compared")
    self.init(BlockComparison(a, b), area: a.size.area)
  }

  /// Computes the quality from the block sums of two pictures.
  init(_ blocks: BlockComparison, area: Int) {
    let sum = blocks.squaredError
    psnr = sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(area) / Double(sum))
    ssim = blocks.ssim
  }
}
