import type { ResolvedConfig } from '../config/types.ts'
import type { FormState } from '../store/types.ts'

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
