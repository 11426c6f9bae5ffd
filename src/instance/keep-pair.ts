import * as v from 'valibot'
import { resolveFields } from '../config/resolve-fields.ts'
import type { FormFields } from '../config/types.ts'
import type { FormState } from '../store/types.ts'
import { formOfConfig } from './apply-config.ts'
import type { Widget } from './types.ts'

/** Safari allows a hundred changes of the URL in half a minute. */
const WRITE_DELAY_MS = 400

const storedSchema = v.object({
  chainId: v.number(),
  input: v.optional(v.string()),
  output: v.optional(v.string()),
})

/**
 * Takes up the pair of the page's URL, else that of the last visit where the config names none, as far as the config
 * allows it and unless the form was changed already. Then keeps both in step with the form. Returns the function that stops it.
 */
export function keepPair(widget: Widget): () => void {
  const { form, config } = widget
  const { urlSync, persistTokens, storageKey, input, output } = config.getState()
  const key = `sluice:${storageKey}:pair`
  restore(widget, urlSync === undefined ? undefined : readUrl(urlSync))
  if (persistTokens && !input.token && !output.token) restore(widget, readStored(key))
  let timer: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = form.subscribe((now, before) => {
    if (isSamePair(now, before) && now.inputAmount === before.inputAmount) return
    if (persistTokens && !isSamePair(now, before)) store(key, now)
    clearTimeout(timer)
    if (urlSync !== undefined) timer = setTimeout(() => writeUrl(urlSync, form.getState()), WRITE_DELAY_MS)
  })
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}

/** Values from outside are no mistakes of the host: what does not fit is ignored. */
function restore({ form, config }: Widget, found: FormFields | undefined): void {
  const state = form.getState()
  const resolved = config.getState()
  const initial = formOfConfig(resolved)
  if (!found || !isUntouched(state, initial)) return
  const { lockedFields } = resolved
  const { amount, input, output } = found
  const isLocked = (side: 'input' | 'output') => lockedFields.includes(side)
  const chainId = input?.chainId ?? state.inputChainId
  if (chainId !== state.inputChainId && (isLocked('input') || isLocked('output'))) return
  try {
    const fields = {
      ...(!isLocked('input') && input && { input }),
      ...(!isLocked('output') && output && { output }),
      ...(!lockedFields.includes('amount') && amount !== undefined && { amount }),
    }
    const next = resolveFields(fields, state, resolved)
    if (isLocked('input') && next.inputToken !== state.inputToken) return
    if (isLocked('output') && next.outputToken !== state.outputToken) return
    form.setState(next)
  } catch {
    // No configured chain, no address, or a token that the host does not offer.
  }
}

/** Whether the person has entered nothing yet. */
function isUntouched(form: FormState, initial: FormState): boolean {
  return (
    isSamePair(form, initial) &&
    form.inputAmount === initial.inputAmount &&
    form.outputAmount === initial.outputAmount &&
    form.inputUsd === initial.inputUsd &&
    form.sendsToRecipient === initial.sendsToRecipient &&
    form.recipient === initial.recipient
  )
}

function isSamePair(a: FormState, b: FormState): boolean {
  return a.inputChainId === b.inputChainId && a.inputToken === b.inputToken && a.outputToken === b.outputToken
}

function readUrl(prefix: string): FormFields | undefined {
  const params = new URLSearchParams(globalThis.location?.search)
  const [chain, input, output, amount] = ['chainId', 'input', 'output', 'amount'].map(
    (name) => params.get(`${prefix}${name}`) ?? undefined,
  )
  if (input === undefined && output === undefined && amount === undefined) return undefined
  return toFields({ chainId: chain === undefined ? undefined : Number(chain), input, output, amount })
}

function writeUrl(prefix: string, { inputChainId, inputToken, outputToken, inputAmount }: FormState): void {
  try {
    const url = new URL(location.href)
    const values = {
      chainId: String(inputChainId),
      input: inputToken,
      output: outputToken,
      amount: inputAmount,
    }
    for (const [name, value] of Object.entries(values)) {
      if (value) url.searchParams.set(`${prefix}${name}`, value)
      else url.searchParams.delete(`${prefix}${name}`)
    }
    if (url.href !== location.href) history.replaceState(history.state, '', url)
  } catch {
    // A document without a URL of its own, such as `about:srcdoc`.
  }
}

function readStored(key: string): FormFields | undefined {
  try {
    return toFields(v.parse(storedSchema, JSON.parse(globalThis.localStorage.getItem(key) ?? '')))
  } catch {
    return undefined
  }
}

function store(key: string, { inputChainId: chainId, inputToken, outputToken }: FormState): void {
  try {
    globalThis.localStorage.setItem(key, JSON.stringify({ chainId, input: inputToken, output: outputToken }))
  } catch {
    // Storage blocked: the pair is not persisted.
  }
}

function toFields({
  chainId,
  input,
  output,
  amount,
}: {
  chainId?: number | undefined
  input?: string | undefined
  output?: string | undefined
  amount?: string | undefined
}): FormFields {
  const toSide = (token: string | undefined) => ({
    ...(chainId !== undefined && { chainId }),
    ...(token !== undefined && { token }),
  })
  return { input: toSide(input), output: toSide(output), ...(amount !== undefined && { amount }) }
}
