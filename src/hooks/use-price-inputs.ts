import { useMemo } from 'react'
import { getWrapper } from '../config/wrapped-native.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import type { Token } from '../events/types.ts'
import type { Address } from '../lib/address.ts'
import { amountOfForm } from '../lib/amount.ts'
import type { PriceInputs } from '../queries/price-query.ts'
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
  /** Base units; undefined when the field is empty or the token's decimals are not known yet. */
  inputAmount: bigint | undefined
  /** Why a chosen token could not be loaded. */
  error: SluiceError | undefined
}

/** The inputs of a price: form, settings and connected account. */
export function usePriceInputs(): PriceInputsView {
  const chainId = useForm((form) => form.inputChainId)
  const amount = useForm((form) => form.inputAmount)
  const input = useToken({ chainId, address: useForm((form) => form.inputToken) })
  const output = useToken({
    chainId: useForm((form) => form.outputChainId),
    address: useForm((form) => form.outputToken),
  })
  const account = useWallet().state.address
  const slippageBps = useSettings((settings) => settings.slippageBps)
  const { partner } = useConfig()
  const { recipient } = useRecipient()
  const inputToken = input.token
  const outputToken = output.token
  const chain = useChain(chainId)

  return useMemo(() => {
    const inputAmount = inputToken && amountOfForm(amount, inputToken.decimals)
    const receiver = recipient ?? account
    const inputs: PriceInputs | undefined =
      inputToken && outputToken && inputAmount && inputToken.chainId === outputToken.chainId
        ? {
            chainId,
            inputToken,
            outputToken,
            inputAmount,
            account,
            receiver,
            ...toTerms(getWrapper(chain, { inputToken, outputToken }, { account, receiver })),
          }
        : undefined
    return { inputs, inputToken, outputToken, inputAmount, error: input.error ?? output.error }

    /** What is exchanged one to one has no slippage and no fee. */
    function toTerms(wrapper: Address | undefined) {
      return wrapper ? { slippageBps: 0, partner: undefined, wrapper } : { slippageBps, partner }
    }
  }, [
    chain,
    chainId,
    amount,
    inputToken,
    outputToken,
    account,
    recipient,
    slippageBps,
    partner,
    input.error,
    output.error,
  ])
}
