import { toEventSelector, toFunctionSelector } from 'viem'
import type { Hex } from '../../../src/lib/address.ts'
import { uintAt } from '../../lib/abi-words.ts'
import type { Pool, PoolIdentity, PoolLog } from '../core/pool.ts'
import { type ConcentratedKind, createConcentratedPool } from '../uniswap-v3/concentrated-pool.ts'
import { advanceV3, algebraSwapTopic, type V3Terms } from '../uniswap-v3/v3-pool.ts'
import type { V3State } from '../uniswap-v3/v3-swap.ts'

/** Asks the plugin where it moves the fee, and fails where the plugin cannot tell. */
export const currentFee = toFunctionSelector('fee()')

const feeTopic = toEventSelector('Fee(uint16)')
const configTopic = toEventSelector('PluginConfig(uint8)')
export const settingTopics: readonly Hex[] = [feeTopic, configTopic]

/** Flags of a pool: its plugin is called before each swap, and moves the fee. */
const BEFORE_SWAP = 1
const DYNAMIC_FEE = 128
/** Of a log of 1.2. */
const PLUGIN_FEE_WORD = 6

/** Of a swap on the devnet, with the plugin that keeps volatility, less what the transaction takes by itself. */
const GAS = { swap: 121_000, crossing: 22_000, purchase: 11_000 }
/** Steps name a fee, which is not read: there is one pool of two tokens. */
const STEP_DATA: Hex = `0x${'0'.repeat(64)}`

export interface AlgebraState extends V3State {
  /** Millionths: what the pool charges where its plugin has no say. */
  lastFee: number
  /** What the plugin is called for. */
  flags: number
  /** What the pool answers to `fee()`; undefined where it fails, or was not asked. */
  answer: Hex | undefined
  /** The plugin has lately taken a fee on top, which nothing tells before a swap. */
  hasPluginFee: boolean
}

/** A pool of Algebra Integral. */
export function createAlgebraPool(terms: V3Terms, identity: PoolIdentity, state: AlgebraState): Pool {
  const fee = getFee(state)
  const market = { fee: BigInt(fee ?? 0), tickSpacing: undefined, sqrtPriceAt: terms.sqrtPriceAt }
  const kind: ConcentratedKind<AlgebraState> = {
    module: terms.module,
    origin: terms.origin,
    step: { ...terms.step, data: STEP_DATA },
    gas: () => GAS,
    market: () => market,
    create: (next) => createAlgebraPool(terms, identity, next),
    advance: advanceAlgebra,
    // Without `hasPluginFee`: a pool that is read anew may not know.
    traits: ` ${fee}`,
    fee: fee ?? 0,
    isQuotable: fee !== undefined && !state.hasPluginFee,
    changes: {
      watched: isMoving(state)
        ? [{ to: identity.address, data: currentFee, answer: state.answer, after: 0n, isUntrusted: true }]
        : [],
      withAnswer: (answer) => createAlgebraPool(terms, identity, { ...state, answer }),
    },
    record() {
      const { sqrtPriceAt: _, ...plain } = terms
      return { kind: 'algebra', args: [plain, identity, state] }
    },
  }
  return createConcentratedPool(kind, identity, state)
}

function advanceAlgebra(state: AlgebraState, log: PoolLog): AlgebraState {
  switch (log.topics[0]) {
    case feeTopic:
      return { ...state, lastFee: Number(uintAt(log.data, 0)) }
    case configTopic:
      return { ...state, flags: Number(uintAt(log.data, 0)), answer: undefined, hasPluginFee: false }
    case algebraSwapTopic: {
      const hasPluginFee = state.hasPluginFee || uintAt(log.data, PLUGIN_FEE_WORD) > 0n
      return { ...advanceV3(state, log), hasPluginFee }
    }
    default:
      return advanceV3(state, log)
  }
}

/** Before a swap a plugin may set any fee; only of one that moves it, a pool can be asked which. */
function getFee(state: AlgebraState): number | undefined {
  if (isMoving(state)) return state.answer && Number(uintAt(state.answer, 0))
  return state.flags & BEFORE_SWAP ? undefined : state.lastFee
}

/** Whether the plugin moves the fee by time and trades: it can only when it is called before a swap. */
export function isMoving({ flags }: Pick<AlgebraState, 'flags'>): boolean {
  return (flags & DYNAMIC_FEE) !== 0 && (flags & BEFORE_SWAP) !== 0
}
