import { toFunctionSelector } from 'viem'
import type { Hex } from '../../../wire/lib/address.ts'
import { encodeWord, uintAt } from '../../lib/abi-words.ts'
import type { Pool, PoolIdentity } from '../core/pool.ts'
import { type ConcentratedKind, createConcentratedPool } from '../uniswap-v3/concentrated-pool.ts'
import { advanceV3, type V3Params } from '../uniswap-v3/v3-pool.ts'
import type { V3State } from '../uniswap-v3/v3-swap.ts'

/** Reads the fee of the current second, which a module of the factory sets by the recent price. */
export const feeCall = toFunctionSelector('fee()')

/** Gas of a swap with the dynamic fee module, without the intrinsic gas of the transaction. */
const GAS = { swap: 120_000, crossing: 26_000 }

export interface SlipstreamState extends V3State {
  /** The result of `fee()`. Undefined if the call fails. */
  result: Hex | undefined
}

/** Creates a Slipstream pool. */
export function createSlipstreamPool(params: V3Params, identity: PoolIdentity, state: SlipstreamState): Pool {
  const fee = state.result && Number(uintAt(state.result, 0))
  const { tickSpacing } = identity
  const market = { fee: BigInt(fee ?? 0), tickSpacing, sqrtPriceAt: params.sqrtPriceAt }
  const kind: ConcentratedKind<SlipstreamState> = {
    module: params.module,
    origin: params.origin,
    // The spacing identifies a pool of two tokens, like the fee in V3.
    step: { ...params.step, data: `0x${encodeWord(BigInt(tickSpacing))}` },
    gas: () => GAS,
    market: () => market,
    create: (next) => createSlipstreamPool(params, identity, next),
    advance: advanceV3,
    traits: ` ${fee}`,
    fee: fee ?? 0,
    isQuotable: fee !== undefined,
    changes: {
      watched: [{ to: identity.address, data: feeCall, result: state.result, after: 0n }],
      withResult: (result) => createSlipstreamPool(params, identity, { ...state, result }),
    },
    record() {
      const { sqrtPriceAt: _, ...plain } = params
      return { kind: 'slipstream', args: [plain, identity, state] }
    },
  }
  return createConcentratedPool(kind, identity, state)
}
