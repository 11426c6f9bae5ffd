import { invalidParameter } from '../lib/service-error.ts'

const MAX_DEPTH = 32
const POISON: readonly string[] = ['__proto__', 'constructor', 'prototype']
const STRING = /"(?:[^"\\]|\\.)*"/.source
const NUMBER = /-?\d[\d.eE+-]*/.source

/**
 * The value of a JSON text; 400 when it is none, is nested too deep, names what objects are made of, or gives the
 * same name twice: which of the two is meant, every reader on the way decides for itself.
 */
export function parseJson(text: string): unknown {
  const value = parse(text)
  if (!isHarmless(value)) throw invalidParameter('body')
  const repeated = repeatedParameter(text)
  if (repeated !== undefined) throw invalidParameter(/^\w{1,40}$/.test(repeated) ? repeated : 'body')
  return value
}

/**
 * As `parseJson`, with an empty object, which no field is, for every number that is not plain digits: `1e3`, `1.0`
 * and `-0` would otherwise pass for integers, and a long fraction for a rounded one.
 */
export function parseJsonOfPlainNumbers(text: string): unknown {
  const value = parseJson(text)
  const plain = replaceNumbers(text, (digits) => (/^\d+$/.test(digits) ? digits : '{}'))
  return plain === text ? value : parse(plain)
}

/** As `parseJsonOfPlainNumbers`, and integers of any length are kept to the last digit, as texts. */
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

/** What is given twice, however it is spelt: a parameter's name, or `body` for what stands further inside. */
function repeatedParameter(text: string): string | undefined {
  /** The names of the objects around a place; arrays have none. */
  const around: (Set<string> | undefined)[] = []
  let names: Set<string> | undefined
  let isNameNext = false
  for (const [token] of text.matchAll(new RegExp(`${STRING}|[{}[\\],]`, 'g'))) {
    if (token.startsWith('"')) {
      if (!isNameNext) continue
      const name: string = token.includes('\\') ? JSON.parse(token) : token.slice(1, -1)
      if (names?.has(name)) return around.length === 1 ? name : 'body'
      names?.add(name)
      isNameNext = false
      continue
    }
    if (token === '{' || token === '[') around.push(token === '{' ? new Set() : undefined)
    else if (token !== ',') around.pop()
    names = around.at(-1)
    isNameNext = names !== undefined && token !== '}' && token !== ']'
  }
  return undefined
}

function replaceNumbers(text: string, write: (digits: string) => string): string {
  return text.replace(new RegExp(`${STRING}|${NUMBER}`, 'g'), (token) =>
    token.startsWith('"') ? token : write(token),
  )
}
