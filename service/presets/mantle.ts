import type { ChainPreset } from './chain-preset.ts'

export const mantle: ChainPreset = {
  name: 'mantle',
  id: 5000,
  nativeCurrency: {
    name: 'MNT',
    symbol: 'MNT',
    decimals: 18,
  },
  weth: '0x78c1b0C915c4FAA5FffA6CAbf0219DA63d7f4cb8',
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  referenceStable: '0x09Bc4E0D864854c6aFB6eB9A9cdF58aC190D0dF9',
  baseTokens: [
    '0x78c1b0C915c4FAA5FffA6CAbf0219DA63d7f4cb8',
    '0xdEAddEaDdeadDEadDEADDEAddEADDEAddead1111',
    '0x09Bc4E0D864854c6aFB6eB9A9cdF58aC190D0dF9',
    '0x201EBa5CC46D216Ce6DC03F6a759e8E766e956aE',
    '0x779Ded0c9e1022225f8E0630b35a9b54bE713736',
    '0x5d3a1Ff2b6BAb83b63cd9AD0787074081a52ef34',
  ],
  stableTokens: [
    '0x09Bc4E0D864854c6aFB6eB9A9cdF58aC190D0dF9',
    '0x201EBa5CC46D216Ce6DC03F6a759e8E766e956aE',
    '0x779Ded0c9e1022225f8E0630b35a9b54bE713736',
    '0x5d3a1Ff2b6BAb83b63cd9AD0787074081a52ef34',
  ],
  sources: [
    {
      index: 0,
      kind: 'v3',
      module: 'uniswap-v3',
      name: 'Uniswap V3',
      factory: '0x0d922Fb1Bc191F64970ac40376643808b4B74Df9',
      initCodeHash: '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54',
    },
    {
      index: 1,
      kind: 'aave',
      module: 'aave-v3',
      name: 'Aave V3',
      factory: '0x458F293454fE0d67EC0655f3672301301DD51422',
      version: '3.4',
      oracle: '0x47a063CfDa980532267970d478EC340C0F80E8df',
    },
    {
      index: 2,
      kind: 'stableswap-ng',
      module: 'curve-ng',
      name: 'Curve NG',
      factory: '0x5eeE3091f747E60a045a2E715a4c71e600e31F6E',
    },
  ],
  l1FeeOracle: '0x420000000000000000000000000000000000000F',
  l1FeeModel: 'mantle',
  fromBlock: 0,
}
