import { toEventSelector } from 'viem'
import { type Address, ZERO_ADDRESS } from '../../../wire/lib/address.ts'
import { addressAt, intAt, joinWords, uintAt } from '../../lib/abi-words.ts'
import type { FollowedModule } from '../core/module.ts'
import type { Pool, PoolIdentity, PoolLog } from '../core/pool.ts'
import type { SourceConfig } from '../core/source-config.ts'
import { DEFAULT_FEE_TIERS, type FeeTier } from '../uniswap-v3/fee-tiers.ts'
import { createSqrtPrices } from '../uniswap-v3/tick-math.ts'
import { loadHoldings } from './load-holdings.ts'
import { findPools, loadStates, SLOTS } from './load-state.ts'
import { findPoolKey, getPoolAddress, getPoolId, type KeyParams, type PoolKey } from './pool-key.ts'
import { createV4Pool, liquidityTopic, protocolFeeTopic, swapTopic, type V4Params } from './v4-pool.ts'

/**
 * Uniswap V4: pools without hooks or with a listed one. At most one source per chain, because equal
 * parameters have equal ids in all managers.
 */
export interface V4SourceConfig extends SourceConfig {
  kind: 'v4'
  /** The PoolManager contract. */
  factory: Address
  /** Pools of other tiers are left out. 1 to 8 tiers. Default: `DEFAULT_FEE_TIERS`. */
  feeTiers?: FeeTier[]
  /**
   * Hooks whose pools trade too. Their code runs within each swap: it may refuse a swap or move the
   * price before it, and only the minimum output protects against that. Excludes hooks that may
   * change amounts (a `ReturnsDelta` flag in the last four bits of the address) and pools with a
   * dynamic fee. 1 to 16 addresses. Default: none.
   * @example ['0x00000000000000000000000000000000000010C0']
   */
  hooks?: readonly Address[]
}

const createdTopic = toEventSelector('Initialize(bytes32,address,address,uint24,int24,address,uint160,int24)')

/**
 * Pools of a Uniswap V4 manager, which emits the logs and holds the tokens. Follows only listed
 * tiers without hooks or with a listed hook: an arbitrary fee allows any price, and arbitrary
 * parameters allow any number of pools per pair.
 */
export function createV4Module(source: V4SourceConfig, wrappedNative: Address): FollowedModule {
  const manager = source.factory.toLowerCase() as Address
  const keyParams: KeyParams = {
    weth: wrappedNative.toLowerCase() as Address,
    hooks: (source.hooks ?? []).map((hook) => hook.toLowerCase() as Address),
  }
  const params: Omit<V4Params, 'isNative' | 'hooks'> = {
    module: source.module,
    origin: { name: source.name, kind: 'dex' },
    source: source.index,
    manager,
    sqrtPriceAt: createSqrtPrices(),
  }

  const tiers = source.feeTiers ?? DEFAULT_FEE_TIERS
  const isFollowed = (identity: PoolIdentity) => isTradable(identity) && isOfTier(identity, tiers)

  function findKeys(identities: readonly PoolIdentity[]) {
    return identities.filter(isFollowed).flatMap((identity) => {
      const key = findPoolKey(identity, keyParams)
      return key ? [{ identity, key, id: key.id, tickSpacing: identity.tickSpacing }] : []
    })
  }

  const create = (
    identity: PoolIdentity,
    { isNative, hooks }: PoolKey,
    state: Parameters<typeof createV4Pool>[2],
  ) => createV4Pool({ ...params, isNative, hooks }, identity, state)

  return {
    id: source.module,
    factory: source.factory,
    createdTopic,
    topics: [swapTopic, liquidityTopic, protocolFeeTopic],
    wordsPerCall: SLOTS,

    identify(log) {
      const identity = identify(log, keyParams)
      return identity && isFollowed(identity) ? identity : undefined
    },

    initialPool(identity, { data }) {
      const key = findPoolKey(identity, keyParams)
      const [sqrtPrice, tick] = [uintAt(data, 3), Number(intAt(data, 4))]
      return key && create(identity, key, { sqrtPrice, tick, liquidity: 0n, ticks: [], protocolFee: 0n })
    },
    getSubject: ({ topics }) => (topics[1] ? getPoolAddress(topics[1]) : undefined),

    listCandidates: (pairs) =>
      pairs.flatMap((tokens) => tiers.flatMap((tier) => listPools(tokens, tier, keyParams))),

    async confirm(identities, reader) {
      const keyed = findKeys(identities)
      const exists = await findPools(keyed, { manager, read: reader })
      const made = new Set(keyed.flatMap(({ identity }, i) => (exists[i] ? [identity] : [])))
      return identities.map((identity) => made.has(identity))
    },

    async measure(identities, reader) {
      const keyed = findKeys(identities)
      const holdings = await loadHoldings(keyed, { manager, read: reader })
      const held = new Map(keyed.map(({ identity }, i) => [identity, holdings[i]]))
      return identities.map((identity) => held.get(identity) ?? [0n, 0n])
    },

    async load(identities, reader) {
      const keyed = findKeys(identities)
      const states = await loadStates(keyed, { manager, read: reader })
      return keyed.flatMap(({ identity, key }, i): Pool[] => {
        const state = states[i]
        return state ? [create(identity, key, state)] : []
      })
    },
  }
}

/**
 * Lists pools without hooks: of the wrapped native coin, and of the native coin, which sorts first.
 */
function listPools(tokens: PoolIdentity['tokens'], tier: FeeTier, { weth }: KeyParams): PoolIdentity[] {
  const toIdentity = (ordered: PoolIdentity['tokens'], isNative: boolean): PoolIdentity => {
    const params = { tokens: ordered, fee: tier.fee, tickSpacing: tier.tickSpacing }
    return { address: getPoolAddress(getPoolId(params, { isNative })), ...params }
  }
  const other = tokens.find((token) => token !== weth)
  const native = tokens.includes(weth) && other ? [toIdentity([weth, other], true)] : []
  return [toIdentity(tokens, false), ...native]
}

/** Returns undefined for pools with unlisted hooks. */
function identify({ topics, data }: PoolLog, params: KeyParams): PoolIdentity | undefined {
  const [words, id] = [joinWords(topics), topics[1]]
  const [currency0, currency1, hooks] = [addressAt(words, 2), addressAt(words, 3), addressAt(data, 2)]
  if (!id || ![ZERO_ADDRESS, ...params.hooks].includes(hooks)) return undefined
  const identity: PoolIdentity = {
    address: getPoolAddress(id),
    tokens: [currency0 === ZERO_ADDRESS ? params.weth : currency0, currency1],
    fee: Number(uintAt(data, 0)),
    tickSpacing: Number(intAt(data, 1)),
  }
  return findPoolKey(identity, params)?.id === id.toLowerCase() ? identity : undefined
}

/** A pool of the native coin and its wrapper would trade a token for itself. */
function isTradable({ tokens }: PoolIdentity): boolean {
  return tokens[0] !== tokens[1]
}

function isOfTier({ fee, tickSpacing }: PoolIdentity, tiers: readonly FeeTier[]): boolean {
  return tiers.some((tier) => tier.fee === fee && tier.tickSpacing === tickSpacing)
}
