import type { PublicClient } from 'viem'
import { type Address, type Hex, sameAddress } from '../../wire/lib/address.ts'
import type { FollowedChain } from '../chain/types.ts'
import type { LoggedSwap } from '../modules/core/logged-swap.ts'
import type { PoolLog } from '../modules/core/pool.ts'
import { toOffer } from '../modules/core/pool-offer.ts'
import type { Protocol } from '../modules/core/protocol.ts'
import { getProtocol, PROTOCOLS } from '../modules/protocols.ts'
import type { TokenPrices } from '../rates/token-prices.ts'
import { createRecentLogs } from './recent-logs.ts'

/** Traded volume of each token in the reference stable, with a half-life of a day. */
export interface SwapVolume {
  of(token: Address): number
  /**
   * Restores a stored volume as of now, unless the current volume is higher. Only the first call
   * per token has an effect, because the volume decays afterwards.
   */
  recall(token: Address, volume: number): void
  /**
   * Reads the swaps since the last call up to a block, at most a hundred blocks. Rejects if the
   * node returns no logs.
   */
  read(to: bigint, prices: TokenPrices): Promise<void>
}

/** Decoders by topic. Protocols with a common topic decode it alike. */
const POOL_SWAPS: Protocol['poolSwaps'] = Object.fromEntries(
  PROTOCOLS.flatMap(({ poolSwaps = {} }: Protocol) => Object.entries(poolSwaps)),
)
const VAULT_TOPICS = PROTOCOLS.flatMap(({ vaultSwaps = {} }: Protocol) => Object.keys(vaultSwaps))
const TOPICS = [...Object.keys(POOL_SWAPS), ...VAULT_TOPICS] as Hex[]

const HALF_LIFE_MS = 24 * 3_600_000

export function createSwapVolume(
  chain: FollowedChain & { readonly client: PublicClient },
  nowMs: () => number = Date.now,
): SwapVolume {
  const known = new Map<string, { volume: number; atMs: number }>()
  const recent = createRecentLogs(chain, TOPICS)

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
    read: (to, prices) =>
      recent.read(to, (logs) => {
        for (const log of logs) count(log, prices)
      }),
  }

  function count(log: PoolLog, prices: TokenPrices): void {
    const swap = readSwap(log, chain)
    if (!swap) return
    const [a, b] = swap.sides.map(({ token, amount }) => getValue(token, Number(amount), prices))
    // Counts the smaller side, because an arbitrary token can report any amount.
    if (a === undefined || b === undefined) return
    const value = Math.min(a, b, getReach(swap, prices))
    for (const { token } of swap.sides) add(token, value)
  }

  /**
   * Returns the value of the pool's holdings near its price. A manager, or a pool that lends its
   * tokens, can log swaps of any size that move no tokens.
   */
  function getReach({ pool }: Required<LoggedSwap>, prices: TokenPrices): number {
    return pool.tokens.reduce((sum, token, i) => {
      const held = toOffer(pool, i === 0 ? 0 : 1)?.sells ?? 0
      return sum + (getValue(token, held, prices) ?? 0)
    }, 0)
  }

  function getValue(token: Address, amount: number, prices: TokenPrices): number | undefined {
    const decimals = chain.token(token)?.decimals
    const price = prices.price(token)
    return decimals === undefined || price === undefined ? undefined : (amount / 10 ** decimals) * price
  }
}

/**
 * Decodes a swap from the log of a pool in memory or of a configured vault. Any other contract
 * could log anything.
 */
function readSwap(log: PoolLog, { config, snapshot }: FollowedChain): Required<LoggedSwap> | undefined {
  const [topic] = log.topics
  if (!topic) return undefined
  const findPool = (address: Address) => snapshot()?.pool(address)
  const emitters = config.sources.filter(({ factory }) => sameAddress(factory, log.address))
  const [readVault] = emitters.flatMap((source) => getProtocol(source).vaultSwaps?.[topic] ?? [])
  if (readVault) return readVault(log, findPool)
  const pool = findPool(log.address)
  const source = config.sources.find(({ module }) => module === pool?.module)
  const readPool = (source ? getProtocol(source).poolSwaps : POOL_SWAPS)?.[topic]
  const swap = pool && readPool?.(log, pool)
  return swap && { pool, ...swap }
}
