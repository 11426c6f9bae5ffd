import * as v from 'valibot'
import { stringifyJson } from '../lib/stringify-json.ts'
import { addressSchema } from '../wire/primitives.ts'
import { MAX_KEPT_TOKENS, MAX_RECENT_TOKENS } from './token-memory.ts'
import type { TokenMemory } from './types.ts'

const tokenSchema = v.object({
  chainId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  address: addressSchema,
})

/** Earlier versions stored no `isLookAlike`. */
const importedSchema = v.object({
  ...tokenSchema.entries,
  isLookAlike: v.fallback(v.optional(v.boolean()), undefined),
})

const tokens = (max: number) => v.fallback(v.pipe(v.array(tokenSchema), v.maxLength(max)), [])
const storedSchema = v.object({
  pinned: tokens(MAX_KEPT_TOKENS),
  recent: tokens(MAX_RECENT_TOKENS),
  imported: v.fallback(v.pipe(v.array(importedSchema), v.maxLength(MAX_KEPT_TOKENS)), []),
  pinnedChains: v.fallback(v.optional(v.array(tokenSchema.entries.chainId)), undefined),
})

/** Returns the stored tokens. Undefined if storage is blocked, empty or unreadable. */
export function readTokenMemory(storageKey: string): TokenMemory | undefined {
  try {
    return v.parse(storedSchema, JSON.parse(globalThis.localStorage.getItem(toKey(storageKey)) ?? 'null'))
  } catch {
    return undefined
  }
}

export function writeTokenMemory(storageKey: string, { accepted: _, ...memory }: TokenMemory): void {
  try {
    const isEmpty = Object.values(memory).every((kept) => !kept?.length)
    if (isEmpty) globalThis.localStorage.removeItem(toKey(storageKey))
    else globalThis.localStorage.setItem(toKey(storageKey), stringifyJson(memory))
  } catch {
    // If storage is blocked or full, the tokens are remembered until the page closes.
  }
}

function toKey(storageKey: string): string {
  return `sluice:${storageKey}:tokens`
}
