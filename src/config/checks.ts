import { type Address, isAddress, ZERO_ADDRESS } from '../../wire/lib/address.ts'
import { parseUrl } from '../lib/parse-url.ts'
import { configError } from './config-error.ts'

/**
 * Returns the value at a path as the code reads it, or throws `CONFIG_INVALID` with the path and
 * the value.
 */
export type Check<Value> = (path: string, value: unknown) => Value

/** The checks of an object's fields, by their names. */
type Shape = Readonly<Record<string, Check<unknown>>>
type Checked<Checks extends Shape> = { [Name in keyof Checks]: ReturnType<Checks[Name]> }

/** Returns a value that passes the test unchanged. */
export function createCheck<Value>(expected: string, isValid: (value: never) => boolean): Check<Value> {
  return (path, value) => {
    if (!isValid(value as never)) throw configError(path, expected, value)
    return value as Value
  }
}

/** Returns `fallback` for undefined; anything else is checked. */
export function or<Value, const Fallback>(
  check: Check<Value>,
  fallback: Fallback,
): Check<Value | Exclude<Fallback, Value>> {
  return (path, value) =>
    (value === undefined ? fallback : check(path, value)) as Value | Exclude<Fallback, Value>
}

export const optionally = <Value>(check: Check<Value>) => or(check, undefined)

export const oneOf = <const Choice extends string>(...choices: readonly Choice[]): Check<Choice> =>
  createCheck(`one of ${choices.join(', ')}`, (value) => choices.includes(value))

export const matching = (expected: string, pattern: RegExp): Check<string> =>
  createCheck(expected, (value) => typeof value === 'string' && pattern.test(value))

export const integer = (min: number, max: number): Check<number> =>
  createCheck(
    `a whole number from ${min} to ${max}`,
    (value) => Number.isInteger(value) && value >= min && value <= max,
  )

export function listOf<Item>(
  expected: string,
  check: Check<Item>,
  { min = 0, max = Number.POSITIVE_INFINITY } = {},
): Check<Item[]> {
  return (path, value) => {
    if (!Array.isArray(value) || value.length < min || value.length > max)
      throw configError(path, expected, value)
    return value.map((item, index) => check(`${path}[${index}]`, item))
  }
}

export const some = <const Choice extends string>(...choices: readonly Choice[]): Check<Choice[]> =>
  listOf(`a list of ${choices.join(', ')}`, oneOf(...choices))

/**
 * An object with only these fields: a misspelled field would silently have no effect. `undefined`
 * fields, or an `undefined` object, set nothing.
 */
export function object<const Checks extends Shape>(checks: Checks): Check<Checked<Checks>> {
  const names = Object.keys(checks)
  return (path, value) => checkEach(checks, checkFields(path, value, names), `${path}.`)
}

/**
 * Checks the fields of an object that has other fields too. `before` is the prefix of their path.
 */
export function checkEach<Checks extends Shape>(
  checks: Checks,
  given: Record<string, unknown>,
  before = '',
): Checked<Checks> {
  const checked = Object.entries(checks).map(([name, check]) => [name, check(before + name, given[name])])
  return Object.fromEntries(checked)
}

/** Copies the fields of an object. Throws if it has one of another name. */
export function checkFields(path: string, value: unknown, names: readonly string[]): Record<string, unknown> {
  const given = checkObject(path, value === undefined ? {} : value)
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue
    throw configError(`${path}.${name}`, `one of ${names.join(', ')}`, given[name])
  }
  return given
}

/**
 * Copies the own fields of an object, so that a polluted `Object.prototype` adds none. An
 * `undefined` field equals an omitted one.
 */
export const checkObject: Check<Record<string, unknown>> = (path, value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw configError(path, 'an object', value)
  const copy: Record<string, unknown> = { __proto__: null, ...value }
  for (const name in copy) if (copy[name] === undefined) delete copy[name]
  return copy
}

export const checkText = matching('a text', /\S/)

export const checkBoolean: Check<boolean> = createCheck(
  'true or false',
  (value) => typeof value === 'boolean',
)

export const checkAddress: Check<Address> = createCheck(
  'an address: 0x and 40 hex digits, not zero',
  (value) => isAddress(value) && value !== ZERO_ADDRESS,
)

export const checkAddresses = listOf('a list of addresses', checkAddress)

export function checkFunction<Checked>(path: string, value: unknown): Checked {
  if (typeof value !== 'function') throw configError(path, 'a function', value)
  return value as Checked
}

export function checkProvider<Provider>(path: string, value: unknown): Provider {
  if (typeof Object(value).request !== 'function') throw configError(path, 'an EIP-1193 provider', value)
  return value as Provider
}

/** An `http(s)` URL without query or fragment; a trailing slash is dropped. */
export function checkUrl(path: string, value: unknown): string {
  const url = checkProtocol(path, value, ['http', 'https'])
  if (url.username || url.password || url.search || url.hash) {
    throw configError(path, 'a URL without credentials, query or fragment', value)
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** Like `checkUrl`, but keeps the query, which often contains the key of an RPC provider. */
export function checkRpcUrl(path: string, value: unknown): string {
  const url = checkProtocol(path, value, ['http', 'https'])
  // Browsers reject requests to such a URL.
  if (url.username || url.password) throw configError(path, 'a URL without credentials', value)
  return value as string
}

/** An `https` or `mailto` URL. */
export function checkContactUrl(path: string, value: unknown): string {
  return checkProtocol(path, value, ['https', 'mailto']).href
}

function checkProtocol(path: string, value: unknown, protocols: readonly string[]): URL {
  const url = typeof value === 'string' && parseUrl(value)
  if (!url || !protocols.includes(url.protocol.slice(0, -1)))
    throw configError(path, `an ${protocols.join(' or ')} URL`, value)
  return url
}
