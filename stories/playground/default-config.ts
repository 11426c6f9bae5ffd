import type { WidgetConfig } from '../../src/config/types.ts'
import { NATIVE_TOKEN } from '../../wire/lib/address.ts'
import type { Environment } from './environment.ts'

/** Returns the initial config: both local chains with their routers, ETH to USDC. */
export function defaultConfig({ manifest, serviceUrl }: Environment): WidgetConfig {
  const first = manifest.chains[0]
  const usdc = first?.tokens.find(({ symbol }) => symbol === 'USDC')
  return {
    integrator: 'playground',
    apiKey: 'dev-premium',
    baseUrl: `${serviceUrl}/router`,
    tokensUrl: `${serviceUrl}/tokens`,
    exchangeRatesUrl: `${serviceUrl}/rates`,
    yieldUrl: `${serviceUrl}/yield`,
    chains: manifest.chains.map(({ id, name, label, rpcUrl, widget }) => ({
      id,
      name,
      label,
      rpcUrls: [rpcUrl],
      privateRpcs: [`${rpcUrl}/?private`],
      ...widget,
    })),
    ...(first && { input: { chainId: first.id, token: NATIVE_TOKEN, amount: '1' } }),
    ...(first && usdc && { output: { chainId: first.id, token: usdc.address } }),
    slippageBps: 50,
    ...(manifest.logoHost && { logoHosts: [manifest.logoHost] }),
  }
}
