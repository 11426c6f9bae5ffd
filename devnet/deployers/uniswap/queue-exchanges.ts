import { keccak256 } from 'viem'
import { ZERO_ADDRESS } from '../../../wire/lib/address.ts'
import { type Artifacts, ownContract } from '../../bytecode/artifacts.ts'
import type { V3Source } from '../../plan/source.ts'
import type { Setup } from '../../setup/setup.ts'
import type { ExchangeSource } from './queue-pools.ts'

/** Deploys the exchanges, in the order of the executor's table. */
export function queueExchanges(setup: Setup, artifacts: Artifacts): ExchangeSource[] {
  const uniswapV2 = setup.deploy('Uniswap V2', artifacts.uniswapV2Factory, [ZERO_ADDRESS])
  const deltaV2 = setup.deploy('Delta V2', artifacts.deltaV2Factory, [ZERO_ADDRESS])
  const uniswapV3 = setup.deploy('Uniswap V3', artifacts.uniswapV3Factory)
  return [
    {
      index: 0,
      module: 'uniswap-v2',
      name: 'Uniswap V2',
      kind: 'v2',
      factory: uniswapV2,
      initCodeHash: artifacts.uniswapV2PairHash,
      feeBps: 30,
    },
    {
      index: 1,
      module: 'delta-v2',
      name: 'Delta V2',
      kind: 'v2',
      factory: deltaV2,
      initCodeHash: artifacts.deltaV2PairHash,
      feeBps: 20,
    },
    {
      index: 2,
      module: 'uniswap-v3',
      name: 'Uniswap V3',
      kind: 'v3',
      factory: uniswapV3,
      initCodeHash: artifacts.uniswapV3PoolHash,
    },
  ]
}

/**
 * PancakeSwap V3 with a pool deployer of this repository, because its authors' deployer is in no
 * package.
 */
export function queuePancake(setup: Setup, artifacts: Artifacts): V3Source {
  const { bytecode } = artifacts.pancakeV3Pool
  const maker = ownContract(artifacts, 'PoolDeployer')
  const deployer = setup.deploy('PancakeSwap V3 deployer', maker, [bytecode])
  const factory = setup.deploy('PancakeSwap V3', artifacts.pancakeV3Factory, [deployer])
  setup.call('PancakeSwap V3 deployer', deployer, maker, 'setFactory', [factory])
  return {
    index: 7,
    module: 'pancakeswap-v3',
    name: 'PancakeSwap V3',
    kind: 'v3',
    factory,
    deployer,
    initCodeHash: keccak256(bytecode),
  }
}
