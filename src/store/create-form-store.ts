import { createStore } from 'zustand/vanilla'
import { sameAddress } from '../lib/address.ts'
import type { FormState, FormStore, Store } from './types.ts'

/** The form of one widget: the token pair, the amount of one side and the recipient. */
export function createFormStore(initial: FormState): Store<FormStore> {
  return createStore<FormStore>()((set) => ({
    ...initial,
    selectToken: (side, choice) => set((form) => withToken(form, side, choice)),
    setInputAmount: (inputAmount) => set({ inputAmount, outputAmount: '' }),
    setOutputAmount: (outputAmount) => set({ inputAmount: '', outputAmount }),
    flip: (amounts) => set((form) => ({ ...flipped(form), ...amounts })),
    setSendsToRecipient: (sendsToRecipient) => set({ sendsToRecipient }),
    setRecipient: (recipient) => set({ recipient }),
    reset: (form) => set(form),
  }))
}

function withToken(
  form: FormState,
  side: 'input' | 'output',
  choice: { chainId: number; token: `0x${string}` },
): Partial<FormState> {
  const other =
    side === 'input'
      ? { chainId: form.outputChainId, token: form.outputToken }
      : { chainId: form.inputChainId, token: form.inputToken }
  const isOther =
    other.token !== undefined && other.chainId === choice.chainId && sameAddress(other.token, choice.token)
  // What the number meant, it meant of the other token.
  if (isOther) return { ...flipped(form), inputAmount: '', outputAmount: '' }
  const chains = { inputChainId: choice.chainId, outputChainId: choice.chainId }
  const otherToken = other.chainId === choice.chainId ? other.token : undefined
  return side === 'input'
    ? { ...chains, inputToken: choice.token, outputToken: otherToken }
    : { ...chains, inputToken: otherToken, outputToken: choice.token }
}

function flipped(form: FormState): Partial<FormState> {
  return {
    inputChainId: form.outputChainId,
    inputToken: form.outputToken,
    outputChainId: form.inputChainId,
    outputToken: form.inputToken,
  }
}
