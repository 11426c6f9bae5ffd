import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { USDC, WETH } from '../../wire/fixtures/addresses.ts'
import type { WidgetConfig } from '../config/types.ts'
import { WidgetContext } from '../instance/context.tsx'
import { useCreateWidget } from '../instance/use-create-widget.ts'
import { useBalance } from './use-balance.ts'
import { useCountdown } from './use-countdown.ts'
import { useExecution } from './use-execution.ts'
import { useNavigation } from './use-navigation.ts'
import { usePrice } from './use-price.ts'
import { usePriceInputs } from './use-price-inputs.ts'
import { useReviewIntent } from './use-review-intent.ts'
import { useSwapReadiness } from './use-swap-readiness.ts'
import { useTokenSearch } from './use-token-search.ts'
import { useUsdPrice } from './use-usd-price.ts'
import { useWallet } from './use-wallet.ts'
import { useWalletOptions } from './use-wallet-options.ts'

const config: WidgetConfig = {
  integrator: 'sluice-test',
  baseUrl: 'https://api.example/router',
  tokensUrl: 'https://api.example/tokens',
  exchangeRatesUrl: 'https://api.example/rates',
  chains: [{ id: 1, name: 'ethereum', rpcUrls: ['https://rpc.example'], routerAddress: WETH }],
  input: { token: WETH, amount: '1' },
  output: { token: USDC },
  locale: 'en',
}

function Everything() {
  const seen = {
    page: useNavigation().page,
    wallet: useWallet().state.status,
    options: useWalletOptions().options ?? 'unknown',
    tokens: useTokenSearch({ chainIds: [1], search: '' }).tokens.length,
    price: usePrice().status,
    balance: useBalance({ chainId: 1, token: WETH }).value ?? 'unknown',
    usd: useUsdPrice({ chainId: 1, address: WETH }) ?? 'unknown',
    readiness: useSwapReadiness({ pair: usePriceInputs(), price: usePrice(), tokenError: undefined }).kind,
    review: useReviewIntent() ?? 'none',
    stage: useExecution().state.stage,
    seconds: useCountdown(undefined) ?? 'none',
  }
  return createElement('pre', null, JSON.stringify(seen))
}

function App() {
  const widget = useCreateWidget(config)
  return createElement(WidgetContext.Provider, { value: widget }, createElement(Everything))
}

it('renders every hook on a server without a request', () => {
  const requested = vi.spyOn(globalThis, 'fetch')
  expect(typeof window).toBe('undefined')
  const html = renderToString(createElement(App)).replaceAll('&quot;', '"')
  expect(JSON.parse(html.replace(/<\/?pre>/g, ''))).toEqual({
    page: 'swap',
    wallet: 'disconnected',
    options: 'unknown',
    tokens: 0,
    price: 'idle',
    balance: 'unknown',
    usd: 'unknown',
    readiness: 'connect',
    review: 'none',
    stage: 'idle',
    seconds: 'none',
  })
  expect(requested).not.toHaveBeenCalled()
  requested.mockRestore()
})
