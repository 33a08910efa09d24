/// Formats a number with a fixed number of decimals, without Foundation's formatters.
package func fixed(_ number: Double, _ decimals: Int) -> String {
  // A larger Double has no decimals and overflows an Int.
  guard number.isFinite, number.magnitude < 1e12 else { return "\(number)" }
  let factor = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
  let scaled = Int((number.magnitude * Double(factor)).rounded())
  let rest = String(scaled % factor)
  let sign = number < 0 && scaled > 0 ? "-" : ""
  guard decimals > 0 else { return "\(sign)\(scaled)" }
  return "\(sign)\(scaled / factor).\(String(repeating: "0", count: decimals - rest.count))\(rest)"
}
