import type { Environment } from './environment.ts'
import type { UndeployedConfig } from './types.ts'

/** The URLs of nodes, database and Redis. A log may contain only their host. */
export function secretAddresses(
  environment: Pick<Environment, 'nodes'> & Partial<Pick<Environment, 'databaseUrl' | 'redisUrl'>>,
  config?: Pick<UndeployedConfig, 'chains'>,
): string[] {
  const { nodes, databaseUrl, redisUrl } = environment
  const named = Object.values(nodes).flatMap((urls) => urls.split(',').map((url) => url.trim()))
  const configured = config?.chains.flatMap(({ rpcUrls, wsUrl }) => [...rpcUrls, wsUrl]) ?? []
  return [...named, ...configured, databaseUrl, redisUrl].filter((url) => url !== undefined)
}
