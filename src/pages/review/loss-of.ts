import { decimalOf } from '../../components/impact.ts'
import type { SwapIntent } from '../../execution/types.ts'
import { receivedUsd } from '../../lib/received-usd.ts'
import { HIGH_VALUE_LOSS, valueLoss } from '../../lib/value-loss.ts'

export interface Loss {
  /** A fraction: 0.12 is 12 %. Undefined is unknown, which is not fine and not high. */
  value: number | undefined
  isHigh: boolean
  inputUsd: number | undefined
  outputUsd: number | undefined
}

/** The share of its value a swap loses when it gives `outputAmount` base units; by default what was shown. */
export function lossOf({ price }: SwapIntent, outputAmount = BigInt(price.effectiveOutputAmount)): Loss {
  const inputUsd = decimalOf(price.inputAmountUSD)
  const shownUsd = receivedUsd(price)
  const shown = Number(price.effectiveOutputAmount)
  const outputUsd =
    shownUsd === undefined || shown === 0 ? undefined : (shownUsd * Number(outputAmount)) / shown
  const value = valueLoss(inputUsd, outputUsd)
  return { value, isHigh: value !== undefined && value > HIGH_VALUE_LOSS, inputUsd, outputUsd }
}
