import { sameAddress } from '../../wire/lib/address.ts'
import type { ResolvedConfig, TokenId } from './types.ts'

type TokenRules = Pick<ResolvedConfig, 'tokens'>

/** A side of the form: the token paid or the token received. */
export type Side = 'input' | 'output'

/** True if the host's `tokens` allow this token: on either side, or on the given one. */
export function isAllowedToken({ tokens }: TokenRules, { chainId, address }: TokenId, side?: Side): boolean {
  const rules = tokens[chainId]
  const isIn = (list: readonly TokenId['address'][]) => list.some((other) => sameAddress(other, address))
  return [rules, side && rules?.[side]].every(
    (rule) => !rule || (!isIn(rule.deny) && (rule.allow === undefined || isIn(rule.allow))),
  )
}

/**
 * The addresses that `tokens` list on a chain: the featured ones, then all allowed ones of both
 * sides or of one side.
 */
export function getNamedTokens({ tokens }: TokenRules, chainId: number): TokenId['address'][] {
  const { allow, featured = [], input, output } = tokens[chainId] ?? {}
  const allowed = [allow, input?.allow, output?.allow].flatMap((list) => list ?? [])
  return [...new Set([...featured, ...allowed])].filter((address) =>
    isAllowedToken({ tokens }, { chainId, address }),
  )
}

/**
 * True if the host's `forbiddenPairs` contain this pair, or its `tokens` do not offer one of the
 * two on its side.
 */
export function isForbiddenPair(
  { tokens, forbiddenPairs }: Pick<ResolvedConfig, 'tokens' | 'forbiddenPairs'>,
  pair: { chainId: number; input: TokenId['address'] | undefined; output: TokenId['address'] | undefined },
): boolean {
  const { chainId, input, output } = pair
  if (!input || !output) return false
  return (
    !isAllowedToken({ tokens }, { chainId, address: input }, 'input') ||
    !isAllowedToken({ tokens }, { chainId, address: output }, 'output') ||
    forbiddenPairs.some(
      (other) =>
        other.chainId === chainId && sameAddress(other.input, input) && sameAddress(other.output, output),
    )
  )
}
