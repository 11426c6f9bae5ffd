/** `0x1234…abcd`: enough of an address to recognize it, too little to trust it by. */
export function shortAddress(address: string): string {
  return address.length > 12 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address
}
