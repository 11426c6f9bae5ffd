import { toEventSelector, toFunctionSelector } from 'viem'
import type { Hex } from '../../../src/lib/address.ts'
import type { Pool, PoolIdentity, PoolLog } from '../core/pool.ts'
import { type ConcentratedKind, createConcentratedPool } from '../uniswap-v3/concentrated-pool.ts'
import { advanceV3, type V3Terms } from '../uniswap-v3/v3-pool.ts'
import type { V3State } from '../uniswap-v3/v3-swap.ts'

/** Asks the plugin where it moves the fee, and fails where the plugin cannot tell. */
export const currentFee = toFunctionSelector('fee()')

export const settingTopics: readonly Hex[] = [
  toEventSelector('Fee(uint16)'),
  toEventSelector('Plugin(address)'),
  toEventSelector('PluginConfig(uint8)'),
]

/** Of a swap on the devnet, with the plugin that keeps volatility, less what the transaction takes by itself. */
const GAS = { swap: 145_000, crossing: 26_000 }
/** Steps name a fee, which is not read: there is one pool of two tokens. */
const STEP_DATA: Hex = `0x${'0'.repeat(64)}`

export interface AlgebraState extends V3State {
  /** Millionths; undefined where a plugin has the say and does not tell. */
  fee: number | undefined
  /** What the pool answered, where the plugin moves the fee by time and trades. */
  moving: { answer: Hex | undefined } | undefined
  /** The fee or who sets it has changed since the pool was read. */
  isOutdated: boolean
}

/** A pool of Algebra Integral. */
export function createAlgebraPool(terms: V3Terms, identity: PoolIdentity, state: AlgebraState): Pool {
  const { fee, moving, isOutdated } = state
  const market = { fee: BigInt(fee ?? 0), tickSpacing: undefined, sqrtPriceAt: terms.sqrtPriceAt }
  const kind: ConcentratedKind<AlgebraState> = {
    module: terms.module,
    origin: terms.origin,
    step: { ...terms.step, data: STEP_DATA },
    gas: () => GAS,
    market: () => market,
    create: (next) => createAlgebraPool(terms, identity, next),
    advance: advanceAlgebra,
    traits: ` ${fee} ${isOutdated}`,
    fee: fee ?? 0,
    isQuotable: fee !== undefined && !isOutdated,
    changes: {
      isOutdated,
      watched: moving ? [{ to: identity.address, data: currentFee, answer: moving.answer, after: 0n }] : [],
    },
    record() {
      const { sqrtPriceAt: _, ...plain } = terms
      return { kind: 'algebra', args: [plain, identity, state] }
    },
  }
  return createConcentratedPool(kind, identity, state)
}

function advanceAlgebra(state: AlgebraState, log: PoolLog): AlgebraState {
  const topic = log.topics[0]
  return topic && settingTopics.includes(topic) ? { ...state, isOutdated: true } : advanceV3(state, log)
}
