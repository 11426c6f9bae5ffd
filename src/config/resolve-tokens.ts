import type { Address } from '../lib/address.ts'
import { checkAddresses, checkObject, optional } from './checks.ts'
import { configError } from './config-error.ts'
import { isAllowedToken } from './token-rules.ts'
import type { ResolvedChain, ResolvedConfig } from './types.ts'

/** Validates `tokens`, whose keys are the ids of configured chains. Addresses become lower case. */
export function resolveTokens(value: unknown, chains: readonly ResolvedChain[]): ResolvedConfig['tokens'] {
  const byChain = Object.entries(optional('tokens', value, checkObject) ?? {})
  return Object.fromEntries(
    byChain.map(([chainId, rules]) => {
      const path = `tokens.${chainId}`
      if (!chains.some(({ id }) => String(id) === chainId)) {
        throw configError(path, `the id of a configured chain (${chains.map(({ id }) => id)})`, rules)
      }
      return [chainId, resolveRules(path, rules)]
    }),
  )
}

/** Throws `CONFIG_INVALID` where the initial pair names a token that `tokens` do not allow. */
export function checkAllowedPair({
  input,
  output,
  tokens,
}: Pick<ResolvedConfig, 'input' | 'output' | 'tokens'>) {
  for (const [path, { chainId, token }] of [
    ['input.token', input],
    ['output.token', output],
  ] as const) {
    if (token && !isAllowedToken({ tokens }, { chainId, address: token })) {
      throw configError(path, `a token that tokens.${chainId} allows`, token)
    }
  }
}

function resolveRules(path: string, value: unknown): ResolvedConfig['tokens'][number] {
  const { allow, deny, featured, ...unknown } = checkObject(path, value)
  const [field] = Object.keys(unknown)
  if (field !== undefined) throw configError(`${path}.${field}`, 'allow, deny or featured', unknown[field])
  return {
    allow: optional(`${path}.allow`, allow, checkLowerCase),
    deny: optional(`${path}.deny`, deny, checkLowerCase) ?? [],
    featured: optional(`${path}.featured`, featured, checkLowerCase) ?? [],
  }
}

function checkLowerCase(path: string, value: unknown): Address[] {
  return checkAddresses(path, value).map((address) => address.toLowerCase() as Address)
}
