/** A unique id: `prefix` and 64 random bits. Does not need a secure context. */
export function createId(prefix: string): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(8))
  return `${prefix}-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
