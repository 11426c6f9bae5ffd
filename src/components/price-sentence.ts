import type { Token } from '../events/types.ts'
import type { Translation } from '../i18n/create-translation.ts'

export interface PricedAmounts {
  inputToken: Token
  outputToken: Token
  /** Base units. */
  inputAmount: bigint
  outputAmount: bigint
  isPurchase: boolean
}

/** Formats a price as a sentence for screen readers: "1 ETH gives about 3,500 USDC". */
export function priceSentence(
  { t, format }: Pick<Translation, 't' | 'format'>,
  { inputToken, outputToken, inputAmount, outputAmount, isPurchase }: PricedAmounts,
): string {
  return t(isPurchase ? 'price.readyPurchase' : 'price.ready', {
    input: format.amount(inputAmount, inputToken.decimals, inputToken.symbol),
    from: inputToken.symbol,
    output: format.amount(outputAmount, outputToken.decimals, outputToken.symbol),
    to: outputToken.symbol,
  })
}
