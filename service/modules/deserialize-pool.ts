import type { Pool, PoolRecord } from './core/pool.ts'
import type { Protocol } from './core/protocol.ts'
import { WRAPPED_NATIVE_MODULE } from './core/source-config.ts'
import { PROTOCOLS } from './protocols.ts'
import { createSqrtPrices } from './uniswap-v3/tick-math.ts'
import { createWrappedNativePool } from './wrapped-native/wrapped-native-pool.ts'

const factories = new Map(PROTOCOLS.flatMap(({ pools = {} }: Protocol) => Object.entries(pools)))
factories.set(WRAPPED_NATIVE_MODULE, createWrappedNativePool)
const tickFactories = new Map(PROTOCOLS.flatMap(({ tickPools = {} }: Protocol) => Object.entries(tickPools)))

/** Creates pools from their records. The arguments match the pool's factory function. */
export function createPoolDeserializer(): (record: PoolRecord) => Pool {
  const sqrtPriceAt = createSqrtPrices()
  return ({ kind, args }) => {
    const create = factories.get(kind)
    if (create) return create(...(args as never[]))
    const createTickPool = tickFactories.get(kind)
    if (!createTickPool) throw new Error(`Unknown pool record kind: ${kind}`)
    const [params, ...state] = args
    return createTickPool(...([{ ...(params as object), sqrtPriceAt }, ...state] as never[]))
  }
}
