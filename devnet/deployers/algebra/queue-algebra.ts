import { encodeAbiParameters, getContractAddress, keccak256 } from 'viem'
import type { Address } from '../../../wire/lib/address.ts'
import { fromPackage } from '../../bytecode/load-artifact.ts'
import type { AlgebraPoolPlan } from '../../plan/algebra-pools.ts'
import { squareRoot } from '../../plan/amounts.ts'
import { liquidityRanges } from '../../plan/liquidity-ranges.ts'
import type { ManifestAlgebraPool, ManifestToken } from '../../plan/manifest.ts'
import type { AlgebraSource } from '../../plan/source.ts'
import type { Setup } from '../../setup/setup.ts'
import type { TradingDesk } from '../../setup/trading-desk.ts'
import { getSides, usdPerUnit } from '../uniswap/queue-pools.ts'

/** The V3 fee tier with the same tick spacing as Algebra, for the ranges. */
const FEE_OF_SPACING = 3000

/** Algebra Integral with the plugin that sets the fees of pools. */
export function queueAlgebra(setup: Setup): AlgebraSource {
  const core = (name: string) => load('integral-core', name)
  const factoryCode = core('AlgebraFactory')
  // The factory and the pool deployer store each other's address.
  const deployer = setup.nextAddress(1)
  const factory = setup.deploy('Algebra', factoryCode, [deployer])
  setup.deploy('Algebra deployer', core('AlgebraPoolDeployer'), [factory])
  const plugins = setup.deploy('Algebra plugins', load('integral-base-plugin', 'BasePluginV1Factory'), [
    factory,
  ])
  setup.call('plugin factory of Algebra', factory, factoryCode, 'setDefaultPluginFactory', [plugins])
  return {
    index: 10,
    module: 'algebra',
    name: 'Algebra',
    kind: 'algebra',
    factory,
    deployer,
    initCodeHash: keccak256(core('AlgebraPool').bytecode),
  }
}

/** Creates and fills the planned pools through the desk. */
export function queueAlgebraPools(
  setup: Setup,
  { source, desk }: { source: AlgebraSource; desk: TradingDesk },
  { plans, tokens }: { plans: AlgebraPoolPlan[]; tokens: ManifestToken[] },
): ManifestAlgebraPool[] {
  return plans.map((plan) => {
    const [side0, side1] = getSides(plan, tokens)
    const ranges = liquidityRanges({
      shape: 'wide',
      fee: FEE_OF_SPACING,
      price: Number(side1.amount) / Number(side0.amount),
      depthUsd: plan.depthUsd,
      usdPerUnit: [usdPerUnit(side0.plan), usdPerUnit(side1.plan)],
    })
    const sqrtPriceX96 = squareRoot((side1.amount << 192n) / side0.amount)
    const args = [side0.address, side1.address, sqrtPriceX96, ranges]
    setup.call(`Algebra ${plan.a}/${plan.b}`, desk.address, desk, 'addPool', args)
    const pair: [Address, Address] = [side0.address, side1.address]
    return { address: poolAddress(source, pair), module: source.module, tokens: pair }
  })
}

function load(folder: string, name: string) {
  return fromPackage(`@cryptoalgebra/${folder}/artifacts/contracts/${name}.sol/${name}.json`)
}

/** Computes the address before the pool is created. */
function poolAddress(
  { deployer: from, initCodeHash: bytecodeHash }: AlgebraSource,
  tokens: [Address, Address],
): Address {
  const salt = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'address' }], tokens))
  return getContractAddress({ opcode: 'CREATE2', from, salt, bytecodeHash })
}
