import { forChain } from '../config/per-chain.ts'
import { useConfig } from './use-config.ts'
import { useForm } from './use-form.ts'

/** Returns the host's slippage limit on the form's chain, in basis points. */
export function useDefaultSlippage(): number {
  return forChain(
    useConfig().slippageBps,
    useForm((form) => form.inputChainId),
  )
}
