import { invalidParameter } from '../service-error.ts'

const MAX_DEPTH = 32
const POISON: readonly string[] = ['__proto__', 'constructor', 'prototype']

/** The value of a JSON text; 400 when it is none, is nested too deep, or names what objects are made of. */
export function parseJson(text: string): unknown {
  const value = parse(text)
  if (!isHarmless(value)) throw invalidParameter('body')
  return value
}

/**
 * As `parseJson`, with every number that is not plain digits kept as it was written: `1e3`, `1.0` and `-0`
 * would otherwise pass for integers, and a long fraction for a rounded one.
 */
export function parseJsonKeepingNumbers(text: string): unknown {
  const value = parseJson(text)
  let changed = false
  const kept = text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => {
    if (token.startsWith('"') || /^\d+$/.test(token)) return token
    changed = true
    return `"${token}"`
  })
  return changed ? parse(kept) : value
}

/** As `parseJsonKeepingNumbers`, and integers of any length are kept to the last digit. */
export function parseJsonKeepingDigits(text: string): unknown {
  parseJson(text)
  return parseJsonKeepingNumbers(
    text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
      /^\d{16,}$/.test(token) ? `"${token}"` : token,
    ),
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidParameter('body')
  }
}

function isHarmless(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return false
    const next: unknown[] = []
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue
      if (Object.keys(item).some((key) => POISON.includes(key))) return false
      next.push(...Object.values(item))
    }
    level = next
  }
  return true
}
