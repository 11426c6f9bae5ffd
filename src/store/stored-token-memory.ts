import * as v from 'valibot'
import { object } from '../../wire/own-object.ts'
import { addressSchema } from '../../wire/primitives.ts'
import { rethrowDefect } from '../errors/report-defect.ts'
import { readText, writeText } from '../lib/stored-text.ts'
import { stringifyJson } from '../lib/stringify-json.ts'
import { MAX_KEPT_TOKENS, MAX_RECENT_TOKENS } from './token-memory.ts'
import type { TokenMemory } from './types.ts'

const tokenSchema = object({
  chainId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  address: addressSchema,
})

/** Earlier versions stored no `isLookAlike`. */
const importedSchema = object({
  ...tokenSchema.entries,
  isLookAlike: v.fallback(v.optional(v.boolean()), undefined),
})

/** The valid entries of a list, at most `max`. */
const validOf = <Schema extends v.GenericSchema>(schema: Schema, max: number) =>
  v.pipe(
    v.fallback(v.array(v.unknown()), []),
    v.transform((entries) =>
      entries
        .flatMap((entry): v.InferOutput<Schema>[] => {
          const { success, output } = v.safeParse(schema, entry)
          return success ? [output] : []
        })
        .slice(0, max),
    ),
  )

const storedSchema = object({
  pinned: validOf(tokenSchema, MAX_KEPT_TOKENS),
  recent: validOf(tokenSchema, MAX_RECENT_TOKENS),
  imported: validOf(importedSchema, MAX_KEPT_TOKENS),
  pinnedChains: v.optional(validOf(tokenSchema.entries.chainId, MAX_KEPT_TOKENS)),
})

/** Returns the stored tokens. Undefined if storage is blocked, empty or unreadable. */
export function readTokenMemory(storageKey: string): TokenMemory | undefined {
  try {
    return v.parse(storedSchema, JSON.parse(readText(toKey(storageKey)) ?? 'null'))
  } catch (error) {
    rethrowDefect(error)
    return undefined
  }
}

export function writeTokenMemory(storageKey: string, { accepted: _, ...memory }: TokenMemory): void {
  const isEmpty = Object.values(memory).every((kept) => !kept?.length)
  // If storage is blocked or full, the tokens are remembered until the page closes.
  writeText(toKey(storageKey), isEmpty ? undefined : stringifyJson(memory))
}

function toKey(storageKey: string): string {
  return `sluice:${storageKey}:tokens`
}
