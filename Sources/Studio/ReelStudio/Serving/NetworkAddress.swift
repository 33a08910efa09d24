import ReelPlatform

/// The addresses of this machine.
enum NetworkAddress {
  /// The address at which other machines on the network reach this one; nil without a network.
  ///
  /// The corresponding C function is `getifaddrs`.
  static var own: String? {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return nil }
    defer { freeifaddrs(first) }
    for interface in sequence(first: first, next: { $0?.pointee.ifa_next }) {
      guard let interface = interface?.pointee, let address = interface.ifa_addr,
        Int32(address.pointee.sa_family) == AF_INET, UInt32(interface.ifa_flags) & UInt32(IFF_LOOPBACK) == 0,
        UInt32(interface.ifa_flags) & UInt32(IFF_UP) != 0
      else { continue }
      var number = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_addr }
      var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
      guard inet_ntop(AF_INET, &number, &text, socklen_t(text.count)) != nil else { continue }
      return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    return nil
  }
}
