import { MAX_DECIMALS } from '../../wire/lib/amount.ts'
import {
  type Check,
  checkAddress,
  checkAddresses,
  checkRpcUrl,
  checkText,
  checkUrl,
  integer,
  listOf,
  object,
  oneOf,
  optionally,
  or,
} from './checks.ts'
import { configError } from './config-error.ts'
import { CONFIG_DEFAULTS } from './defaults.ts'
import { checkChainNumber } from './field-checks.ts'
import type { ChainConfig, ResolvedChain } from './types.ts'
import { WRAPPED_NATIVE } from './wrapped-native.ts'

/** The Universal Resolver of ENS on Ethereum. */
const ENS_RESOLVER = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'

type NonEmpty<Item> = readonly [Item, ...Item[]]

const checkCurrency = object({ name: checkText, symbol: checkText, decimals: integer(0, MAX_DECIMALS) })

const checkChain = object({
  id: checkChainNumber,
  name: checkText,
  label: optionally(checkText),
  rpcUrls: listOf('at least one RPC URL', checkRpcUrl, { min: 1 }) as Check<unknown> as Check<
    NonEmpty<string>
  >,
  nativeCurrency: or(checkCurrency, CONFIG_DEFAULTS.nativeCurrency),
  routerAddress: optionally(checkAddress),
  codec: or(oneOf('sluice', 'route-description', 'none'), CONFIG_DEFAULTS.codec),
  explorerUrl: optionally(checkUrl),
  logoUri: optionally(checkText),
  usdToken: optionally(checkAddress),
  wrappedNative: optionally(checkAddress),
  priceFactories: optionally(object({ v2: or(checkAddresses, []), v3: or(checkAddresses, []) })),
  ensResolver: optionally(checkAddress),
  privateRpcs: or(listOf('a list of URLs', checkRpcUrl), []),
} satisfies Record<keyof ChainConfig, Check<unknown>>)

const checkChains = listOf('at least one chain', resolveChain, { min: 1 })

/** Validates the chains of a config: at least one, unique ids and names. */
export function resolveChains(value: unknown): NonEmpty<ResolvedChain> {
  const chains = checkChains('chains', value)
  for (const [index, chain] of chains.entries()) {
    for (const field of ['id', 'name'] as const) {
      if (chains.findIndex((other) => other[field] === chain[field]) < index) {
        throw configError(`chains[${index}].${field}`, 'a value that no other chain has', chain[field])
      }
    }
  }
  return chains as unknown as NonEmpty<ResolvedChain>
}

function resolveChain(path: string, value: unknown): ResolvedChain {
  const chain = checkChain(path, value)
  return {
    ...chain,
    label: chain.label ?? chain.name,
    wrappedNative: chain.wrappedNative ?? WRAPPED_NATIVE[chain.id],
    ensResolver: chain.ensResolver ?? (chain.id === 1 ? ENS_RESOLVER : undefined),
  }
}
