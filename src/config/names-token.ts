import { sameAddress } from '../../wire/lib/address.ts'
import { findChain } from './get-chain.ts'
import { isListed } from './is-listed.ts'
import { getNamedTokens } from './token-rules.ts'
import type { ResolvedConfig, TokenId } from './types.ts'

/**
 * True if the host's config contains a token: such tokens are trusted, whatever symbols others use.
 */
export function namesToken(
  config: Pick<ResolvedConfig, 'chains' | 'input' | 'output' | 'listedTokens' | 'tokens'>,
  token: TokenId,
): boolean {
  const { input, output } = config
  const usdToken = findChain(config, token.chainId)?.usdToken
  const pair = input.chainId === token.chainId ? [input.token, output.token] : []
  const isNamed = [usdToken, ...pair, ...getNamedTokens(config, token.chainId)].some(
    (named) => named !== undefined && sameAddress(named, token.address),
  )
  return isNamed || isListed(config, token) === true
}
