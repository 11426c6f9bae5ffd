import type { Address, Hex } from '../../wire/lib/address.ts'

const ADDRESS = /^(?:eip155:\d+:)?(0x[0-9a-f]{40})$/i
const QUANTITY = /^(?:eip155:)?(0x[0-9a-f]+|\d+)$/i

/**
 * The accounts in a wallet's response or event, in lower case; undefined if it has no readable
 * ones.
 */
export function readAccounts(value: unknown): Address[] | undefined {
  const listed: unknown[] | undefined = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? [value]
      : undefined
  const accounts = listed?.flatMap((entry) => {
    const [, address] = ADDRESS.exec(String(entry).trim()) ?? []
    return address ? [address.toLowerCase() as Address] : []
  })
  const isUnreadable = accounts?.length === 0 && listed?.length !== 0
  return isUnreadable ? undefined : accounts
}

/**
 * Reads a chain id in every format that wallets use: a number, decimal or hex text of any case, or
 * an object that has one.
 */
export function readChainId(value: unknown): number | undefined {
  if (typeof value === 'object' && value !== null) {
    return 'chainId' in value && typeof value.chainId !== 'object' ? readChainId(value.chainId) : undefined
  }
  const [, digits] = QUANTITY.exec(String(value).trim()) ?? []
  const id = Number(digits?.toLowerCase())
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

export function toQuantity(value: number): Hex {
  return `0x${value.toString(16)}`
}
