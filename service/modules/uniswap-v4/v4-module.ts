import { toEventSelector } from 'viem'
import { type Address, ZERO_ADDRESS } from '../../../src/lib/address.ts'
import type { V4SourceConfig } from '../../config/types.ts'
import { addressAt, intAt, joinWords, uintAt } from '../../lib/abi-words.ts'
import type { BlockReader, FollowedModule } from '../core/module.ts'
import type { Pool, PoolIdentity, PoolLog } from '../core/pool.ts'
import { createSqrtPrices } from '../uniswap-v3/tick-math.ts'
import { loadStates } from './load-state.ts'
import { findPoolKey, getPoolAddress, type PoolKey } from './pool-key.ts'
import { createV4Pool, liquidityTopic, protocolFeeTopic, swapTopic, type V4Terms } from './v4-pool.ts'

const createdTopic = toEventSelector('Initialize(bytes32,address,address,uint24,int24,address,uint160,int24)')
/** The whole of an input. Above it are the numbers that stand for fees set by hooks. */
const MAX_FEE = 1_000_000

/** Pools without hooks of a Uniswap V4 manager, which emits the logs and holds the tokens. */
export function createV4Module(source: V4SourceConfig, wrappedNative: Address): FollowedModule {
  const manager = source.factory.toLowerCase() as Address
  const weth = wrappedNative.toLowerCase() as Address
  const terms: Omit<V4Terms, 'isNative'> = {
    module: source.module,
    origin: { name: source.name, kind: 'dex' },
    source: source.index,
    manager,
    sqrtPriceAt: createSqrtPrices(),
  }

  async function read(identities: readonly PoolIdentity[], reader: BlockReader) {
    const keyed = identities.map((identity) => ({ identity, key: findPoolKey(identity, weth) }))
    const known = keyed.flatMap(({ identity, key }) => (key ? [{ identity, key }] : []))
    const stored = known.map(({ identity, key }) => ({ id: key.id, tickSpacing: identity.tickSpacing }))
    const states = await loadStates(stored, { manager, read: reader })
    return known.map((each, i) => ({ ...each, state: states[i] }))
  }

  const create = (identity: PoolIdentity, { isNative }: PoolKey, state: Parameters<typeof createV4Pool>[2]) =>
    createV4Pool({ ...terms, isNative }, identity, state)

  return {
    id: source.module,
    factory: source.factory,
    createdTopic,
    topics: [swapTopic, liquidityTopic, protocolFeeTopic],
    identify: (log) => identify(log, weth),
    initialPool(identity, { data }) {
      const key = findPoolKey(identity, weth)
      const [sqrtPrice, tick] = [uintAt(data, 3), Number(intAt(data, 4))]
      return key && create(identity, key, { sqrtPrice, tick, liquidity: 0n, ticks: [], protocolFee: 0n })
    },
    getSubject: ({ topics }) => (topics[1] ? getPoolAddress(topics[1]) : undefined),

    async confirm(identities, reader) {
      const found = await read(identities.filter(isTradable), reader)
      const made = new Set(found.flatMap(({ identity, state }) => (state ? [identity] : [])))
      return identities.map((identity) => made.has(identity))
    },

    async load(identities, reader) {
      const found = await read(identities, reader)
      return found.flatMap(({ identity, key, state }): Pool[] =>
        state ? [create(identity, key, state)] : [],
      )
    },
  }
}

/** Undefined for pools with hooks, or with a fee that leaves nothing to trade. */
function identify({ topics, data }: PoolLog, weth: Address): PoolIdentity | undefined {
  const [words, id] = [joinWords(topics), topics[1]]
  const [currency0, currency1, hooks] = [addressAt(words, 2), addressAt(words, 3), addressAt(data, 2)]
  if (!id || hooks !== ZERO_ADDRESS) return undefined
  const identity: PoolIdentity = {
    address: getPoolAddress(id),
    tokens: [currency0 === ZERO_ADDRESS ? weth : currency0, currency1],
    fee: Number(uintAt(data, 0)),
    tickSpacing: Number(intAt(data, 1)),
  }
  return isTradable(identity) && findPoolKey(identity, weth)?.id === id.toLowerCase() ? identity : undefined
}

/** A pool of the native coin and its wrapper would trade one for itself. */
function isTradable({ tokens, fee, tickSpacing }: PoolIdentity): boolean {
  return fee < MAX_FEE && tickSpacing > 0 && tokens[0] !== tokens[1]
}
