import type { Hex } from '../../../src/lib/address.ts'
import { uintAt } from '../../lib/abi-words.ts'
import type { Pool, PoolIdentity } from '../core/pool.ts'
import { type ConcentratedKind, createConcentratedPool } from '../uniswap-v3/concentrated-pool.ts'
import { advanceV3, type V3Terms } from '../uniswap-v3/v3-pool.ts'
import type { V3State } from '../uniswap-v3/v3-swap.ts'
import { askFee } from './fee-probe.ts'

/** Of a swap that is the first of its second, with a day of them behind it, less what the transaction takes by itself. */
const GAS = { swap: 140_000, crossing: 26_000 }
/** Steps name a fee, which is not read: there is one pool of two tokens. */
const STEP_DATA: Hex = `0x${'0'.repeat(64)}`
/** Millionths: the contract keeps a fee in 16 bits. */
const MAX_FEE = 2n ** 16n - 1n

export interface AlgebraV1State extends V3State {
  /** What the pool charges at the second of the block; undefined where it does not trade. */
  answer: Hex | undefined
}

/** A pool of Algebra V1. */
export function createAlgebraV1Pool(terms: V3Terms, identity: PoolIdentity, state: AlgebraV1State): Pool {
  const fee = getFee(state)
  const { tickSpacing } = identity
  const market = { fee: BigInt(fee ?? 0), tickSpacing, sqrtPriceAt: terms.sqrtPriceAt }
  const kind: ConcentratedKind<AlgebraV1State> = {
    module: terms.module,
    origin: terms.origin,
    step: { ...terms.step, data: STEP_DATA },
    gas: () => GAS,
    market: () => market,
    create: (next) => createAlgebraV1Pool(terms, identity, next),
    // The fee that a log tells is that of its own second.
    advance: advanceV3,
    traits: ` ${fee}`,
    fee: fee ?? 0,
    isQuotable: fee !== undefined,
    changes: {
      // Whoever made one of its tokens is called.
      watched: [{ ...askFee(identity.address), answer: state.answer, after: 0n, isUntrusted: true }],
      withAnswer: (answer) => createAlgebraV1Pool(terms, identity, { ...state, answer }),
    },
    record() {
      const { sqrtPriceAt: _, ...plain } = terms
      return { kind: 'algebra-v1', args: [plain, identity, state] }
    },
  }
  return createConcentratedPool(kind, identity, state)
}

/** A token that a pool calls may answer in its place, with anything. */
function getFee({ answer }: AlgebraV1State): number | undefined {
  const fee = answer && uintAt(answer, 0)
  return fee !== undefined && fee <= MAX_FEE ? Number(fee) : undefined
}
