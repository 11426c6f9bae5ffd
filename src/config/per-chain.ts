import { SluiceError } from '../errors/sluice-error.ts'
import { checkObject } from './checks.ts'
import { configError } from './config-error.ts'

/** One value for all chains, or values by chain id. */
export type PerChain<Value> = Value | Readonly<Record<number, Value>>

/** The value for a configured chain. Throws `CONFIG_INVALID` for another. */
export function forChain(value: PerChain<number>, chainId: number): number {
  const found = typeof value === 'number' ? value : value[chainId]
  if (found !== undefined) return found
  throw new SluiceError('CONFIG_INVALID', { details: `chains: no chain with id ${chainId}` })
}

/** Validates values by chain id: each key the id of a configured chain. */
export function resolveByChain<Value>(
  path: string,
  value: unknown,
  { chains, check }: { chains: readonly { id: number }[]; check: (path: string, value: unknown) => Value },
): Record<number, Value> {
  const ids = chains.map(({ id }) => String(id))
  return Object.fromEntries(
    Object.entries(checkObject(path, value)).map(([chainId, inner]) => {
      if (!ids.includes(chainId)) {
        throw configError(`${path}.${chainId}`, `the id of a configured chain (${ids})`, inner)
      }
      return [chainId, check(`${path}.${chainId}`, inner)]
    }),
  )
}

/** Validates a number for all chains or numbers by chain id; chains that are not named get the default. */
export function resolvePerChain(
  path: string,
  value: unknown,
  {
    fallback,
    ...options
  }: {
    chains: readonly { id: number }[]
    fallback: number
    check: (path: string, value: unknown) => number
  },
): PerChain<number> {
  if (value === undefined) return fallback
  if (typeof value !== 'object') return options.check(path, value)
  const rest = Object.fromEntries(options.chains.map(({ id }) => [id, fallback]))
  return { ...rest, ...resolveByChain(path, value, options) }
}
