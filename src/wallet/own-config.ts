import type { Chain } from 'viem'
import { createConfig, fallback, http, type Config as WagmiConfig } from 'wagmi'
import type { ResolvedChain } from '../config/types.ts'
import { ownFields } from '../lib/own-fields.ts'

/** A wagmi config for one instance: the chains and RPCs of the host's config, no storage, no wallets. */
export function createOwnConfig(chains: readonly [ResolvedChain, ...ResolvedChain[]]): WagmiConfig {
  const [first, ...rest] = chains
  const transports = Object.fromEntries(
    chains.map(({ id, rpcUrls }) => [
      id,
      fallback(
        rpcUrls.map((url) =>
          http(url, ownFields({ fetchOptions: ownFields({ redirect: 'error' as const }) })),
        ),
        ownFields({}),
      ),
    ]),
  )
  return createConfig(
    ownFields({
      chains: [toViemChain(first), ...rest.map(toViemChain)] as const,
      transports,
      client: undefined,
      connectors: [],
      ccipRead: false,
      storage: null,
      multiInjectedProviderDiscovery: false,
    }),
  ) as unknown as WagmiConfig
}

function toViemChain({ id, label, nativeCurrency, rpcUrls, explorerUrl }: ResolvedChain): Chain {
  return ownFields({
    id,
    name: label,
    nativeCurrency,
    rpcUrls: { default: { http: rpcUrls } },
    ...(explorerUrl !== undefined && { blockExplorers: { default: { name: label, url: explorerUrl } } }),
  })
}
