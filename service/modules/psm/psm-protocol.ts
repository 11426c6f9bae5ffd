import { toEventSelector } from 'viem'
import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { uintAt } from '../../lib/abi-words.ts'
import { type ReadPoolSwap, toSwap } from '../core/logged-swap.ts'
import type { Protocol } from '../core/protocol.ts'
import { createPsmModule, type PsmSourceConfig } from './psm-module.ts'
import { createPsmPool } from './psm-pool.ts'

export const psmProtocol: Protocol<PsmSourceConfig> = {
  kind: 'psm',
  rowKind: STEP_KINDS.psmSell,
  label: 'peg stability modules',
  isExchange: true,
  schema: ({ source }) => source('psm', {}),
  createModule: createPsmModule,
  pools: { psm: createPsmPool },
  poolSwaps: {
    [toEventSelector('SellGem(address,uint256,uint256)')]: readGemSwap(-1n),
    [toEventSelector('BuyGem(address,uint256,uint256)')]: readGemSwap(1n),
  },
}

/** Decodes gems and the fee, which is subtracted from or added to the converted amount. */
function readGemSwap(sign: bigint): ReadPoolSwap {
  return ({ data }, { tokens, spot }) => {
    const gems = uintAt(data, 0)
    const whole = (gems * spot.numerator) / spot.denominator
    return toSwap(tokens, [gems, whole + sign * uintAt(data, 1)])
  }
}
