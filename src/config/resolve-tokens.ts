import type { Address } from '../../wire/lib/address.ts'
import { checkAddress, checkAddresses, listOf, object, optionally, or } from './checks.ts'
import { configError } from './config-error.ts'
import { chainIdOf, resolveByChain } from './per-chain.ts'
import { isAllowedToken, isForbiddenPair } from './token-rules.ts'
import type { ResolvedChain, ResolvedConfig } from './types.ts'

const checkLowerCase = (path: string, value: unknown) =>
  checkAddresses(path, value).map((address) => address.toLowerCase() as Address)

const CHOICE = { allow: optionally(checkLowerCase), deny: or(checkLowerCase, []) }

const checkRules = object({
  ...CHOICE,
  featured: or(checkLowerCase, []),
  input: optionally(object(CHOICE)),
  output: optionally(object(CHOICE)),
})

/** Validates `tokens`, whose keys are the ids of configured chains. Addresses become lower case. */
export function resolveTokens(value: unknown, chains: readonly ResolvedChain[]): ResolvedConfig['tokens'] {
  return resolveByChain('tokens', value === undefined ? {} : value, { chains, check: checkRules })
}

export function resolveForbiddenPairs(
  value: unknown,
  chains: readonly ResolvedChain[],
): ResolvedConfig['forbiddenPairs'] {
  const pair = object({ chainId: chainIdOf(chains), input: checkAddress, output: checkAddress })
  const pairs = listOf('a list of pairs, each with chainId, input, output', pair)
  return or(pairs, [])('forbiddenPairs', value)
}

/**
 * Throws `CONFIG_INVALID` if the initial pair is forbidden or contains a token that `tokens` do not
 * allow.
 */
export function checkAllowedPair({
  input,
  output,
  tokens,
  forbiddenPairs,
}: Pick<ResolvedConfig, 'input' | 'output' | 'tokens' | 'forbiddenPairs'>) {
  const pair = { chainId: input.chainId, input: input.token, output: output.token }
  for (const [side, { chainId, token }] of [
    ['input', input],
    ['output', output],
  ] as const) {
    if (token && !isAllowedToken({ tokens }, { chainId, address: token }, side)) {
      throw configError(`${side}.token`, `a token that tokens.${chainId} allows`, token)
    }
  }
  if (isForbiddenPair({ tokens, forbiddenPairs }, pair)) {
    throw configError('output.token', 'a pair that forbiddenPairs does not contain', output.token)
  }
}
