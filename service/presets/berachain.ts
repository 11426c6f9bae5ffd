import type { ChainPreset } from './chain-preset.ts'

export const berachain: ChainPreset = {
  name: 'berachain',
  id: 80094,
  nativeCurrency: {
    name: 'BERA Token',
    symbol: 'BERA',
    decimals: 18,
  },
  weth: '0x6969696969696969696969696969696969696969',
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  referenceStable: '0xFCBD14DC51f0A4d49d5E53C2E0950e0bC26d0Dce',
  baseTokens: [
    '0x6969696969696969696969696969696969696969',
    '0x2F6F07CDcf3588944Bf4C42aC74ff24bF56e7590',
    '0xFCBD14DC51f0A4d49d5E53C2E0950e0bC26d0Dce',
    '0x549943e04f40284185054145c6E4e9568C1D3241',
    '0x779Ded0c9e1022225f8E0630b35a9b54bE713736',
  ],
  stableTokens: [
    '0xFCBD14DC51f0A4d49d5E53C2E0950e0bC26d0Dce',
    '0x549943e04f40284185054145c6E4e9568C1D3241',
    '0x779Ded0c9e1022225f8E0630b35a9b54bE713736',
  ],
  sources: [
    {
      kind: 'balancer',
      module: 'bex',
      name: 'BEX',
      index: 0,
      factory: '0x4Be03f781C497A489E3cB0287833452cA9B9E80B',
      poolFactory: '0xa966fA8F2d5B087FFFA499C0C1240589371Af409',
    },
  ],
  fromBlock: 0,
  finalityBlocks: 64,
  blockSeconds: 2,
}
