/** A unique id: `prefix` and 64 random bits. Does not need a secure context. */
export function createId(prefix: string): string {
  const [bits = 0n] = globalThis.crypto.getRandomValues(new BigUint64Array(1))
  return `${prefix}-${bits.toString(16).padStart(16, '0')}`
}
