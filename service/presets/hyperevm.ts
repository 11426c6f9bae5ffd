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
  sources: [
    {
      index: 0,
      kind: 'balancer-v3',
      module: 'balancer-v3',
      name: 'Balancer V3',
      factory: '0xbA1333333333a1BA1108E8412f11850A5C319bA9',
      weightedFactories: [
        '0xE3881627B8DeeBCCF9c23B291430a549Fc0bE5F7',
        '0x6eE18fbb1BBcC5CF700cD75ea1aef2bb21e3cB3F',
      ],
      stableFactories: [
        '0x96484f2aBF5e58b15176dbF1A799627B53F13B6d',
        '0xb96524227c4B5Ab908FC3d42005FE3B07abA40E9',
      ],
    },
  ],
  fromBlock: 0,
  finalityBlocks: 64,
}
