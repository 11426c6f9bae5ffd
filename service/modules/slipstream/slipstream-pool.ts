import { toFunctionSelector } from 'viem'
import type { Hex } from '../../../src/lib/address.ts'
import { encodeWord, uintAt } from '../../lib/abi-words.ts'
import type { Pool, PoolIdentity } from '../core/pool.ts'
import { type ConcentratedKind, createConcentratedPool } from '../uniswap-v3/concentrated-pool.ts'
import { advanceV3, type V3Terms } from '../uniswap-v3/v3-pool.ts'
import type { V3State } from '../uniswap-v3/v3-swap.ts'

/** What the pool charges at this second: the factory's module moves it by the price of the last minutes. */
export const feeCall = toFunctionSelector('fee()')

/** Of a swap with the module that moves fees, less what the transaction takes by itself. */
const GAS = { swap: 120_000, crossing: 26_000 }

export interface SlipstreamState extends V3State {
  /** What the pool answers to `fee()`; undefined where it fails. */
  answer: Hex | undefined
}

/** A pool of Slipstream. */
export function createSlipstreamPool(terms: V3Terms, identity: PoolIdentity, state: SlipstreamState): Pool {
  const fee = state.answer && Number(uintAt(state.answer, 0))
  const { tickSpacing } = identity
  const market = { fee: BigInt(fee ?? 0), tickSpacing, sqrtPriceAt: terms.sqrtPriceAt }
  const kind: ConcentratedKind<SlipstreamState> = {
    module: terms.module,
    origin: terms.origin,
    // The spacing tells pools of two tokens apart, as the fee of V3 does.
    step: { ...terms.step, data: `0x${encodeWord(BigInt(tickSpacing))}` },
    gas: () => GAS,
    market: () => market,
    create: (next) => createSlipstreamPool(terms, identity, next),
    advance: advanceV3,
    traits: ` ${fee}`,
    fee: fee ?? 0,
    isQuotable: fee !== undefined,
    changes: {
      watched: [{ to: identity.address, data: feeCall, answer: state.answer, after: 0n }],
      withAnswer: (answer) => createSlipstreamPool(terms, identity, { ...state, answer }),
    },
    record() {
      const { sqrtPriceAt: _, ...plain } = terms
      return { kind: 'slipstream', args: [plain, identity, state] }
    },
  }
  return createConcentratedPool(kind, identity, state)
}
