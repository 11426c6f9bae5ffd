import type { PromptSubject } from '../wallet/types.ts'
import { useTranslation } from './use-translation.ts'

/** Names a swap by its typed amount: "1 ETH for USDC", or for a purchase "ETH for 2,000 USDC". */
export function useSwapName(): (swap: PromptSubject) => string {
  const { t, format } = useTranslation()
  return ({ inputToken, outputToken, inputAmount, outputAmount }) => {
    const withAmount = (amount: bigint, { decimals, symbol }: PromptSubject['inputToken']) =>
      `${format.amount(amount, decimals, symbol)} ${symbol}`
    return outputAmount === undefined
      ? t('progress.left', { input: withAmount(inputAmount, inputToken), output: outputToken.symbol })
      : t('progress.left', { input: inputToken.symbol, output: withAmount(outputAmount, outputToken) })
  }
}
