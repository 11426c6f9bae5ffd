import type { ChainPreset } from './chain-preset.ts'

export const taiko: ChainPreset = {
  name: 'taiko',
  id: 167000,
  nativeCurrency: {
    name: 'Ether',
    symbol: 'ETH',
    decimals: 18,
  },
  weth: '0xA51894664A773981C6C112C43ce576f315d5b1B6',
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  referenceStable: '0x07d83526730c7438048D55A4fc0b850e2aaB6f0b',
  baseTokens: [
    '0xA51894664A773981C6C112C43ce576f315d5b1B6',
    '0xc4C410459fbaF8f7F86b6cEE52b4fA1282FF9704',
    '0x07d83526730c7438048D55A4fc0b850e2aaB6f0b',
    '0x2DEF195713CF4a606B49D07E520e22C17899a736',
    '0x7d02A3E0180451B17e5D7f29eF78d06F8117106C',
  ],
  stableTokens: [
    '0x07d83526730c7438048D55A4fc0b850e2aaB6f0b',
    '0x2DEF195713CF4a606B49D07E520e22C17899a736',
    '0x7d02A3E0180451B17e5D7f29eF78d06F8117106C',
  ],
  sources: [
    {
      index: 0,
      kind: 'v3',
      module: 'uniswap-v3',
      name: 'Uniswap V3',
      factory: '0x75FC67473A91335B5b8F8821277262a13B38c9b3',
      initCodeHash: '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54',
    },
  ],
  fromBlock: 0,
}
