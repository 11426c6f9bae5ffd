import { type PublicClient, toEventSelector } from 'viem'
import type { Address, Hex } from '../../src/lib/address.ts'
import type { FollowedChain } from '../chain/types.ts'
import { addressAt, intAt, joinWords, uintAt } from '../lib/abi-words.ts'
import { getPoolAddress } from '../modules/uniswap-v4/pool-key.ts'
import type { TokenPrices } from '../rates/token-prices.ts'

/** Traded volume of each token in the reference stable, with a half-life of a day. */
export interface SwapVolume {
  of(token: Address): number
  /** Restores a stored volume, unless the current one is higher. */
  recall(token: Address, volume: number): void
  /** Reads the swaps since the last call up to a block, a hundred blocks at most. */
  read(to: bigint, prices: TokenPrices): Promise<void>
}

const v2Swap = toEventSelector('Swap(address,uint256,uint256,uint256,uint256,address)')
const v3Swap = toEventSelector('Swap(address,address,int256,int256,uint160,uint128,int24)')
const v4Swap = toEventSelector('Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24)')
const balancerSwap = toEventSelector('Swap(bytes32,address,address,uint256,uint256)')

const HALF_LIFE_MS = 24 * 3_600_000
const MAX_BLOCKS = 100n

export function createSwapVolume(
  chain: FollowedChain & { readonly client: PublicClient },
  nowMs: () => number = Date.now,
): SwapVolume {
  const known = new Map<string, { volume: number; atMs: number }>()
  let readTo: bigint | undefined

  function of(token: Address): number {
    const entry = known.get(token.toLowerCase())
    return entry ? entry.volume * 0.5 ** ((nowMs() - entry.atMs) / HALF_LIFE_MS) : 0
  }

  function add(token: Address, value: number) {
    known.set(token.toLowerCase(), { volume: of(token) + value, atMs: nowMs() })
  }

  return {
    of,
    recall(token, volume) {
      if (volume > of(token)) known.set(token.toLowerCase(), { volume, atMs: nowMs() })
    },
    async read(to, prices) {
      const from = readTo === undefined || to - readTo > MAX_BLOCKS ? to - MAX_BLOCKS : readTo + 1n
      if (from > to) return
      const logs = await chain.client.request({
        method: 'eth_getLogs',
        params: [
          {
            fromBlock: `0x${(from < 0n ? 0n : from).toString(16)}`,
            toBlock: `0x${to.toString(16)}`,
            topics: [[v2Swap, v3Swap, v4Swap, balancerSwap]],
          },
        ],
      })
      readTo = to
      for (const log of logs) {
        const sides = decodeSwap(log, chain)
        if (!sides) continue
        const values = sides.map(({ token, amount }) => getValue(token, amount, prices))
        const [a, b] = values
        // The smaller side counts: an arbitrary token can report any amount.
        if (a === undefined || b === undefined) continue
        for (const { token } of sides) add(token, Math.min(a, b))
      }
    },
  }

  function getValue(token: Address, amount: bigint, prices: TokenPrices): number | undefined {
    const decimals = chain.token(token)?.decimals
    const price = prices.price(token)
    return decimals === undefined || price === undefined
      ? undefined
      : (Number(amount) / 10 ** decimals) * price
  }
}

interface SwapSide {
  token: Address
  amount: bigint
}

function decodeSwap(
  { address, topics, data }: { address: Address; topics: readonly Hex[]; data: Hex },
  { config, snapshot }: FollowedChain,
): [SwapSide, SwapSide] | undefined {
  const emitter = address.toLowerCase()
  if (topics[0] === balancerSwap) {
    const isVault = config.sources.some(
      ({ kind, factory }) => kind === 'balancer' && factory.toLowerCase() === emitter,
    )
    if (!isVault || topics.length !== 4) return undefined
    const words = joinWords(topics)
    return [
      { token: addressAt(words, 2), amount: uintAt(data, 0) },
      { token: addressAt(words, 3), amount: uintAt(data, 1) },
    ]
  }
  const isManaged = topics[0] === v4Swap
  const isManager = config.sources.some(
    ({ kind, factory }) => kind === 'v4' && factory.toLowerCase() === emitter,
  )
  if (isManaged !== isManager || (isManaged && !topics[1])) return undefined
  const tokens = snapshot()?.pool(isManaged ? getPoolAddress(topics[1] ?? '0x') : address)?.tokens
  if (!tokens) return undefined
  const [first, second] =
    isManaged || topics[0] === v3Swap
      ? [intAt(data, 0), intAt(data, 1)]
      : [uintAt(data, 0) + uintAt(data, 2), uintAt(data, 1) + uintAt(data, 3)]
  return [
    { token: tokens[0], amount: first < 0n ? -first : first },
    { token: tokens[1], amount: second < 0n ? -second : second },
  ]
}
