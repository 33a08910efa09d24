import ReelGeometry

/// The pixels of a region, copied from a bitmap.
///
/// If little has changed in a picture, a patch is much smaller than a copy.
package struct PixelPatch: Sendable {
  /// The position of the pixels.
  package let region: Region
  private let bytes: [UInt8]

  /// Copies the pixels of a region.
  ///
  /// - Precondition: The region divides a frame of the bitmap's size.
  package init(_ region: Region, of bitmap: Bitmap) {
    precondition(region.frame == bitmap.size, "a region of \(region.frame) in a bitmap of \(bitmap.size)")
    self.region = region
    let storage = bitmap.storage
    let runs = storage.runs(of: region)
    bytes = [UInt8](unsafeUninitializedCapacity: runs.reduce(0) { $0 + $1.count }) { buffer, count in
      for run in runs {
        UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count..<count + run.count])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: storage.bytes[run]))
        count += run.count
      }
    }
  }

  /// Puts the pixels into a bitmap.
  ///
  /// - Precondition: The bitmap has the size of the original.
  package func put(into bitmap: inout Bitmap) {
    precondition(region.frame == bitmap.size, "a region of \(region.frame) in a bitmap of \(bitmap.size)")
    bitmap.makeUnique()
    let storage = bitmap.storage
    var position = 0
    bytes.withUnsafeBytes { bytes in
      for run in storage.runs(of: region) {
        UnsafeMutableRawBufferPointer(rebasing: storage.bytes[run])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[position..<position + run.count]))
        position += run.count
      }
    }
  }
}
