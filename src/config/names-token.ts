import { sameAddress } from '../lib/address.ts'
import { findChain } from './get-chain.ts'
import { isListed } from './is-listed.ts'
import type { ResolvedConfig, TokenId } from './types.ts'

/** Whether the host itself names a token: then it vouches for it, whatever others call themselves. */
export function namesToken(
  config: Pick<ResolvedConfig, 'chains' | 'input' | 'output' | 'listedTokens'>,
  token: TokenId,
): boolean {
  const { input, output } = config
  const usdToken = findChain(config, token.chainId)?.usdToken
  const pair = input.chainId === token.chainId ? [input.token, output.token] : []
  const isNamed = [usdToken, ...pair].some(
    (named) => named !== undefined && sameAddress(named, token.address),
  )
  return isNamed || isListed(config, token) === true
}

/** Whether nobody vouches for a token: by the host's list, or by the catalogue where the host pins none. */
export function isUnlisted(
  config: Parameters<typeof namesToken>[0],
  token: TokenId,
  isUnknownToCatalogue: boolean,
): boolean {
  return config.listedTokens ? !namesToken(config, token) : isUnknownToCatalogue
}
