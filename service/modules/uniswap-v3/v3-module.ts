import { encodeAbiParameters, toEventSelector, toFunctionSelector } from 'viem'
import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { addressAt, encodeWord, intAt, joinWords, uintAt } from '../../lib/abi-words.ts'
import { derivePool } from '../core/create2.ts'
import type { FollowedModule } from '../core/module.ts'
import type { PoolIdentity } from '../core/pool.ts'
import { readPresent } from '../core/read-present.ts'
import { getDeployer, type SourceConfig } from '../core/source-config.ts'
import { DEFAULT_FEE_TIERS, type FeeTier } from './fee-tiers.ts'
import { loadTicks, toPricedPool } from './load-ticks.ts'
import { createSqrtPrices } from './tick-math.ts'
import {
  burnTopic,
  createV3Pool,
  initializeTopic,
  mintTopic,
  pancakeSwapTopic,
  swapTopic,
  type V3Params,
} from './v3-pool.ts'

export interface V3SourceConfig extends SourceConfig {
  kind: 'v3'
  /** The contract that deploys the factory's pools, as in PancakeSwap V3. Default: the factory. */
  deployer?: Address
  initCodeHash: Hex
  /**
   * Pools that no log announces: their fees (hundredths of a bip: 100, 500, 3,000 or 10,000) by the
   * addresses of their two tokens. The factory is queried for them, and pools that it does not
   * return are left out. Default: none.
   * @example { '0x4200000000000000000000000000000000000006': {
   * '0x8c6f28f2F1A3C87F0f938b96d27520d9751ec8d9': [500, 3000] } }
   */
  unannouncedPools?: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>
}

/** The maximum of a uint24. */
const MAX_FEE = 2 ** 24 - 1
const PANCAKE_FEE_TIERS: readonly FeeTier[] = [
  { fee: 100, tickSpacing: 1 },
  { fee: 500, tickSpacing: 10 },
  { fee: 2_500, tickSpacing: 50 },
  { fee: 10_000, tickSpacing: 200 },
]
/** Factories allow fewer. Limits invented fees, because each fee takes calls. */
const MAX_TIERS = 16
const createdTopic = toEventSelector('PoolCreated(address,address,uint24,int24,address)')
const slot0 = toFunctionSelector('slot0()')
const liquidity = toFunctionSelector('liquidity()')
const getPool = toFunctionSelector('getPool(address,address,uint24)')
const spacingOf = toFunctionSelector('tickSpacing()')

/**
 * Uniswap V3 and its forks. `tickLens` reads the ticks of any fork. Without it, ticks are read one
 * by one.
 */
export function createV3Module(source: V3SourceConfig, tickLens: Address | undefined): FollowedModule {
  const params: V3Params = {
    module: source.module,
    origin: { name: source.name, kind: 'dex' },
    step: { kind: STEP_KINDS.v3, source: source.index },
    sqrtPriceAt: createSqrtPrices(),
    // Only PancakeSwap has a separate deployer.
    ...(source.deployer && { isPancake: true }),
  }

  return {
    id: source.module,
    factory: source.factory,
    createdTopic,
    topics: [initializeTopic, swapTopic, pancakeSwapTopic, mintTopic, burnTopic],

    getAnnounced: ({ data }) => addressAt(data, 1),

    identify(log) {
      const topics = joinWords(log.topics)
      const identity: PoolIdentity = {
        address: addressAt(log.data, 1),
        tokens: [addressAt(topics, 1), addressAt(topics, 2)],
        fee: Number(uintAt(topics, 3)),
        tickSpacing: Number(intAt(log.data, 0)),
      }
      return identity.address === getPoolAddress(source, identity) ? identity : undefined
    },

    initialPool: (identity) =>
      createV3Pool(params, identity, { sqrtPrice: 0n, tick: 0, liquidity: 0n, ticks: [] }),

    unannounced: getUnannounced(source),

    listCandidates(pairs, known) {
      const tiers = new Map(
        [...(source.deployer ? PANCAKE_FEE_TIERS : DEFAULT_FEE_TIERS), ...known].map(
          ({ fee, tickSpacing }) => [fee, tickSpacing] as const,
        ),
      )
      return pairs.flatMap((tokens) =>
        [...tiers].slice(0, MAX_TIERS).map(([fee, tickSpacing]): PoolIdentity => {
          const params = { tokens, fee, tickSpacing }
          return { address: getPoolAddress(source, params), ...params }
        }),
      )
    },

    async confirm(identities, read) {
      const results = await read(
        identities.flatMap(({ address, tokens, fee }) => {
          const args = [...tokens, fee].map((value) => encodeWord(BigInt(value))).join('')
          return [
            { to: source.factory, data: `${getPool}${args}` as const },
            { to: address, data: spacingOf },
          ]
        }),
      )
      return identities.map((identity, i) => {
        const { address, fee, tickSpacing } = identity
        const [named, spacing] = [results[2 * i], results[2 * i + 1]]
        // The factory returns a pool for both token orders. Only its address reveals the first
        // token.
        const isDerived = fee <= MAX_FEE && address === getPoolAddress(source, identity)
        const isOwn = isDerived && named !== undefined && addressAt(named, 0) === address
        return isOwn && spacing !== undefined && Number(intAt(spacing, 0)) === tickSpacing
      })
    },

    async load(identities, read) {
      const present = await readPresent(identities, [slot0, liquidity], read)
      const ticks = await loadTicks(present.map(toPricedPool), { tickLens, read })
      return present.map(({ identity, results: [price, active] }, i) => {
        const state = {
          sqrtPrice: uintAt(price, 0),
          tick: Number(intAt(price, 1)),
          liquidity: uintAt(active, 0),
          ticks: ticks[i] ?? [],
        }
        return createV3Pool(params, identity, state)
      })
    },
  }
}

function getUnannounced(source: V3SourceConfig): PoolIdentity[] {
  const pools: PoolIdentity[] = []
  for (const [token, others] of Object.entries(source.unannouncedPools ?? {})) {
    for (const [other, fees] of Object.entries(others)) {
      const [a, b] = [token.toLowerCase() as Address, other.toLowerCase() as Address]
      const tokens: PoolIdentity['tokens'] = a < b ? [a, b] : [b, a]
      for (const { fee, tickSpacing } of DEFAULT_FEE_TIERS.filter((tier) => fees.includes(tier.fee))) {
        pools.push({ address: getPoolAddress(source, { tokens, fee }), tokens, fee, tickSpacing })
      }
    }
  }
  return pools
}

function getPoolAddress(
  source: V3SourceConfig,
  { tokens, fee }: Pick<PoolIdentity, 'tokens' | 'fee'>,
): Address {
  const salted = encodeAbiParameters(
    [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }],
    [tokens[0], tokens[1], fee],
  )
  return derivePool(getDeployer(source), source.initCodeHash, salted)
}
