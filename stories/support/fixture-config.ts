import type { WidgetConfig } from '../../src/config/types.ts'
import { SETTLEMENT } from '../../src/wire/fixtures/addresses.ts'
import { BASE, ETH, ETHEREUM, USDC, WETH } from '../../testing/fixture-tokens.ts'

export const FIXTURE_CONFIG: WidgetConfig = {
  integrator: 'stories',
  baseUrl: 'http://fixture.test/router',
  tokensUrl: 'http://fixture.test/tokens',
  exchangeRatesUrl: 'http://fixture.test/rates',
  locale: 'en',
  chains: [
    {
      id: ETHEREUM,
      name: 'ethereum',
      label: 'Ethereum',
      rpcUrls: ['http://fixture.test/rpc'],
      routerAddress: SETTLEMENT,
      usdToken: USDC.address,
      wrappedNative: WETH.address,
      explorerUrl: 'https://explorer.fixture.test',
    },
    {
      id: BASE,
      name: 'base',
      label: 'Base',
      rpcUrls: ['http://fixture.test/rpc'],
      routerAddress: SETTLEMENT,
      usdToken: USDC.address,
    },
  ],
  input: { chainId: ETHEREUM, token: ETH.address, amount: '1.5' },
  output: { chainId: ETHEREUM, token: USDC.address },
}
