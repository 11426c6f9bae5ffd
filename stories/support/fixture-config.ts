import type { WidgetConfig } from '../../src/config/types.ts'
import { BASE, ETH, ETHEREUM, USDC } from './tokens.ts'

const router = '0xB7f8BC63BbcaD18155201308C8f3540b07f84F5e'

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
      routerAddress: router,
      usdToken: USDC.address,
      explorerUrl: 'https://explorer.fixture.test',
    },
    {
      id: BASE,
      name: 'base',
      label: 'Base',
      rpcUrls: ['http://fixture.test/rpc'],
      routerAddress: router,
      usdToken: USDC.address,
    },
  ],
  input: { chainId: ETHEREUM, token: ETH.address, amount: '1.5' },
  output: { chainId: ETHEREUM, token: USDC.address },
}
