import type { Hex } from '../../../wire/lib/address.ts'
import { uintAt } from '../../lib/abi-words.ts'
import type { Pool, PoolIdentity } from '../core/pool.ts'
import { type ConcentratedKind, createConcentratedPool } from '../uniswap-v3/concentrated-pool.ts'
import { advanceV3, type V3Params } from '../uniswap-v3/v3-pool.ts'
import type { V3State } from '../uniswap-v3/v3-swap.ts'
import { feeProbe } from './fee-probe.ts'

/**
 * Gas of the first swap of a second, after a day of swaps, without the intrinsic gas of the
 * transaction.
 */
const GAS = { swap: 140_000, crossing: 26_000 }
/** The fee of a step is ignored, because there is one pool per token pair. */
const STEP_DATA: Hex = `0x${'0'.repeat(64)}`
/** In millionths. The contract stores a fee in 16 bits. */
const MAX_FEE = 2n ** 16n - 1n

export interface AlgebraV1State extends V3State {
  /** The fee of the pool at the second of the block. Undefined if the pool does not trade. */
  result: Hex | undefined
}

/** Creates a pool of Algebra V1. */
export function createAlgebraV1Pool(params: V3Params, identity: PoolIdentity, state: AlgebraV1State): Pool {
  const fee = getFee(state)
  const { tickSpacing } = identity
  const market = { fee: BigInt(fee ?? 0), tickSpacing, sqrtPriceAt: params.sqrtPriceAt }
  const kind: ConcentratedKind<AlgebraV1State> = {
    module: params.module,
    origin: params.origin,
    step: { ...params.step, data: STEP_DATA },
    gas: () => GAS,
    market: () => market,
    create: (next) => createAlgebraV1Pool(params, identity, next),
    // The fee in a log is valid only for its own second.
    advance: advanceV3,
    traits: ` ${fee}`,
    fee: fee ?? 0,
    isQuotable: fee !== undefined,
    changes: {
      // The probe calls one of the pool's tokens, which may be malicious.
      watched: [{ ...feeProbe(identity.address), result: state.result, after: 0n, isUntrusted: true }],
      withResult: (result) => createAlgebraV1Pool(params, identity, { ...state, result }),
    },
    record() {
      const { sqrtPriceAt: _, ...plain } = params
      return { kind: 'algebra-v1', args: [plain, identity, state] }
    },
  }
  return createConcentratedPool(kind, identity, state)
}

/** A token that the pool calls may return an arbitrary value instead of the pool. */
function getFee({ result }: AlgebraV1State): number | undefined {
  const fee = result && uintAt(result, 0)
  return fee !== undefined && fee <= MAX_FEE ? Number(fee) : undefined
}
