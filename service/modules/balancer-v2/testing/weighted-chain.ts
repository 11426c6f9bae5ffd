import type { Address } from 'viem'
import { fromBalancerArtifact } from '../../../../devnet/bytecode/load-artifact.ts'
import { createBalancerModule } from '../balancer-module.ts'
import { type MadePool, startVaultChain, type VaultToken } from './vault-chain.ts'

const FIRST = 'deprecated/20210418-weighted-pool'
/** Every factory of weighted pools with published code. */
const FACTORIES = {
  weighted1: fromBalancerArtifact(FIRST, 'WeightedPoolFactory'),
  /** Pools of two tokens with a price oracle. */
  twoTokens: fromBalancerArtifact(FIRST, 'WeightedPool2TokensFactory'),
  weighted2: fromBalancerArtifact('deprecated/20220908-weighted-pool-v2', 'WeightedPoolFactory'),
  weighted3: fromBalancerArtifact('20230206-weighted-pool-v3', 'WeightedPoolFactory'),
}
export type WeightedGeneration = keyof typeof FACTORIES
export const WEIGHTED_GENERATIONS = Object.keys(FACTORIES) as WeightedGeneration[]

const NO_PROVIDER: Address = `0x${'0'.repeat(40)}`

export interface WeightedPlan {
  generation: WeightedGeneration
  tokens: readonly (VaultToken & { weight: bigint })[]
  swapFee: bigint
}

export type WeightedChain = Awaited<ReturnType<typeof startWeightedChain>>

/**
 * Starts a chain with the vault and the factories of weighted pools, from Balancer's published
 * code.
 */
export async function startWeightedChain() {
  const chain = await startVaultChain()
  const { deploy, vault, fees } = chain
  const { deployer } = chain.accounts
  const factories: Record<WeightedGeneration, Address> = {
    weighted1: await deploy(FACTORIES.weighted1, [vault]),
    twoTokens: await deploy(FACTORIES.twoTokens, [vault]),
    weighted2: await deploy(FACTORIES.weighted2, [vault, fees]),
    weighted3: await deploy(FACTORIES.weighted3, [vault, fees, 'factory', 'pool']),
  }
  const [poolFactory, ...weightedFactories] = Object.values(factories)
  if (!poolFactory) throw new Error('No factory was deployed')
  const module = createBalancerModule(
    {
      ...{ kind: 'balancer', index: 5, module: 'balancer-v2', name: 'Balancer V2' },
      ...{ factory: vault, poolFactory, weightedFactories },
    },
    chain.multicall3,
  )

  async function addPool({ generation, tokens, swapFee }: WeightedPlan): Promise<MadePool> {
    const made = await chain.addTokens(tokens)
    const [addresses, weights] = [made.map(({ address }) => address), made.map(({ weight }) => weight)]
    const ends = {
      weighted1: [swapFee, deployer],
      twoTokens: [swapFee, true, deployer],
      weighted2: [made.map(() => NO_PROVIDER), swapFee, deployer],
      weighted3: [made.map(() => NO_PROVIDER), swapFee, deployer],
    }
    const params = ['Pool', 'POOL', addresses, weights, ...ends[generation]]
    const factory = { address: factories[generation], contract: FACTORIES[generation] }
    return chain.createPool(factory, params, made)
  }

  return { ...chain, load: () => chain.load(module), addPool }
}
