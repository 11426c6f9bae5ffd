import { type Abi, type Address, parseAbi, toFunctionSelector } from 'viem'
import { link } from '../../../../devnet/bytecode/link.ts'
import { fromBalancerArtifact } from '../../../../devnet/bytecode/load-artifact.ts'
import type { FollowedModule } from '../../core/module.ts'
import type { Pool } from '../../core/pool.ts'
import { createBalancerModule } from '../balancer-module.ts'
import { type MadePool, startVaultChain, type VaultToken } from './vault-chain.ts'

const META = 'deprecated/20210727-meta-stable-pool'
/** Every generation of stable pools with published code. */
const FACTORIES = {
  stable: fromBalancerArtifact('deprecated/20210624-stable-pool', 'StablePoolFactory'),
  /** Pools of two tokens with rates and a price oracle. */
  meta: fromBalancerArtifact(META, 'MetaStablePoolFactory'),
  stable2: fromBalancerArtifact('deprecated/20220609-stable-pool-v2', 'StablePoolFactory'),
  composable1: fromBalancerArtifact(
    'deprecated/20220906-composable-stable-pool',
    'ComposableStablePoolFactory',
  ),
  composable2: fromBalancerArtifact(
    'deprecated/20221122-composable-stable-pool-v2',
    'ComposableStablePoolFactory',
  ),
  composable3: fromBalancerArtifact('20230206-composable-stable-pool-v3', 'ComposableStablePoolFactory'),
}
export type Generation = keyof typeof FACTORIES

/** Addresses of rate providers that the module trusts. Tests set their code. */
export const RATE_PROVIDERS = Array.from(
  { length: 32 },
  (_, i): Address => `0x${(0xca00 + i).toString(16).padStart(40, '0')}`,
)

export const poolAbi = parseAbi([
  'function getActionId(bytes4) view returns (bytes32)',
  'function pause()',
  'function setPaused(bool)',
  'function enableRecoveryMode()',
  'function setSwapFeePercentage(uint256)',
  'function setTokenRateCacheDuration(address, uint256)',
  'function startAmplificationParameterUpdate(uint256, uint256)',
  'function stopAmplificationParameterUpdate()',
  'function updateTokenRateCache(address)',
  'function updatePriceRateCache(address)',
  'function updateProtocolFeePercentageCache()',
])

export interface StableToken extends VaultToken {
  /** Contract that returns the token's rate. Default: a rate of one. */
  provider?: Address
}

export interface StablePlan {
  generation: Generation
  tokens: readonly StableToken[]
  amp: bigint
  swapFee: bigint
  /** Cache duration of rates in seconds. */
  duration?: bigint
}

export type StableChain = Awaited<ReturnType<typeof startStableChain>>

/**
 * Starts a chain with the vault and the factories of stable pools, from Balancer's published code.
 */
export async function startStableChain() {
  const chain = await startVaultChain()
  const { client, accounts, deploy, write, vault, fees } = chain
  const { deployer } = accounts
  const QueryProcessor = await deploy(fromBalancerArtifact(META, 'QueryProcessor'))
  const deployFactory = (generation: Generation, ...args: unknown[]) =>
    deploy(link(FACTORIES[generation], { QueryProcessor }), [vault, ...args])
  const factories: Record<Generation, Address> = {
    stable: await deployFactory('stable'),
    meta: await deployFactory('meta'),
    stable2: await deployFactory('stable2'),
    composable1: await deployFactory('composable1', fees),
    composable2: await deployFactory('composable2', fees, 'factory', 'pool'),
    composable3: await deployFactory('composable3', fees, 'factory', 'pool'),
  }
  const module: FollowedModule = createBalancerModule(
    {
      ...{ kind: 'balancer', index: 5, module: 'balancer-v2', name: 'Balancer V2' },
      ...{ factory: vault, poolFactory: chain.multicall3, stableFactories: Object.values(factories) },
      rateProviders: RATE_PROVIDERS,
    },
    chain.multicall3,
  )

  async function addPool({
    generation,
    tokens,
    amp,
    swapFee,
    duration = 600n,
  }: StablePlan): Promise<MadePool> {
    const made = await chain.addTokens(tokens)
    const addresses = made.map(({ address }) => address)
    const providers = made.map(({ provider }) => provider ?? `0x${'0'.repeat(40)}`)
    const rates = [providers, made.map(() => duration)]
    const extra = {
      stable: [swapFee],
      meta: [...rates, swapFee, true],
      stable2: [swapFee],
      composable: [...rates, made.map(() => false), swapFee],
    }[generation.startsWith('composable') ? 'composable' : (generation as 'stable' | 'meta' | 'stable2')]
    const params = ['Pool', 'POOL', addresses, amp, ...extra, deployer]
    const factory = { address: factories[generation], contract: FACTORIES[generation] }
    return chain.createPool(factory, params, made)
  }

  const load = (only?: string) => chain.load(module, only)

  async function loadOne({ address }: MadePool): Promise<Pool> {
    const own = address.toLowerCase()
    const pool = (await load(own)).get(own)
    if (!pool) throw new Error(`The pool ${address} was not loaded`)
    return pool
  }

  /** Refreshes the rate of the first token, which requires no role. */
  async function update({ address, tokens: [token] }: MadePool) {
    const [functionName, other] = ['updateTokenRateCache', 'updatePriceRateCache']
    const send = (name: string) => write(address, poolAbi as Abi, name, [token], { from: accounts.stranger })
    return send(functionName).catch(() => send(other))
  }

  /** Grants the deployer the role that a function requires, and calls the function. */
  async function govern(pool: MadePool, functionName: string, args: unknown[] = []) {
    const item = poolAbi.find((one) => one.name === functionName)
    if (!item) throw new Error(`The pool ABI has no function ${functionName}`)
    const selector = toFunctionSelector(item)
    const action = { abi: poolAbi, functionName: 'getActionId', args: [selector] } as const
    const role = await client.readContract({ address: pool.address, ...action })
    await write(chain.authorizer, chain.roles.abi, 'grantRole', [role, deployer])
    return write(pool.address, poolAbi as Abi, functionName, args)
  }

  return { ...chain, module, addPool, load, loadOne, update, govern, factories }
}
