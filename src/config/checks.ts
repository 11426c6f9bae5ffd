import { type Address, isAddress, ZERO_ADDRESS } from '../lib/address.ts'
import { configError } from './config-error.ts'

/** Each check returns the given value with its type, or throws `CONFIG_INVALID` with the path and the value. */

export function checkObject(path: string, value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw configError(path, 'an object', value)
  }
  return value as Record<string, unknown>
}

/**
 * An object with no other fields than these: a misspelled one would be believed to be set. `undefined`, also in place of
 * the object, sets nothing.
 */
export function checkFields(path: string, value: unknown, names: readonly string[]): Record<string, unknown> {
  const given = value === undefined ? {} : checkObject(path, value)
  for (const name of Object.keys(given)) {
    if (given[name] === undefined || names.includes(name)) continue
    throw configError(`${path}.${name}`, `one of ${names.join(', ')}`, given[name])
  }
  return given
}

export function checkText(path: string, value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') throw configError(path, 'a text', value)
  return value
}

/** An `http(s)` URL without query or fragment; a trailing slash is dropped. */
export function checkUrl(path: string, value: unknown): string {
  const url = typeof value === 'string' ? parseUrl(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw configError(path, 'an http or https URL', value)
  if (url.username || url.password || url.search || url.hash) {
    throw configError(path, 'a URL without credentials, query or fragment', value)
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** An `https` or `mailto` URL. */
export function checkContactUrl(path: string, value: unknown): string {
  const url = typeof value === 'string' ? parseUrl(value) : undefined
  if (!url || !/^(?:https|mailto):$/.test(url.protocol))
    throw configError(path, 'an https or mailto URL', value)
  return url.href
}

/** Like `checkUrl`, but keeps the query, which often contains the key of an RPC provider. */
export function checkRpcUrl(path: string, value: unknown): string {
  const url = typeof value === 'string' ? parseUrl(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw configError(path, 'an http or https URL', value)
  // Browsers refuse requests to such a URL.
  if (url.username || url.password) throw configError(path, 'a URL without credentials', value)
  return value as string
}

export function checkInteger(path: string, value: unknown, range: { min: number; max: number }): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < range.min || value > range.max) {
    throw configError(path, `a whole number from ${range.min} to ${range.max}`, value)
  }
  return value
}

export function checkBoolean(path: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw configError(path, 'true or false', value)
  return value
}

/** An object of switches; `defaults` has all of them. */
export function checkFlags<Flags extends Record<string, boolean>>(
  path: string,
  value: unknown,
  defaults: Flags,
): Flags {
  const names = Object.keys(defaults)
  const given = checkFields(path, value, names)
  const flags = names.map((name) => [
    name,
    optional(`${path}.${name}`, given[name], checkBoolean) ?? defaults[name],
  ])
  return Object.fromEntries(flags)
}

export function checkAddress(path: string, value: unknown): Address {
  if (!isAddress(value) || value === ZERO_ADDRESS) {
    throw configError(path, 'an address: 0x and 40 hex digits, not zero', value)
  }
  return value
}

export function checkAddresses(path: string, value: unknown): Address[] {
  if (!Array.isArray(value)) throw configError(path, 'a list of addresses', value)
  return value.map((address, index) => checkAddress(`${path}[${index}]`, address))
}

export function checkOneOf<const Choice extends string>(
  path: string,
  value: unknown,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw configError(path, `one of ${choices.join(', ')}`, value)
  return found
}

export function checkSome<const Choice extends string>(
  path: string,
  value: unknown,
  choices: readonly Choice[],
): Choice[] {
  if (!Array.isArray(value)) throw configError(path, `a list of ${choices.join(', ')}`, value)
  return value.map((entry, index) => checkOneOf(`${path}[${index}]`, entry, choices))
}

/** `undefined` stays; anything else is checked. */
export function optional<Value>(
  path: string,
  value: unknown,
  check: (path: string, value: unknown) => Value,
): Value | undefined {
  return value === undefined ? undefined : check(path, value)
}

function parseUrl(value: string): URL | undefined {
  try {
    return new URL(value)
  } catch {
    return undefined
  }
}

export function checkFunction<Checked>(path: string, value: unknown): Checked {
  if (typeof value !== 'function') throw configError(path, 'a function', value)
  return value as Checked
}

export function checkProvider<Provider>(path: string, value: unknown): Provider {
  if (typeof Object(value).request !== 'function') throw configError(path, 'an EIP-1193 provider', value)
  return value as Provider
}
