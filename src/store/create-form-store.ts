import { createStore } from 'zustand/vanilla'
import { sameAddress } from '../../wire/lib/address.ts'
import type { FormState, FormStore, Store, TokenSelection } from './types.ts'

/** Creates the form of one widget: the token pair, the amount of one side and the recipient. */
export function createFormStore(initial: FormState): Store<FormStore> {
  return createStore<FormStore>()((set) => ({
    ...initial,
    selectToken: (side, choice) => set((form) => withToken(form, side, choice)),
    setInputAmount: (inputAmount) =>
      set((form) => ({ inputAmount, outputAmount: '', ...withoutTypedUsd(form) })),
    setInputUsd: (inputUsd, inputAmount) =>
      set(inputAmount === undefined ? { inputUsd } : { inputUsd, inputAmount, outputAmount: '' }),
    setOutputAmount: (outputAmount) =>
      set((form) => ({ inputAmount: '', outputAmount, ...withoutTypedUsd(form) })),
    flip: (amounts) => set((form) => ({ ...flipped(form), ...amounts, ...withoutTypedUsd(form) })),
    setSendsToRecipient: (sendsToRecipient) => set({ sendsToRecipient }),
    setRecipient: (recipient, namedRecipient) => set({ recipient, namedRecipient }),
    reset: (form) => set({ ...form, inputUsd: form.inputUsd }),
  }))
}

function withToken(form: FormState, side: 'input' | 'output', choice: TokenSelection): Partial<FormState> {
  const other =
    side === 'input'
      ? { chainId: form.outputChainId, token: form.outputToken }
      : { chainId: form.inputChainId, token: form.inputToken }
  const isOther =
    other.token !== undefined && other.chainId === choice.chainId && sameAddress(other.token, choice.token)
  // The amounts belonged to the other token.
  if (isOther) return { ...flipped(form), inputAmount: '', outputAmount: '', ...withoutTypedUsd(form) }
  const chains = { inputChainId: choice.chainId, outputChainId: choice.chainId }
  const isMoved = other.chainId !== choice.chainId
  const otherToken = isMoved ? choice.counterpart : other.token
  const otherSide = side === 'input' ? 'output' : 'input'
  const moved =
    isMoved && otherToken
      ? ({ chainId: choice.chainId, address: otherToken, side: otherSide } as const)
      : undefined
  return side === 'input'
    ? { ...chains, moved, inputToken: choice.token, outputToken: otherToken, ...withoutUsdAmount(form) }
    : {
        ...chains,
        moved,
        inputToken: otherToken,
        outputToken: choice.token,
        ...((otherToken !== form.inputToken || choice.chainId !== form.inputChainId) &&
          withoutUsdAmount(form)),
      }
}

/** Keeps dollars as the unit of the field, which then shows the value of the amount. */
function withoutTypedUsd({ inputUsd }: FormState): Partial<FormState> {
  return inputUsd === undefined ? {} : { inputUsd: '' }
}

/** Clears the typed dollars and their amount, which differs for another token. */
function withoutUsdAmount({ inputUsd, inputAmount }: FormState): Partial<FormState> {
  return inputUsd === undefined ? {} : { inputUsd: '', inputAmount: inputUsd === '' ? inputAmount : '' }
}

function flipped(form: FormState): Partial<FormState> {
  return {
    inputChainId: form.outputChainId,
    inputToken: form.outputToken,
    outputChainId: form.inputChainId,
    outputToken: form.inputToken,
  }
}
