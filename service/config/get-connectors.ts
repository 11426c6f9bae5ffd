import type { ChainServiceConfig } from './types.ts'

const known = new WeakMap<object, ReadonlySet<string>>()

/** A chain's connector tokens, in lower case. A config does not change, and token lists are long. */
export function getConnectors(config: Pick<ChainServiceConfig, 'connectorTokens'>): ReadonlySet<string> {
  const before = known.get(config)
  if (before) return before
  const connectors = new Set(config.connectorTokens?.map((token) => token.toLowerCase()))
  known.set(config, connectors)
  return connectors
}
