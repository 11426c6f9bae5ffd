import { decimalOf } from '../../components/impact.ts'
import type { SwapIntent } from '../../execution/types.ts'
import { receivedUsd } from '../../lib/received-usd.ts'
import { HIGH_VALUE_LOSS, valueLoss } from '../../lib/value-loss.ts'

/** The share of its value a swap loses; undefined is unknown, which is not fine and not high. */
export function lossOf({ price }: SwapIntent): { value: number | undefined; isHigh: boolean } {
  const value = valueLoss(decimalOf(price.inputAmountUSD), receivedUsd(price))
  return { value, isHigh: value !== undefined && value > HIGH_VALUE_LOSS }
}
