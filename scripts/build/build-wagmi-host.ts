import { join } from 'node:path'
import { buildFirstLoad } from './build-as-host.ts'

/** A one-page app that connects a wallet and shows the balance. */
const WAGMI_HOST = `
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'
import { createConfig, http, injected, useBalance, useConnect, useConnection, WagmiProvider } from 'wagmi'

const config = createConfig({ chains: [mainnet], connectors: [injected()], transports: { [mainnet.id]: http() } })
function Page() {
  const { address } = useConnection()
  const { mutate } = useConnect()
  const { data } = useBalance({ address })
  return createElement('button', { onClick: () => mutate({ connector: injected() }) }, String(data?.value), globalThis.child)
}
const page = createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Page))
createRoot(document.body).render(createElement(WagmiProvider, { config }, page))
`
const widget = (built: string) => `
import { SwapWidget } from '${join(built, 'index.js')}'
globalThis.child = createElement(SwapWidget, { config: { chains: [] } })
`

/**
 * Returns the chunks that an app with wagmi loads at the start, with its packages, and with the
 * built widget if `hasWidget`.
 */
export function buildWagmiHost(built: string, { hasWidget = false } = {}): Promise<Buffer[]> {
  const host = join(built, '..', 'host.js')
  const code = hasWidget ? `${WAGMI_HOST}\n${widget(built)}` : WAGMI_HOST
  const plugin = {
    name: 'host',
    resolveId: (id: string) => (id === host ? id : undefined),
    load: (id: string) => (id === host ? code : undefined),
  }
  return buildFirstLoad(host, { plugins: [plugin] })
}
