import { useMemo } from 'react'
import { createId } from '../lib/create-id.ts'
import { type SwapReadiness, swapReadiness } from './swap-readiness.ts'
import { toIntent } from './to-intent.ts'
import { useBalance } from './use-balance.ts'
import { useChain } from './use-chain.ts'
import { useDecimalsCheck } from './use-decimals-check.ts'
import { useForm } from './use-form.ts'
import type { PriceView } from './use-price.ts'
import type { PriceInputsView } from './use-price-inputs.ts'
import { useRecipient } from './use-recipient.ts'
import { useWallet } from './use-wallet.ts'

/** Returns the state of the main button for the form's inputs and their price. */
export function useSwapReadiness(pair: PriceInputsView, price: PriceView): SwapReadiness {
  const form = useForm((state) => state)
  const chain = useChain(form.inputChainId)
  const recipient = useRecipient()
  const wallet = useWallet().state
  const balance = useBalance({ chainId: form.inputChainId, token: form.inputToken }).value
  const decimals = useDecimalsCheck(pair.inputToken, pair.outputToken)
  // Each set of inputs has one id, which identifies the route from review to receipt across price
  // updates.
  const routeId = useMemo(() => pair.inputs && createId('route'), [pair.inputs])
  return swapReadiness({
    chain,
    wallet,
    hasPair: form.inputToken !== undefined && form.outputToken !== undefined,
    pair,
    recipient,
    balance,
    price,
    // Unknown decimals do not block here: the review and the verification wait for them.
    tokenError: decimals.status === 'wrong' ? decimals.error : undefined,
    now: Date.now(),
    toIntent: (view, account) => toIntent({ id: routeId ?? createId('route'), view, account }),
  })
}
