import type { ResolvedConfig } from '../config/types.ts'
import type { FormState, FormStore, Store } from '../store/types.ts'

/** The form as the host wants it to start. */
export function formOfConfig({ input, output }: ResolvedConfig): FormState {
  return {
    inputChainId: input.chainId,
    inputToken: input.token,
    outputChainId: output.chainId,
    outputToken: output.token,
    inputAmount: input.amount,
  }
}

/** A chain the host no longer offers cannot stay in the form: it starts over on the first one. */
export function keepFormOnChains(form: Store<FormStore>, { chains }: ResolvedConfig): void {
  const { inputChainId, inputAmount, reset } = form.getState()
  if (chains.some(({ id }) => id === inputChainId)) return
  const [{ id }] = chains
  reset({
    inputChainId: id,
    inputToken: undefined,
    outputChainId: id,
    outputToken: undefined,
    inputAmount,
  })
}
