import type { Address } from '../../../wire/lib/address.ts'
import type { ChainName } from '../../../wire/lib/chain-names.ts'

/**
 * A block with no earlier announcements and its source. Undefined: no published block was found,
 * with the reason.
 */
export type FirstBlock = readonly [block: number | undefined, origin: string]

const UNISWAP_V2 = 'Uniswap/v2-subgraph: config/<network>/config.json'
const UNISWAP_V3 = 'Uniswap/v3-subgraph: config/<network>/config.json'
const UNISWAP_V4 = 'Uniswap/v4-subgraph: networks.json'
const SUSHI = 'sushiswap/subgraphs: config/<network>.js'
const PANCAKE = 'pancakeswap/pancake-subgraph: config/<network>.js'
const BALANCER = 'balancer/balancer-subgraph-v2: networks.json'
const BALANCER_V3 = 'balancer/balancer-subgraph-v3: networks.json'
const LLAMA_UNISWAP = 'DefiLlama/DefiLlama-Adapters: projects/uniswap/index.js'
const LLAMA_AERODROME = 'DefiLlama/dimension-adapters: dexs/aerodrome-slipstream/index.ts'
const MESSARI_V3 =
  'messari/subgraphs: subgraphs/uniswap-v3-forks/protocols/uniswap-v3/config/deployments/uniswap-v3-<network>/configurations.json'
const VELODROME = 'velodrome-finance/indexer (config.yaml) reads from block 0, and no other indexer was found'

/**
 * First blocks of the contracts that announce pools, from the configs of indexers, read on
 * 2026-11-28. The lowest published number of the same chain counts. 0 is used only for contracts in
 * a chain's genesis state, because elsewhere it means that an indexer reads all blocks.
 */
export const FIRST_BLOCKS: Readonly<Record<ChainName, Readonly<Record<Address, FirstBlock>>>> = {
  ethereum: {
    // Both manifests of this factory (the other is Messari's) name 10000834, the block before its deployment.
    '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f': [10_000_835, `${UNISWAP_V2}, and one`],
    '0x1F98431c8aD98523631AE4a59f267346ea31F984': [12_369_620, MESSARI_V3],
    '0xC0AEe478e3658e2610c5F7A4A2E1777cE9e4f2Ac': [10_794_229, SUSHI],
    '0xbACEB8eC6b9355Dfc0269C18bac9d6E2Bdc29C4F': [16_955_547, SUSHI],
    '0x1097053Fd2ea711dad45caCcc45EfF7548fCB362': [
      15_614_590,
      'pancakeswap/pancake-subgraph: subgraphs/exchange-eth/subgraph.yaml',
    ],
    '0xBA12222222228d8Ba445958a75a0704d566BF2C8': [12_272_146, BALANCER],
    '0x000000000004444c5dc75cB358380D2e3dE08A90': [21_688_329, UNISWAP_V4],
    // The position manager's: it was deployed after the factory, for which a later block is named.
    '0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865': [16_944_786, PANCAKE],
    '0xbA1333333333a1BA1108E8412f11850A5C319bA9': [21_332_121, BALANCER_V3],
  },
  base: {
    '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6': [6_601_915, UNISWAP_V2],
    '0x33128a8fC17869897dcE68Ed026d694621f6FDfD': [1_371_670, MESSARI_V3],
    '0x71524B4f93c58fcbF659783284E38825f0622859': [2_631_214, SUSHI],
    '0xc35DADB65012eC5796536bD9864eD8773aBc74C4': [1_759_510, SUSHI],
    '0x02a84c1b3BBD7401a5f7fa98a384EBC70bB5749E': [2_910_387, PANCAKE],
    '0x498581fF718922c3f8e6A244956aF099B2652b2b': [25_350_988, UNISWAP_V4],
    '0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865': [2_912_007, PANCAKE],
    '0x5e7BB104d84c7CB9B682AaC2F3d509f5F406809A': [13_843_704, LLAMA_AERODROME],
    '0xaDe65c38CD4849aDBA595a4323a8C7DdfE89716a': [36_953_918, LLAMA_AERODROME],
    '0xf8f2eB4940CFE7d13603DDDD87f123820Fc061Ef': [44_394_724, LLAMA_AERODROME],
    '0xBA12222222228d8Ba445958a75a0704d566BF2C8': [1_196_036, BALANCER],
    '0xbA1333333333a1BA1108E8412f11850A5C319bA9': [25_343_854, BALANCER_V3],
  },
  arbitrum: {
    '0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9': [150_442_611, UNISWAP_V2],
    '0x1F98431c8aD98523631AE4a59f267346ea31F984': [163, MESSARI_V3],
    '0xc35DADB65012eC5796536bD9864eD8773aBc74C4': [70, SUSHI],
    '0x1af415a1EbA07a4986a52B6f2e7dE7003D82231e': [75_998_697, SUSHI],
    '0x02a84c1b3BBD7401a5f7fa98a384EBC70bB5749E': [101_022_992, PANCAKE],
    '0xBA12222222228d8Ba445958a75a0704d566BF2C8': [222_832, BALANCER],
    '0x360E68faCcca8cA495c1B759Fd9EEe466db9FB32': [297_842_872, UNISWAP_V4],
    '0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865': [101_028_949, PANCAKE],
    '0xbA1333333333a1BA1108E8412f11850A5C319bA9': [297_810_187, BALANCER_V3],
  },
  bnb: {
    '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6': [33_496_018, UNISWAP_V2],
    // Uniswap's own config has the number of Ethereum here.
    '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7': [26_324_014, MESSARI_V3],
    '0xc35DADB65012eC5796536bD9864eD8773aBc74C4': [5_205_069, SUSHI],
    '0x126555dd55a39328F69400d6aE4F782Bd4C34ABb': [26_976_538, SUSHI],
    '0xcA143Ce32Fe78f1f7019d7d551a6402fC5350c73': [
      6_809_737,
      'pancakeswap/pancake-subgraph: subgraphs/exchange/subgraph.yaml',
    ],
    '0xBA12222222228d8Ba445958a75a0704d566BF2C8': [22_691_002, 'cowprotocol/services: contracts/src/main.rs'],
    '0x28e2Ea090877bF75740558f6BFB36A5ffeE9e9dF': [45_970_610, UNISWAP_V4],
    // The position manager's, as on Ethereum.
    '0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865': [26_931_961, PANCAKE],
  },
  avalanche: {
    '0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C': [37_767_795, UNISWAP_V2],
    '0x740b1c1de25031C31FF4fC9A62f554A55cdC1baD': [27_832_971, UNISWAP_V3],
    '0xc35DADB65012eC5796536bD9864eD8773aBc74C4': [506_190, SUSHI],
    '0x3e603C14aF37EBdaD31709C4f848Fc6aD5BEc715': [28_186_391, SUSHI],
    '0xBA12222222228d8Ba445958a75a0704d566BF2C8': [26_386_141, BALANCER],
    '0x06380C0e0912312B5150364B9DC4542BA0DbBc85': [56_195_376, UNISWAP_V4],
    '0xbA1333333333a1BA1108E8412f11850A5C319bA9': [59_955_604, BALANCER_V3],
  },
  gnosis: {
    '0xe32F7dD7e3f098D518ff19A22d5f028e076489B1': [27_416_614, LLAMA_UNISWAP],
    '0xc35DADB65012eC5796536bD9864eD8773aBc74C4': [14_735_904, SUSHI],
    '0xf78031CBCA409F2FB6876BDFDBc1b2df24cF9bEf': [27_232_871, SUSHI],
    '0xBA12222222228d8Ba445958a75a0704d566BF2C8': [24_821_598, BALANCER],
    '0xbA1333333333a1BA1108E8412f11850A5C319bA9': [37_360_338, BALANCER_V3],
  },
  polygon: {
    '0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C': [49_948_178, UNISWAP_V2],
    '0x1F98431c8aD98523631AE4a59f267346ea31F984': [22_757_546, MESSARI_V3],
    '0xc35DADB65012eC5796536bD9864eD8773aBc74C4': [11_333_218, SUSHI],
    '0x917933899c6a5F8E37F31E19f92CdBFF7e8FF0e2': [41_024_971, SUSHI],
    '0xBA12222222228d8Ba445958a75a0704d566BF2C8': [15_832_990, BALANCER],
    '0x67366782805870060151383F4BbFF9daB53e5cD6': [66_980_384, UNISWAP_V4],
    '0x411b0fAcC3489691f28ad58c47006AF5E3Ab3A28': [
      32_610_688,
      'DefiLlama/DefiLlama-Adapters: registries/uniswapV3.js',
    ],
    '0x5757371414417b8C6CAad45bAeF941aBc7d3Ab32': [
      4_931_780,
      'messari/subgraphs: subgraphs/uniswap-forks/protocols/quickswap/config/deployments/quickswap-polygon/configurations.json',
    ],
  },
  optimism: {
    '0x0c3c1c532F1e39EdF36BE9Fe0bE1410313E074Bf': [112_197_986, UNISWAP_V2],
    // The contract is part of the regenesis state.
    '0x1F98431c8aD98523631AE4a59f267346ea31F984': [0, MESSARI_V3],
    '0xFbc12984689e5f15626Bad03Ad60160Fe98B303C': [110_882_086, SUSHI],
    '0x9c6522117e2ed1fE5bdb72bb0eD5E3f2bdE7DBe0': [85_432_013, SUSHI],
    '0xBA12222222228d8Ba445958a75a0704d566BF2C8': [7_003_431, BALANCER],
    '0x9a13F98Cb987694C9F086b1F5eB990EeA8264Ec3': [130_947_675, UNISWAP_V4],
    '0xCc0bDDB707055e04e497aB22a59c2aF4391cd12F': [undefined, VELODROME],
    '0xbA1333333333a1BA1108E8412f11850A5C319bA9': [133_969_431, BALANCER_V3],
  },
  mantle: {
    '0x0d922Fb1Bc191F64970ac40376643808b4B74Df9': [63_795_918, LLAMA_UNISWAP],
  },
  linea: {
    '0x114A43DF6C5f54EBB8A9d70Cd1951D3dD68004c7': [29_118_440, UNISWAP_V2],
    '0x31FAfd4889FA1269F7a13A66eE0fB458f27D72A9': [25_247, LLAMA_UNISWAP],
    '0xFbc12984689e5f15626Bad03Ad60160Fe98B303C': [631_714, SUSHI],
    '0xc35DADB65012eC5796536bD9864eD8773aBc74C4': [53_256, SUSHI],
    '0x02a84c1b3BBD7401a5f7fa98a384EBC70bB5749E': [1_439, PANCAKE],
    '0x248083Fb965359d82b06C1F5322480Dcfc1AD857': [28_974_969, UNISWAP_V4],
    '0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865': [1_444, PANCAKE],
  },
  scroll: {
    '0x70C62C8b8e801124A4Aa81ce07b637A3e83cb919': [1_367, LLAMA_UNISWAP],
    '0xB45e53277a7e0F1D35f2a77160e91e25507f1763': [81_841, SUSHI],
    '0x46B3fDF7b5CDe91Ac049936bF0bDb12c5d22202e': [82_522, SUSHI],
  },
  taiko: {
    '0x75FC67473A91335B5b8F8821277262a13B38c9b3': [961, LLAMA_UNISWAP],
  },
  blast: {
    '0x5C346464d33F90bABaf70dB6388507CC889C1070': [399_405, UNISWAP_V2],
    '0x792edAdE80af5fC680d96a2eD80A44247D2Cf6Fd': [400_903, UNISWAP_V3],
    '0x42Fa929fc636e657AC568C0b5Cf38E203b67aC2b': [285_621, SUSHI],
    '0x7680D4B43f3d1d54d6cfEeB2169463bFa7a6cf0d': [284_122, SUSHI],
    '0x1631559198A9e474033433b2958daBC135ab6446': [14_377_311, UNISWAP_V4],
  },
  sonic: {
    '0xcb2436774C3e191c85056d248EF4260ce5f27A9D': [322_744, LLAMA_UNISWAP],
    '0xB45e53277a7e0F1D35f2a77160e91e25507f1763': [347_155, SUSHI],
    '0x46B3fDF7b5CDe91Ac049936bF0bDb12c5d22202e': [347_590, SUSHI],
  },
  berachain: {
    '0x4Be03f781C497A489E3cB0287833452cA9B9E80B': [
      9_384,
      'DefiLlama/DefiLlama-Adapters: registries/balancer.js',
    ],
  },
  unichain: {
    '0x1F98400000000000000000000000000000000002': [0, UNISWAP_V2],
    '0x1F98400000000000000000000000000000000003': [0, UNISWAP_V3],
    '0x1F98400000000000000000000000000000000004': [25_500, UNISWAP_V4],
    '0x04625B046C69577EfC40e6c0Bb83CDBAfab5a55F': [undefined, VELODROME],
  },
  hyperevm: {
    '0xbA1333333333a1BA1108E8412f11850A5C319bA9': [6_132_445, BALANCER_V3],
  },
}
