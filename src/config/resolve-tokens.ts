import type { Address } from '../lib/address.ts'
import { checkAddress, checkAddresses, checkFields, optional } from './checks.ts'
import { configError } from './config-error.ts'
import { resolveByChain } from './per-chain.ts'
import { isAllowedToken, isForbiddenPair } from './token-rules.ts'
import type { ResolvedChain, ResolvedConfig } from './types.ts'

/** Validates `tokens`, whose keys are the ids of configured chains. Addresses become lower case. */
export function resolveTokens(value: unknown, chains: readonly ResolvedChain[]): ResolvedConfig['tokens'] {
  return value === undefined ? {} : resolveByChain('tokens', value, { chains, check: resolveRules })
}

/** Validates `forbiddenPairs`. */
export function resolveForbiddenPairs(
  path: string,
  value: unknown,
  chains: readonly ResolvedChain[],
): ResolvedConfig['forbiddenPairs'] {
  if (!Array.isArray(value))
    throw configError(path, 'a list of pairs, each with chainId, input, output', value)
  return value.map((entry, index) => {
    const at = `${path}[${index}]`
    const pair = checkFields(at, entry, ['chainId', 'input', 'output'])
    const chain = chains.find(({ id }) => id === pair.chainId)
    if (!chain) throw configError(`${at}.chainId`, 'the id of a configured chain', pair.chainId)
    return {
      chainId: chain.id,
      input: checkAddress(`${at}.input`, pair.input),
      output: checkAddress(`${at}.output`, pair.output),
    }
  })
}

/** Throws `CONFIG_INVALID` where the initial pair names a token that `tokens` do not allow, or is forbidden. */
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
    throw configError('output.token', 'a pair that forbiddenPairs does not name', output.token)
  }
}

function resolveRules(path: string, value: unknown): ResolvedConfig['tokens'][number] {
  const rules = checkFields(path, value, ['allow', 'deny', 'featured', 'input', 'output'])
  return {
    ...resolveChoice(path, rules),
    featured: optional(`${path}.featured`, rules.featured, checkLowerCase) ?? [],
    input: optional(`${path}.input`, rules.input, resolveSide),
    output: optional(`${path}.output`, rules.output, resolveSide),
  }
}

function resolveSide(path: string, value: unknown) {
  return resolveChoice(path, checkFields(path, value, ['allow', 'deny']))
}

function resolveChoice(path: string, { allow, deny }: Record<string, unknown>) {
  return {
    allow: optional(`${path}.allow`, allow, checkLowerCase),
    deny: optional(`${path}.deny`, deny, checkLowerCase) ?? [],
  }
}

function checkLowerCase(path: string, value: unknown): Address[] {
  return checkAddresses(path, value).map((address) => address.toLowerCase() as Address)
}
