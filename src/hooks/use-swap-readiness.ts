import { useMemo } from 'react'
import { createId } from '../../wire/lib/create-id.ts'
import { type SwapFacts, type SwapReadiness, swapReadiness } from './swap-readiness.ts'
import { toIntent } from './to-intent.ts'
import { useBalance } from './use-balance.ts'
import { useChain } from './use-chain.ts'
import { useForm } from './use-form.ts'
import { useRecipient } from './use-recipient.ts'
import { useWallet } from './use-wallet.ts'

/** Returns the state of the main button for the form's inputs and their price. */
export function useSwapReadiness({
  pair,
  price,
  tokenError,
}: Pick<SwapFacts, 'pair' | 'price' | 'tokenError'>): SwapReadiness {
  const form = useForm((state) => state)
  const chain = useChain(form.inputChainId)
  const recipient = useRecipient()
  const wallet = useWallet().state
  const balance = useBalance({ chainId: form.inputChainId, token: form.inputToken }).value
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
    tokenError,
    now: Date.now(),
    toIntent: (view, account) => toIntent({ id: routeId ?? createId('route'), view, account }),
  })
}
