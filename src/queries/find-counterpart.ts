import { type Address, isNativeToken, NATIVE_TOKEN } from '../../wire/lib/address.ts'
import { getChain } from '../config/get-chain.ts'
import { isUnlisted } from '../config/is-unlisted.ts'
import { namesToken } from '../config/names-token.ts'
import { isAllowedToken, type Side } from '../config/token-rules.ts'
import type { TokenId } from '../config/types.ts'
import { reportDefect } from '../errors/report-defect.ts'
import type { QueryContext } from './query-context.ts'
import { tokenQuery } from './token-query.ts'
import { type TokensPage, tokensQuery } from './tokens-query.ts'

/**
 * Finds the same asset on another chain: the native token for a native one, else the highest-ranked
 * listed token with the same symbol. Undefined if the host allows none on its side, or if the
 * request fails.
 */
export async function findCounterpart(
  context: QueryContext,
  { token, chainId, side }: { token: TokenId; chainId: number; side: Side },
): Promise<Address | undefined> {
  const { queryClient } = context
  const config = context.config.getState()
  if (isNativeToken(token.address)) {
    return isAllowedToken(config, { chainId, address: NATIVE_TOKEN }, side) ? NATIVE_TOKEN : undefined
  }
  try {
    const { symbol } = await queryClient.fetchQuery(tokenQuery(context, token))
    const { pages } = await queryClient.ensureInfiniteQueryData(tokensQuery(context, { chainId }))
    const known = pages.flatMap((page: TokensPage) => page.tokens)
    const named = known.filter((other) => namesToken(config, other))
    const found = [...named, ...known].find(
      (other) =>
        other.symbol === symbol &&
        !isNativeToken(other.address) &&
        isAllowedToken(config, other, side) &&
        !isUnlisted(config, other, false),
    )
    if (found) return found.address
    const { items } = await context.clients.tokens.searchTokens({
      chain: getChain(config, chainId).name,
      pattern: symbol,
      limit: 20,
    })
    return items.find(
      ({ symbol: other, tokenAddress: address }) =>
        other === symbol &&
        !isNativeToken(address) &&
        isAllowedToken(config, { chainId, address }, side) &&
        !isUnlisted(config, { chainId, address }, false),
    )?.tokenAddress
  } catch (error) {
    return reportDefect(error, context.reportError)
  }
}
