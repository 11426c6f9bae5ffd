import { forChain } from '../config/per-chain.ts'
import { useConfig } from './use-config.ts'
import { useForm } from './use-form.ts'

/** The host's slippage limit on the chain of the form, in basis points. */
export function useDefaultSlippage(): number {
  return forChain(
    useConfig().slippageBps,
    useForm((form) => form.inputChainId),
  )
}
