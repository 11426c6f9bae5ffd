import * as v from 'valibot'
import { isAddress } from '../../wire/lib/address.ts'
import { object } from '../../wire/own-object.ts'
import { resolveFields } from '../config/resolve-fields.ts'
import { resolvePair } from '../config/resolve-pair.ts'
import type { FormFields, ResolvedConfig } from '../config/types.ts'
import { orUnknown, reportDefect, rethrowDefect } from '../errors/report-defect.ts'
import { readText, writeText } from '../lib/stored-text.ts'
import { stringifyJson } from '../lib/stringify-json.ts'
import { isListedToken } from '../queries/is-listed-token.ts'
import type { FormState } from '../store/types.ts'
import { formOfConfig } from './apply-config.ts'
import type { Widget } from './types.ts'

/** Safari allows a hundred changes of the URL in half a minute. */
const WRITE_DELAY_MS = 400

const storedSchema = object({
  chainId: v.number(),
  input: v.optional(v.string()),
  output: v.optional(v.string()),
})

/**
 * Restores the pair from the page's URL, otherwise from the last visit if the config sets none, as
 * far as the config allows it and unless the form has changed. Synchronous unless the tokens have
 * to be listed. Then updates both with the form. Returns a function that stops it.
 */
export function keepPair(widget: Widget): () => void {
  const { form, config } = widget
  const { urlSync, persistTokens, storageKey, input, output, tokenImport } = config.getState()
  const key = `sluice:${storageKey}:pair`
  const found = [
    urlSync === undefined ? undefined : readUrl(urlSync),
    persistTokens && !input.token && !output.token ? readStored(key) : undefined,
  ]
  let isStopped = false
  if (tokenImport) for (const fields of found) restore(widget, fields)
  else void orUnknown(restoreListed(), widget.reportError)
  let timer: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = form.subscribe((now, before) => {
    if (isSamePair(now, before) && isSameAmount(now, before)) return
    if (persistTokens && !isSamePair(now, before)) store(key, now)
    clearTimeout(timer)
    if (urlSync !== undefined) timer = setTimeout(() => writeUrl(urlSync, widget), WRITE_DELAY_MS)
  })
  return () => {
    isStopped = true
    clearTimeout(timer)
    unsubscribe()
  }

  async function restoreListed(): Promise<void> {
    for (const fields of found) {
      if ((await hasListedTokens(widget, fields)) && !isStopped) restore(widget, fields)
    }
  }
}

/** Invalid addresses and unknown chains are left to `restore`. */
async function hasListedTokens(widget: Widget, found: FoundFields | undefined): Promise<boolean> {
  const { inputChainId } = widget.form.getState()
  const listed = await Promise.all(
    [found?.input, found?.output].map(
      (side) =>
        !isAddress(side?.token) ||
        isListedToken(widget, { chainId: side.chainId ?? inputChainId, address: side.token }),
    ),
  )
  return listed.every(Boolean)
}

interface FoundFields extends FormFields {
  outputAmount?: string
}

/** Ignores invalid values from outside, because they are not the host's mistake. */
function restore({ form, config, reportError }: Widget, found: FoundFields | undefined): void {
  const state = form.getState()
  const resolved = config.getState()
  const initial = formOfConfig(resolved)
  // An amount without tokens, typed while the widget loads, applies to the restored tokens.
  const isAmountTyped = !isSameAmount(state, initial) && !state.inputToken && !state.outputToken
  const { inputAmount, outputAmount: typedOutput } = isAmountTyped ? initial : state
  if (!found || !isUntouched({ ...state, inputAmount, outputAmount: typedOutput }, initial)) return
  const { lockedFields } = resolved
  const { amount, outputAmount, input, output } = found
  const isAmountLocked = isAmountTyped || lockedFields.includes('amount')
  const isLocked = (side: 'input' | 'output') => lockedFields.includes(side)
  const chainId = input?.chainId ?? state.inputChainId
  if (chainId !== state.inputChainId && (isLocked('input') || isLocked('output'))) return
  try {
    const fields = {
      ...(!isLocked('input') && input && { input }),
      ...(!isLocked('output') && output && { output }),
      ...(!isAmountLocked && amount !== undefined && { amount }),
    }
    const next = resolveFields(fields, state, resolved)
    if (isLocked('input') && next.inputToken !== state.inputToken) return
    if (isLocked('output') && next.outputToken !== state.outputToken) return
    const isPurchase = !isAmountLocked && outputAmount !== undefined
    form.setState(isPurchase ? withPurchase(next, outputAmount, resolved) : next)
  } catch (error) {
    reportDefect(error, reportError)
    // An unknown chain, an invalid address, or a token that the host does not offer.
  }
}

/** Throws for an invalid amount, and if purchases are disabled. */
function withPurchase<Fields extends Pick<FormState, 'outputChainId'>>(
  fields: Fields,
  amount: string,
  { chains, tradeType }: ResolvedConfig,
): Fields & Pick<FormState, 'inputAmount' | 'outputAmount'> {
  if (tradeType === 'sell') throw new Error('tradeType is "sell": an exact output cannot be set')
  const { output } = resolvePair({ output: { chainId: fields.outputChainId, amount } }, chains)
  return { ...fields, inputAmount: '', outputAmount: output.amount }
}

/** True if the user has entered nothing yet. */
function isUntouched(form: FormState, initial: FormState): boolean {
  return (
    isSamePair(form, initial) &&
    isSameAmount(form, initial) &&
    form.inputUsd === initial.inputUsd &&
    form.sendsToRecipient === initial.sendsToRecipient &&
    form.recipient === initial.recipient
  )
}

function isSameAmount(a: FormState, b: FormState): boolean {
  return a.inputAmount === b.inputAmount && a.outputAmount === b.outputAmount
}

function isSamePair(a: FormState, b: FormState): boolean {
  return a.inputChainId === b.inputChainId && a.inputToken === b.inputToken && a.outputToken === b.outputToken
}

function readUrl(prefix: string): FoundFields | undefined {
  const params = new URLSearchParams(globalThis.location?.search)
  const read = (name: string) => params.get(`${prefix}${name}`) ?? undefined
  const [chain, outputAmount] = [read('chainId'), read('outputAmount')]
  const trade = { input: read('input'), output: read('output'), amount: read('amount') }
  if (outputAmount === undefined && Object.values(trade).every((value) => value === undefined))
    return undefined
  return {
    ...toFields({ chainId: chain === undefined ? undefined : Number(chain), ...trade }),
    ...(outputAmount !== undefined && { outputAmount }),
  }
}

function writeUrl(prefix: string, { form, config, reportError }: Widget): void {
  const { inputChainId, inputToken, outputToken, inputAmount, outputAmount } = form.getState()
  const { input, output } = config.getState()
  // An empty amount is written if the form would start with another.
  const isCleared = !inputAmount && !outputAmount && (input.amount || output.amount)
  try {
    const url = new URL(location.href)
    const values = {
      chainId: String(inputChainId),
      input: inputToken,
      output: outputToken,
      amount: inputAmount || (isCleared ? '' : undefined),
      outputAmount: outputAmount || undefined,
    }
    for (const [name, value] of Object.entries(values)) {
      if (value !== undefined) url.searchParams.set(`${prefix}${name}`, value)
      else url.searchParams.delete(`${prefix}${name}`)
    }
    if (url.href !== location.href) history.replaceState(history.state, '', url)
  } catch (error) {
    reportDefect(error, reportError)
    // A document without its own URL, such as `about:srcdoc`.
  }
}

function readStored(key: string): FormFields | undefined {
  try {
    return toFields(v.parse(storedSchema, JSON.parse(readText(key) ?? '')))
  } catch (error) {
    rethrowDefect(error)
    return undefined
  }
}

function store(key: string, { inputChainId: chainId, inputToken, outputToken }: FormState): void {
  writeText(key, stringifyJson({ chainId, input: inputToken, output: outputToken }))
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
