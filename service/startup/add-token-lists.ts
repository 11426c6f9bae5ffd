import type { ServiceConfig } from '../config/types.ts'
import type { Logger } from '../observability/logger.ts'
import { type ListedTokens, readTokenLists } from '../tokens/token-lists.ts'

/**
 * Reads the token lists of the config. Routes may pass the listed tokens of a chain whose config has
 * no `connectorTokens`.
 * @throws TokenListError for an invalid list
 */
export async function addTokenLists(
  config: ServiceConfig,
  logger: Logger,
): Promise<{ config: ServiceConfig; listed: ListedTokens }> {
  const listed = await readTokenLists(config.tokenLists ?? [], (skipped) =>
    logger.warn({ ...skipped }, 'entries of a token list were skipped'),
  )
  const chains = config.chains.map((chain) => {
    const ofLists = Array.from(listed.get(chain.id)?.values() ?? [], ({ address }) => address)
    return { ...chain, connectorTokens: chain.connectorTokens ?? ofLists }
  })
  return { config: { ...config, chains }, listed }
}
