import { getAddress, hexToBytes, toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { MAX_DECIMALS } from '../../../wire/lib/amount.ts'
import { plainText } from '../../../wire/lib/plain-text.ts'
import { uintAt } from '../../lib/abi-words.ts'
import type { BlockReader } from '../../modules/core/module.ts'
import { readUntrusted } from '../../modules/core/read-untrusted.ts'
import type { TokenMetadata } from './types.ts'

const SELECTORS = [
  toFunctionSelector('symbol()'),
  toFunctionSelector('name()'),
  toFunctionSelector('decimals()'),
]
/** The limit in section 2 of the token catalogue. */
const SYMBOL_LENGTH = 11
const NAME_LENGTH = 64

/**
 * Returns symbol, name and decimals of each token, or undefined if they cannot be displayed or
 * used.
 */
export async function readTokenMetadata(
  tokens: readonly Address[],
  read: BlockReader,
): Promise<(TokenMetadata | undefined)[]> {
  const calls = tokens.flatMap((to) => SELECTORS.map((data) => ({ to, data })))
  const answers = await readUntrusted(read, calls)
  return tokens.map((token, i) => {
    const [symbolData, nameData, decimalsData] = answers.slice(3 * i, 3 * i + 3)
    const symbol = plainText(decodeText(symbolData), SYMBOL_LENGTH)
    const name = plainText(decodeText(nameData), NAME_LENGTH) || symbol
    const decimals = decodeDecimals(decimalsData)
    if (symbol === '' || decimals === undefined) return undefined
    return { address: getAddress(token), symbol, name, decimals }
  })
}

/** Decodes a `string`, or a `bytes32` as returned by early tokens. */
export function decodeText(data: Hex | undefined): string {
  if (!data) return ''
  const bytes = hexToBytes(data)
  if (bytes.length === 32) {
    const end = bytes.indexOf(0)
    return decodeUtf8(bytes.subarray(0, end < 0 ? 32 : end))
  }
  if (bytes.length < 64) return ''
  const offset = uintAt(data, 0)
  if (offset % 32n !== 0n || offset + 32n > BigInt(bytes.length)) return ''
  const start = Number(offset) + 32
  const length = uintAt(data, Number(offset) / 32)
  if (BigInt(start) + length > BigInt(bytes.length)) return ''
  return decodeUtf8(bytes.subarray(start, start + Number(length)))
}

function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

function decodeDecimals(data: Hex | undefined): number | undefined {
  if (!data || data.length < 66) return undefined
  const decimals = uintAt(data, 0)
  return decimals <= BigInt(MAX_DECIMALS) ? Number(decimals) : undefined
}
