import { useMemo } from 'react'
import { amountOfForm } from '../../wire/lib/amount.ts'
import { canPurchase } from '../config/can-purchase.ts'
import { isForbiddenPair } from '../config/token-rules.ts'
import { getWrapper } from '../config/wrapped-native.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import type { Token } from '../events/types.ts'
import type { PriceInputs } from '../queries/price-query.ts'
import { withSettings } from '../store/with-settings.ts'
import { useChain } from './use-chain.ts'
import { useConfig } from './use-config.ts'
import { useForm } from './use-form.ts'
import { useRecipient } from './use-recipient.ts'
import { useSettings } from './use-settings.ts'
import { useToken } from './use-token.ts'
import { useWallet } from './use-wallet.ts'

export interface PriceInputsView {
  /** Undefined until both tokens are known and the amount is above zero. */
  inputs: PriceInputs | undefined
  inputToken: Token | undefined
  outputToken: Token | undefined
  /**
   * True if an amount above zero is typed on either side. False while the token's decimals are
   * unknown.
   */
  hasAmount: boolean
  /** The error of loading a chosen token, or of a pair that the host does not offer. */
  error: SluiceError | undefined
}

/** Derives the inputs of a price from the form, the settings and the connected account. */
export function usePriceInputs(): PriceInputsView {
  const chainId = useForm((form) => form.inputChainId)
  const inputText = useForm((form) => form.inputAmount)
  const outputText = useForm((form) => form.outputAmount)
  const chain = useChain(chainId)
  const canBuy = canPurchase(chain)
  const input = useToken({ chainId, address: useForm((form) => form.inputToken) })
  const output = useToken({
    chainId: useForm((form) => form.outputChainId),
    address: useForm((form) => form.outputToken),
  })
  const account = useWallet().state.address
  const settings = useSettings((state) => state)
  const { slippageBps } = settings
  const config = useConfig()
  const partner = config.partner[chainId]
  const { routing } = withSettings(config, settings)
  const routingKey = JSON.stringify(routing)
  const { recipient } = useRecipient()
  const inputToken = input.token
  const outputToken = output.token
  const isForbidden = isForbiddenPair(config, {
    chainId,
    input: inputToken?.address,
    output: outputToken?.address,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: `routingKey` represents `routing`
  return useMemo(() => {
    const inputAmount = (inputToken && amountOfForm(inputText, inputToken.decimals)) || undefined
    const outputAmount =
      (canBuy && outputToken && amountOfForm(outputText, outputToken.decimals)) || undefined
    const hasAmount = inputAmount !== undefined || outputAmount !== undefined
    const receiver = recipient ?? account
    const inputs: PriceInputs | undefined =
      inputToken && outputToken && hasAmount && inputToken.chainId === outputToken.chainId && !isForbidden
        ? {
            chainId,
            inputToken,
            outputToken,
            account,
            receiver,
            routing,
            ...toTerms({
              inputAmount,
              outputAmount,
              slippageBps,
              partner,
              wrapper: getWrapper(chain, { inputToken, outputToken }, { account, receiver }),
            }),
          }
        : undefined
    const error =
      input.error ?? output.error ?? (isForbidden ? new SluiceError('PAIR_NOT_OFFERED') : undefined)
    return { inputs, inputToken, outputToken, hasAmount, error }
  }, [
    chain,
    chainId,
    inputText,
    outputText,
    canBuy,
    inputToken,
    outputToken,
    account,
    recipient,
    slippageBps,
    partner,
    routingKey,
    isForbidden,
    input.error,
    output.error,
  ])
}

type Terms = Pick<PriceInputs, 'inputAmount' | 'outputAmount' | 'slippageBps' | 'partner' | 'wrapper'>

/**
 * A wrap has no slippage and no fee, and its input equals its output. The input of other purchases
 * follows the price.
 */
export function toTerms({ inputAmount, outputAmount, slippageBps, partner, wrapper }: Terms): Terms {
  if (wrapper) {
    const amount = inputAmount ?? outputAmount
    return { inputAmount: amount, outputAmount: undefined, slippageBps: 0, partner: undefined, wrapper }
  }
  return {
    inputAmount: outputAmount === undefined ? inputAmount : undefined,
    outputAmount,
    slippageBps,
    partner,
  }
}
