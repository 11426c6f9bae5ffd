import { MAX_DECIMALS } from '../lib/amount.ts'
import {
  checkAddress,
  checkAddresses,
  checkFields,
  checkInteger,
  checkOneOf,
  checkRpcUrl,
  checkText,
  checkUrl,
  optional,
} from './checks.ts'
import { configError } from './config-error.ts'
import { CONFIG_DEFAULTS } from './defaults.ts'
import type { ChainConfig, ResolvedChain, RouterCodecName } from './types.ts'
import { WRAPPED_NATIVE } from './wrapped-native.ts'

/** The Universal Resolver of ENS on Ethereum. */
const ENS_RESOLVER = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'

const CHAIN_FIELDS = {
  id: 1,
  name: 1,
  label: 1,
  rpcUrls: 1,
  nativeCurrency: 1,
  routerAddress: 1,
  codec: 1,
  explorerUrl: 1,
  logoUri: 1,
  usdToken: 1,
  wrappedNative: 1,
  priceFactories: 1,
  ensResolver: 1,
} satisfies Record<keyof ChainConfig, 1>

type NonEmpty<Item> = readonly [Item, ...Item[]]

/** Validates the chains of a config: at least one, unique ids and names. */
export function resolveChains(value: unknown): NonEmpty<ResolvedChain> {
  if (!Array.isArray(value) || value.length === 0) throw configError('chains', 'at least one chain', value)
  const chains = value.map((chain, index) => resolveChain(`chains[${index}]`, chain))
  for (const [index, chain] of chains.entries()) {
    const earlier = chains.slice(0, index)
    if (earlier.some((other) => other.id === chain.id)) {
      throw configError(`chains[${index}].id`, 'an id no other chain has', chain.id)
    }
    if (earlier.some((other) => other.name === chain.name)) {
      throw configError(`chains[${index}].name`, 'a name no other chain has', chain.name)
    }
  }
  return chains as unknown as NonEmpty<ResolvedChain>
}

function resolveChain(path: string, value: unknown): ResolvedChain {
  const chain = checkFields(path, value, Object.keys(CHAIN_FIELDS))
  const name = checkText(`${path}.name`, chain.name)
  const id = checkInteger(`${path}.id`, chain.id, { min: 1, max: Number.MAX_SAFE_INTEGER })
  return {
    id,
    name,
    label: optional(`${path}.label`, chain.label, checkText) ?? name,
    rpcUrls: resolveRpcUrls(`${path}.rpcUrls`, chain.rpcUrls),
    nativeCurrency:
      optional(`${path}.nativeCurrency`, chain.nativeCurrency, resolveCurrency) ??
      CONFIG_DEFAULTS.nativeCurrency,
    routerAddress: optional(`${path}.routerAddress`, chain.routerAddress, checkAddress),
    codec: optional(`${path}.codec`, chain.codec, checkCodec) ?? CONFIG_DEFAULTS.codec,
    explorerUrl: optional(`${path}.explorerUrl`, chain.explorerUrl, checkUrl),
    logoUri: optional(`${path}.logoUri`, chain.logoUri, checkText),
    usdToken: optional(`${path}.usdToken`, chain.usdToken, checkAddress),
    wrappedNative: optional(`${path}.wrappedNative`, chain.wrappedNative, checkAddress) ?? WRAPPED_NATIVE[id],
    ensResolver:
      optional(`${path}.ensResolver`, chain.ensResolver, checkAddress) ??
      (id === 1 ? ENS_RESOLVER : undefined),
    priceFactories: optional(`${path}.priceFactories`, chain.priceFactories, resolveFactories),
  }
}

function checkCodec(path: string, value: unknown): RouterCodecName {
  return checkOneOf(path, value, ['sluice', 'route-description', 'none'])
}

function resolveRpcUrls(path: string, value: unknown): NonEmpty<string> {
  if (!Array.isArray(value) || value.length === 0) throw configError(path, 'at least one RPC URL', value)
  return value.map((url, index) => checkRpcUrl(`${path}[${index}]`, url)) as unknown as NonEmpty<string>
}

function resolveFactories(path: string, value: unknown): ResolvedChain['priceFactories'] {
  const { v2, v3 } = checkFields(path, value, ['v2', 'v3'])
  return {
    v2: optional(`${path}.v2`, v2, checkAddresses) ?? [],
    v3: optional(`${path}.v3`, v3, checkAddresses) ?? [],
  }
}

function resolveCurrency(path: string, value: unknown): ResolvedChain['nativeCurrency'] {
  const currency = checkFields(path, value, ['name', 'symbol', 'decimals'])
  return {
    name: checkText(`${path}.name`, currency.name),
    symbol: checkText(`${path}.symbol`, currency.symbol),
    decimals: checkInteger(`${path}.decimals`, currency.decimals, { min: 0, max: MAX_DECIMALS }),
  }
}
