import { SluiceError } from '../errors/sluice-error.ts'
import { type Check, checkObject, createCheck } from './checks.ts'
import { configError } from './config-error.ts'

/** One value for all chains, or values by chain id. */
export type PerChain<Value> = Value | Readonly<Record<number, Value>>

/** The value for a configured chain. Throws `CONFIG_INVALID` for another. */
export function forChain(value: PerChain<number>, chainId: number): number {
  const found = typeof value === 'number' ? value : value[chainId]
  if (found !== undefined) return found
  throw new SluiceError('CONFIG_INVALID', { details: `chains: no chain with id ${chainId}` })
}

/** The id of one of these chains. */
export function chainIdOf(chains: readonly { id: number }[]): Check<number> {
  return createCheck(expectChain(chains), (value) => chains.some(({ id }) => id === value))
}

/** Validates values by chain id: each key must be the id of a configured chain. */
export function resolveByChain<Value>(
  path: string,
  value: unknown,
  { chains, check }: { chains: readonly { id: number }[]; check: Check<Value> },
): Record<number, Value> {
  const given = checkObject(path, value)
  for (const [chainId, inner] of Object.entries(given)) {
    const at = `${path}.${chainId}`
    if (!chains.some(({ id }) => String(id) === chainId)) throw configError(at, expectChain(chains), inner)
    given[chainId] = check(at, inner)
  }
  return given as Record<number, Value>
}

const expectChain = (chains: readonly { id: number }[]) =>
  `the id of a configured chain (${chains.map(({ id }) => id)})`

/** Validates a number for all chains or numbers by chain id; other chains get the default. */
export function resolvePerChain(
  path: string,
  value: unknown,
  {
    fallback,
    ...options
  }: {
    chains: readonly { id: number }[]
    fallback: number
    check: Check<number>
  },
): PerChain<number> {
  if (value === undefined) return fallback
  if (typeof value !== 'object') return options.check(path, value)
  const rest = Object.fromEntries(options.chains.map(({ id }) => [id, fallback]))
  return { ...rest, ...resolveByChain(path, value, options) }
}
