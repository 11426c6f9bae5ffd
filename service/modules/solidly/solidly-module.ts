import { encodePacked, toEventSelector, toFunctionSelector } from 'viem'
import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { type Address, type Hex, ZERO_ADDRESS } from '../../../wire/lib/address.ts'
import { addressAt, encodeCall, joinWords, uintAt } from '../../lib/abi-words.ts'
import { derivePool } from '../core/create2.ts'
import type { BlockReader, FollowedModule } from '../core/module.ts'
import type { Pool, PoolIdentity } from '../core/pool.ts'
import type { SourceConfig } from '../core/source-config.ts'
import { createSolidlyPool, customFeeTopic, type SolidlyParams, syncTopic } from './solidly-pool.ts'

/** Solidly or a fork: volatile and stable pairs. */
export interface SolidlySourceConfig extends SourceConfig {
  kind: 'solidly'
  /**
   * Init code hash of a pair, or of a clone of the factory's implementation (Velodrome V2,
   * Aerodrome).
   */
  initCodeHash: Hex
  /**
   * Fee of every pair in basis points. Default: the factory sets the fee of each pair
   * (`getFee(address, bool)`).
   */
  feeBps?: number
}

/** The first event is Solidly's, the second Velodrome V2's. */
const pairCreatedTopic = toEventSelector('PairCreated(address,address,bool,address,uint256)')
const poolCreatedTopic = toEventSelector('PoolCreated(address,address,bool,address,uint256)')
const allPairsLength = toFunctionSelector('allPairsLength()')
const allPoolsLength = toFunctionSelector('allPoolsLength()')
const getPair = toFunctionSelector('getPair(address,address,bool)')
const getPool = toFunctionSelector('getPool(address,address,bool)')
const getFee = toFunctionSelector('getFee(address,bool)')
const isPaused = toFunctionSelector('isPaused()')
const metadata = toFunctionSelector('metadata()')

/** `fee` in the identity of a stable pair, as in Velodrome V2 factories. 0 is a volatile pair. */
const STABLE = 1

/** State that all pairs of a factory depend on and no log reveals. */
interface Factory {
  isPaused: boolean
  usualFees: readonly [volatile: bigint, stable: bigint]
}

/**
 * Solidly and its forks: one fee for all pairs, or a fee per pair from the factory (Velodrome V2,
 * Aerodrome).
 */
export function createSolidlyModule(source: SolidlySourceConfig): FollowedModule {
  const { factory, feeBps } = source
  const origin = { name: source.name, kind: 'dex' } as const
  const isFixed = feeBps !== undefined

  const getAddress = (tokens: PoolIdentity['tokens'], isStable: boolean): Address => {
    const salted = encodePacked(['address', 'address', 'bool'], [...tokens, isStable])
    return derivePool(factory, source.initCodeHash, salted)
  }

  function getParams(isStable: boolean, units: SolidlyParams['units']): SolidlyParams {
    const data: Hex = `0x${'0'.repeat(63)}${isStable ? 1 : 0}`
    const step = { kind: STEP_KINDS.solidly, source: source.index, data }
    return { module: source.module, origin, step, isStable, units }
  }

  /**
   * Creates a pair with unknown fees. It does not trade and is reloaded at each block until it can
   * be read.
   */
  function createUnread(identity: PoolIdentity): Pool {
    const state = { reserve0: 0n, reserve1: 0n, fee: 0n, usualFee: 0n, isPaused: true }
    const pool = createSolidlyPool(getParams(identity.fee === STABLE, [1n, 1n]), identity, state)
    return {
      ...pool,
      isOutdated: true,
      advance() {
        return this
      },
    }
  }

  return {
    id: source.module,
    factory,
    createdTopic: isFixed ? pairCreatedTopic : poolCreatedTopic,
    topics: isFixed ? [syncTopic] : [syncTopic, customFeeTopic],
    getSubject: ({ topics }) => (topics[0] === customFeeTopic ? addressAt(joinWords(topics), 1) : undefined),

    getAnnounced: ({ data }) => addressAt(data, isFixed ? 1 : 0),

    identify({ topics, data }) {
      const words = joinWords(topics)
      const tokens: PoolIdentity['tokens'] = [addressAt(words, 1), addressAt(words, 2)]
      const isStable = uintAt(isFixed ? data : words, isFixed ? 0 : 3) === 1n
      const address = addressAt(data, isFixed ? 1 : 0)
      if (address !== getAddress(tokens, isStable)) return undefined
      return { address, tokens, fee: isStable ? STABLE : 0, tickSpacing: 0 }
    },

    initialPool: () => undefined,

    async countPools(read) {
      const [count] = await read([{ to: factory, data: isFixed ? allPairsLength : allPoolsLength }])
      return count && uintAt(count, 0)
    },

    async confirm(identities, read) {
      const selector = isFixed ? getPair : getPool
      const results = await read(
        identities.map(({ tokens, fee }) => ({
          to: factory,
          data: encodeCall(selector, BigInt(tokens[0]), BigInt(tokens[1]), BigInt(fee)),
        })),
      )
      return identities.map(({ address, tokens, fee, tickSpacing }, i) => {
        const named = results[i]
        if ((fee !== 0 && fee !== STABLE) || tickSpacing !== 0) return false
        // The factory returns a pair for both token orders. Only its address reveals the first
        // token.
        const isDerived = address === getAddress(tokens, fee === STABLE)
        return isDerived && named !== undefined && addressAt(named, 0) === address
      })
    },

    async readShared(read) {
      const shared = await readFactory(source, read)
      return `${shared?.isPaused} ${shared?.usualFees}`
    },

    async load(identities, read) {
      const calls = identities.flatMap(({ address, fee }) => [
        { to: address, data: metadata },
        ...(isFixed ? [] : [toFeeCall(factory, address, fee === STABLE)]),
      ])
      const [shared, results] = await Promise.all([readFactory(source, read), read(calls)])
      // A single node failure must not drop every pair from memory.
      if (!shared) return identities.map(createUnread)
      return identities.flatMap((identity, i) => {
        const isStable = identity.fee === STABLE
        const [found, own] = isFixed ? [results[i]] : [results[2 * i], results[2 * i + 1]]
        if (!found || (!isFixed && !own)) return []
        const usualFee = shared.usualFees[isStable ? 1 : 0]
        const params = getParams(isStable, [uintAt(found, 0), uintAt(found, 1)])
        const state = {
          reserve0: uintAt(found, 2),
          reserve1: uintAt(found, 3),
          fee: own ? uintAt(own, 0) : usualFee,
          usualFee,
          isPaused: shared.isPaused,
        }
        return [createSolidlyPool(params, identity, state)]
      })
    },
  }
}

function toFeeCall(factory: Address, pair: Address, isStable: boolean) {
  return { to: factory, data: encodeCall(getFee, BigInt(pair), isStable ? 1n : 0n) }
}

async function readFactory(
  { factory, feeBps }: SolidlySourceConfig,
  read: BlockReader,
): Promise<Factory | undefined> {
  const usual =
    feeBps === undefined
      ? [toFeeCall(factory, ZERO_ADDRESS, false), toFeeCall(factory, ZERO_ADDRESS, true)]
      : []
  const [paused, volatile, stable] = await read([{ to: factory, data: isPaused }, ...usual])
  const usualFees =
    feeBps === undefined
      ? volatile && stable && ([uintAt(volatile, 0), uintAt(stable, 0)] as const)
      : ([BigInt(feeBps), BigInt(feeBps)] as const)
  // The oldest factories cannot be paused and do not respond.
  return usualFees && { isPaused: paused !== undefined && uintAt(paused, 0) === 1n, usualFees }
}
