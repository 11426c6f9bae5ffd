import type { ChainPreset } from './chain-preset.ts'

export const hyperevm: ChainPreset = {
  name: 'hyperevm',
  id: 999,
  nativeCurrency: {
    name: 'HYPE',
    symbol: 'HYPE',
    decimals: 18,
  },
  weth: '0x5555555555555555555555555555555555555555',
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  referenceStable: '0xB8CE59FC3717ada4C02eaDF9682A9e934F625ebb',
  baseTokens: ['0x5555555555555555555555555555555555555555', '0xB8CE59FC3717ada4C02eaDF9682A9e934F625ebb'],
  stableTokens: ['0xB8CE59FC3717ada4C02eaDF9682A9e934F625ebb'],
  fromBlock: 0,
  finalityBlocks: 64,
}
