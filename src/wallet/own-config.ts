import type { Chain } from 'viem'
import { createConfig, fallback, http, type Config as WagmiConfig } from 'wagmi'
import type { ResolvedChain } from '../config/types.ts'

/** A wagmi config for one instance: the chains and RPCs of the host's config, no storage, no wallets. */
export function createOwnConfig(chains: readonly [ResolvedChain, ...ResolvedChain[]]): WagmiConfig {
  const [first, ...rest] = chains
  const transports = Object.fromEntries(
    chains.map(({ id, rpcUrls }) => [
      id,
      fallback(rpcUrls.map((url) => http(url, { fetchOptions: { redirect: 'error' } }))),
    ]),
  )
  return createConfig({
    chains: [toViemChain(first), ...rest.map(toViemChain)],
    transports,
    ccipRead: false,
    storage: null,
    multiInjectedProviderDiscovery: false,
  }) as unknown as WagmiConfig
}

function toViemChain({ id, label, nativeCurrency, rpcUrls, explorerUrl }: ResolvedChain): Chain {
  return {
    id,
    name: label,
    nativeCurrency,
    rpcUrls: { default: { http: rpcUrls } },
    ...(explorerUrl !== undefined && { blockExplorers: { default: { name: label, url: explorerUrl } } }),
  }
}
