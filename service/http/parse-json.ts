import { invalidParameter } from '../lib/service-error.ts'

const MAX_DEPTH = 32
const POISON: readonly string[] = ['__proto__', 'constructor', 'prototype']
const STRING = /"(?:[^"\\]|\\.)*"/.source
const NUMBER = /-?\d[\d.eE+-]*/.source

/**
 * Parses JSON. Throws a 400 error if it is invalid, nested too deeply, contains a prototype key
 * such as `__proto__`, or repeats a name, because parsers disagree on which duplicate counts.
 */
export function parseJson(text: string): unknown {
  const value = parse(text)
  if (!isHarmless(value)) throw invalidParameter('body')
  const repeated = repeatedParameter(text)
  if (repeated !== undefined) throw invalidParameter(/^\w{1,40}$/.test(repeated) ? repeated : 'body')
  return value
}

/**
 * Parses JSON like `parseJson`, and replaces every number that is not plain digits with an empty
 * object, which no schema accepts. `1e3`, `1.0` and `-0` would otherwise pass as integers, and long
 * fractions would be rounded.
 */
export function parseJsonOfPlainNumbers(text: string): unknown {
  const value = parseJson(text)
  const plain = replaceNumbers(text, (digits) => (/^\d+$/.test(digits) ? digits : '{}'))
  return plain === text ? value : parse(plain)
}

/** `parseJsonOfPlainNumbers`, with integers of 16 digits or more as strings, so that no digit is lost. */
export function parseJsonKeepingDigits(text: string): unknown {
  parseJson(text)
  return parseJsonOfPlainNumbers(
    replaceNumbers(text, (digits) => (/^\d{16,}$/.test(digits) ? `"${digits}"` : digits)),
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
      for (const inner of Object.values(item)) next.push(inner)
    }
    level = next
  }
  return true
}

/** The repeated name, also when escaped: a parameter's name, or `body` when it is nested. */
function repeatedParameter(text: string): string | undefined {
  /** Names seen in each enclosing object; undefined for arrays. */
  const stack: (Set<string> | undefined)[] = []
  let names: Set<string> | undefined
  let isNameNext = false
  for (const [token] of text.matchAll(new RegExp(`${STRING}|[{}[\\],]`, 'g'))) {
    if (token.startsWith('"')) {
      if (!isNameNext) continue
      const name: string = token.includes('\\') ? JSON.parse(token) : token.slice(1, -1)
      if (names?.has(name)) return stack.length === 1 ? name : 'body'
      names?.add(name)
      isNameNext = false
      continue
    }
    if (token === '{' || token === '[') stack.push(token === '{' ? new Set() : undefined)
    else if (token !== ',') stack.pop()
    names = stack.at(-1)
    isNameNext = names !== undefined && token !== '}' && token !== ']'
  }
  return undefined
}

function replaceNumbers(text: string, write: (digits: string) => string): string {
  return text.replace(new RegExp(`${STRING}|${NUMBER}`, 'g'), (token) =>
    token.startsWith('"') ? token : write(token),
  )
}
