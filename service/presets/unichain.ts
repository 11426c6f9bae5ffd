import type { ChainPreset } from './chain-preset.ts'

export const unichain: ChainPreset = {
  name: 'unichain',
  id: 130,
  nativeCurrency: {
    name: 'Ether',
    symbol: 'ETH',
    decimals: 18,
  },
  weth: '0x4200000000000000000000000000000000000006',
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  tickLens: '0xD5D76fa166AB8d8AD4C9f61AaA81457b66cBE443',
  referenceStable: '0x078D782b760474a361dDA0AF3839290b0EF57AD6',
  baseTokens: [
    '0x4200000000000000000000000000000000000006',
    '0x927B51f251480a681271180DA4de28D44EC4AfB8',
    '0x078D782b760474a361dDA0AF3839290b0EF57AD6',
    '0x9151434b16b9763660705744891fA906F660EcC5',
    '0x20CAb320A855b39F724131C69424240519573f81',
  ],
  stableTokens: [
    '0x078D782b760474a361dDA0AF3839290b0EF57AD6',
    '0x9151434b16b9763660705744891fA906F660EcC5',
    '0x20CAb320A855b39F724131C69424240519573f81',
  ],
  sources: [
    {
      index: 0,
      kind: 'v2',
      module: 'uniswap-v2',
      name: 'Uniswap V2',
      factory: '0x1F98400000000000000000000000000000000002',
      initCodeHash: '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f',
      feeBps: 30,
    },
    {
      index: 1,
      kind: 'v3',
      module: 'uniswap-v3',
      name: 'Uniswap V3',
      factory: '0x1F98400000000000000000000000000000000003',
      initCodeHash: '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54',
    },
    {
      index: 2,
      kind: 'v4',
      module: 'uniswap-v4',
      name: 'Uniswap V4',
      factory: '0x1F98400000000000000000000000000000000004',
    },
  ],
  l1FeeOracle: '0x420000000000000000000000000000000000000F',
  fromBlock: 0,
  finalityBlocks: 1200,
  blockSeconds: 1,
}
