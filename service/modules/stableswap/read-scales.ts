import { toFunctionSelector } from 'viem'
import type { Address } from '../../../src/lib/address.ts'
import { firstWord, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader } from '../core/module.ts'

const decimals = toFunctionSelector('decimals()')

const MAX_DECIMALS = 18n

/** What scales coins to 18 decimals, of those that have 1 to 18. */
export async function readScales(
  coins: readonly Address[],
  read: BlockReader,
): Promise<ReadonlyMap<Address, bigint>> {
  const answers = await read(coins.map((to) => ({ to, data: decimals })))
  return new Map(
    coins.flatMap((coin, i): [Address, bigint][] => {
      const word = firstWord(answers[i])
      const own = word ? uintAt(word, 0) : 0n
      return own > 0n && own <= MAX_DECIMALS ? [[coin, 10n ** (MAX_DECIMALS - own)]] : []
    }),
  )
}
