import { type Address, isNativeToken, sameAddress, ZERO_ADDRESS } from '../../wire/lib/address.ts'
import { getChain } from '../config/get-chain.ts'
import { reportRejections } from '../errors/report-many.ts'
import type { Token } from '../events/types.ts'
import type { QueryContext } from './query-context.ts'
import { isTransient } from './shared-options.ts'
import { nativeToken, tokenOfMetadata } from './token-of.ts'
import { catalogueToken, tokenQuery } from './token-query.ts'
import type { TokensPage } from './tokens-query.ts'

interface TokenLookup {
  chainId: number
  address: Address
  signal: AbortSignal
}

/**
 * Finds the token with exactly this address. If catalogue and chain differ, the chain's metadata
 * counts. A token that the catalogue omits, or lists with other decimals, counts as unlisted.
 */
export async function findToken(context: QueryContext, lookup: TokenLookup): Promise<TokensPage> {
  const { chainId, address } = lookup
  if (sameAddress(address, ZERO_ADDRESS)) return toPage(undefined)
  const record = await catalogueToken(context, lookup)
  if (isNativeToken(address))
    return toPage(record ?? nativeToken(getChain(context.config.getState(), chainId)))

  const [summary, own] = await Promise.allSettled([findSummary(context, lookup), readToken(context, lookup)])
  lookup.signal.throwIfAborted()
  reportRejections([summary, own], context.reportError)
  if (own.status === 'rejected') {
    if (!isTransient(own.reason)) return toPage(undefined)
    if (record) return toPage(record)
    throw own.reason
  }
  const token = own.value
  const isListed = record !== undefined || (summary.status === 'fulfilled' && summary.value !== undefined)
  const hasOwnDecimals = record === undefined || record.decimals === token.decimals
  if (record && hasOwnDecimals && record.symbol === token.symbol) return toPage(record)
  // Other pages then show the same token.
  context.queryClient.setQueryData(tokenQuery(context, lookup).queryKey, token)
  return toPage(token, !isListed || !hasOwnDecimals)
}

/** Returns the record with exactly this address from the results of the catalogue's search. */
export async function findSummary(context: QueryContext, { chainId, address, signal }: TokenLookup) {
  const { name: chain } = getChain(context.config.getState(), chainId)
  const { items } = await context.clients.tokens.searchTokens(
    { chain, pattern: address, limit: 20 },
    { signal },
  )
  return items.find(({ tokenAddress }) => sameAddress(tokenAddress, address))
}

async function readToken(context: QueryContext, { chainId, address }: TokenLookup): Promise<Token> {
  const metadata = await context.chain.tokenMetadata({ chainId, token: address })
  const { getAddress } = await import('../chain/viem.ts')
  return tokenOfMetadata(chainId, getAddress(address.toLowerCase()), metadata)
}

function toPage(token: Token | undefined, isUnlisted = false): TokensPage {
  const tokens = token ? [token] : []
  return { tokens, unlisted: isUnlisted ? tokens : [], nextOffset: undefined }
}
