import { toFunctionSelector } from 'viem'
import type { Address } from '../../../wire/lib/address.ts'
import { addressAt, encodeCall, firstWord, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader, SampledModule } from '../core/module.ts'
import type { SourceConfig } from '../core/source-config.ts'
import { createWstEthPool, type WstEthState } from './wsteth-pool.ts'

/** Wraps and unwraps Lido's stETH. Only on Ethereum, because bridged wstETH has no stETH. */
export interface WstEthSourceConfig extends SourceConfig {
  kind: 'wsteth'
  /** The wstETH contract. */
  factory: Address
}

const stEth = toFunctionSelector('stETH()')
const totalEther = toFunctionSelector('getTotalPooledEther()')
const totalShares = toFunctionSelector('getTotalShares()')
const externalEther = toFunctionSelector('getExternalEther()')
const externalShares = toFunctionSelector('getExternalShares()')
const isStopped = toFunctionSelector('isStopped()')
const totalSupply = toFunctionSelector('totalSupply()')
const toWrapped = toFunctionSelector('getWstETHByStETH(uint256)')
const toUnwrapped = toFunctionSelector('getStETHByWstETH(uint256)')

/** Probed amounts: odd, small, and so large that no rounding hides. */
const PROBES = [1_000_003n, 10n ** 18n + 7n, 10n ** 27n + 9n]

/**
 * Lido's wstETH, sampled at every block because the log of an oracle report contains no rate.
 * Quoted only while it matches the totals of stETH to the wei.
 */
export function createWstEthModule(source: WstEthSourceConfig): SampledModule {
  const wrapper = source.factory.toLowerCase() as Address
  const origin = { name: source.name, kind: 'lending' } as const
  const params = { module: source.module, origin, source: source.index }
  let wrapped: Address | undefined

  return {
    id: source.module,
    async sample(read) {
      if (!wrapped) {
        const result = firstWord((await read([{ to: wrapper, data: stEth }]))[0])
        if (!result) return []
        wrapped = addressAt(result, 0)
      }
      const state = await readState({ wrapper, wrapped }, read)
      const identity = { address: wrapper, tokens: [wrapped, wrapper], fee: 0, tickSpacing: 0 } as const
      return state ? [createWstEthPool(params, identity, state)] : []
    },
  }
}

/** Returns undefined if a result is missing or does not match the totals. */
async function readState(
  { wrapper, wrapped }: Record<'wrapper' | 'wrapped', Address>,
  read: BlockReader,
): Promise<WstEthState | undefined> {
  const results = await read([
    ...[totalEther, totalShares, isStopped].map((data) => ({ to: wrapped, data })),
    { to: wrapper, data: totalSupply },
    ...[toWrapped, toUnwrapped].flatMap((selector) =>
      PROBES.map((amount) => ({ to: wrapper, data: encodeCall(selector, amount) })),
    ),
    // External shares count in the totals but not in the rate. Earlier versions have none.
    ...[externalEther, externalShares].map((data) => ({ to: wrapped, data })),
  ])
  const words = results.map((result) => {
    const word = firstWord(result)
    return word && uintAt(word, 0)
  })
  const [allEther, allShares, stopped, supply, ...others] = words
  if (allEther === undefined || allShares === undefined) return undefined
  if (stopped === undefined || supply === undefined || supply > allShares) return undefined
  const [etherElsewhere = 0n, sharesElsewhere = 0n] = others.slice(2 * PROBES.length)
  const [ether, shares] = [allEther - etherElsewhere, allShares - sharesElsewhere]
  if (ether <= 0n || shares <= 0n) return undefined
  const isRate = PROBES.every(
    (amount, i) =>
      others[i] === (amount * shares) / ether && others[PROBES.length + i] === (amount * ether) / shares,
  )
  if (!isRate) return undefined
  return { ether, shares, wrapped: supply, unwrapped: allShares - supply, isStopped: stopped !== 0n }
}
