import { toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { encodeCall, firstWord, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader } from '../core/module.ts'
import { readUntrusted } from '../core/read-untrusted.ts'

const balanceOf = toFunctionSelector('balanceOf(address)')
const getEthBalance = toFunctionSelector('getEthBalance(address)')

/** The contracts of a chain that are called. */
export interface CryptoswapChain {
  multicall3: Address
  /** The wrapped native coin. */
  weth: Address
}

export interface Holder {
  address: Address
  coins: readonly Address[]
  /**
   * The coin that the pool treats as native and holds unwrapped: `WETH20()`. Undefined if its code
   * has no such coin.
   */
  native: Address | undefined
}

/**
 * Reads the pools' real coin balances, independent of their accounting. A coin without a response
 * counts as 0.
 */
export async function readHoldings(
  holders: readonly Holder[],
  { multicall3, weth }: CryptoswapChain,
  read: BlockReader,
): Promise<bigint[][]> {
  const wrapped = weth.toLowerCase()
  const isNative = (holder: Holder, coin: Address) => coin === wrapped && holder.native === wrapped
  const natives = holders.filter((holder) => holder.coins.some((coin) => isNative(holder, coin)))
  const [results, more] = await Promise.all([
    readUntrusted(
      read,
      holders.flatMap(({ address, coins }) =>
        coins.map((to) => ({ to, data: encodeCall(balanceOf, BigInt(address)) })),
      ),
    ),
    read(
      natives.map(({ address }) => ({ to: multicall3, data: encodeCall(getEthBalance, BigInt(address)) })),
    ),
  ])
  const unwrapped = new Map(natives.map(({ address }, i) => [address, toAmount(more[i])]))
  let next = 0
  return holders.map((holder) =>
    holder.coins.map((coin) => {
      const held = toAmount(results[next++])
      return isNative(holder, coin) ? held + (unwrapped.get(holder.address) ?? 0n) : held
    }),
  )
}

function toAmount(result: Hex | undefined): bigint {
  const word = firstWord(result)
  return word ? uintAt(word, 0) : 0n
}
