/**
 * A 20-byte address: `0x` and 40 hex digits, in any case.
 * @example
 * const usdc: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
 */
export type Address = `0x${string}`
export type Hex = `0x${string}`

/**
 * The address that represents the native token in all interfaces.
 * @example
 * const isEther = (token: Token) => token.address === NATIVE_TOKEN
 */
export const NATIVE_TOKEN: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

export const ZERO_ADDRESS: Address = '0x0000000000000000000000000000000000000000'

const pattern = /^0x[a-fA-F0-9]{40}$/

export function isAddress(value: unknown): value is Address {
  return typeof value === 'string' && pattern.test(value)
}

/** Parses a typed or pasted address, with the prefix in any case; undefined if it is invalid. */
export function readAddress(text: string): Address | undefined {
  const address = text.trim().replace(/^0X/, '0x')
  return isAddress(address) ? address : undefined
}

export function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

export function isNativeToken(address: string): boolean {
  return sameAddress(address, NATIVE_TOKEN)
}
