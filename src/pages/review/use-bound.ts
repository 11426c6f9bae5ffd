import { minimumOutput } from '../../../wire/lib/amount.ts'
import type { SwapIntent, VerifiedQuote } from '../../execution/machine/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { mostInput } from '../../lib/purchase.ts'

export interface BoundOptions {
  intent: SwapIntent
  /** A verified quote provides the exact bound from its calldata. */
  verified: VerifiedQuote | undefined
}

/** Returns the minimum output of a sale, or the maximum input of a purchase. */
export function useBound({ intent, verified }: BoundOptions): string {
  const { t, format } = useTranslation()
  const { inputToken, outputToken, price, slippageBps } = intent
  const hasCodec = useChain(intent.chainId)?.codec !== 'none'
  if (intent.outputAmount !== undefined) {
    const maximum = verified
      ? format.exactAmount(verified.maxInputAmount, inputToken.decimals)
      : format.maximum(mostInput(intent), inputToken.decimals, inputToken.symbol)
    return t('review.atMost', { amount: `${maximum} ${inputToken.symbol}` })
  }
  const minimum = verified
    ? verified.minOutputAmount
    : minimumOutput(BigInt(price.effectiveOutputAmount), slippageBps)
  if (!hasCodec || minimum === undefined) return t('review.noMinimumNote')
  const amount = verified
    ? format.exactAmount(minimum, outputToken.decimals)
    : format.amount(minimum, outputToken.decimals, outputToken.symbol)
  return t('review.atLeast', { amount: `${amount} ${outputToken.symbol}` })
}
