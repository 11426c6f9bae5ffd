import {
  type Abi,
  type Address,
  type CallParameters,
  createPublicClient,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  type PublicClient,
  parseAbi,
  parseAbiParameters,
  parseEventLogs,
  toFunctionSelector,
} from 'viem'
import { startTestChain } from '../../../../contracts/testing/start-test-chain.ts'
import { loadArtifacts, ownContract } from '../../../../devnet/artifacts.ts'
import { fromBalancer, fromBalancerArtifact, linked } from '../../../../devnet/protocol-artifacts.ts'
import { createBlockReader } from '../../../chain/block-reader.ts'
import type { BlockReader, FollowedModule } from '../../core/module.ts'
import type { Pool } from '../../core/pool.ts'
import { createBalancerModule } from '../balancer-module.ts'

const META = 'deprecated/20210727-meta-stable-pool'
/** Every generation of stable pools whose code the package has. */
const FACTORIES = {
  stable: fromBalancerArtifact('deprecated/20210624-stable-pool', 'StablePoolFactory'),
  /** Rates of two tokens, and an oracle of their price. */
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

/** That the module trusts: a test gives them their code. */
export const RATE_PROVIDERS = Array.from(
  { length: 32 },
  (_, i): Address => `0x${(0xca00 + i).toString(16).padStart(40, '0')}`,
)

const ONE = 10n ** 18n
const MAX_BALANCE = 2n ** 112n - 1n
const MAX_GAS = 50_000_000n
const INITIAL_JOIN = 0n
const vaultAbi = parseAbi([
  'struct Step { bytes32 poolId; uint256 assetIn; uint256 assetOut; uint256 amount; bytes userData; }',
  'struct Funds { address sender; bool fromInternal; address recipient; bool toInternal; }',
  'struct Join { address[] assets; uint256[] maxAmountsIn; bytes userData; bool fromInternalBalance; }',
  'struct Single { bytes32 poolId; uint8 kind; address assetIn; address assetOut; uint256 amount; bytes userData; }',
  'function queryBatchSwap(uint8 kind, Step[] steps, address[] assets, Funds funds) returns (int256[] deltas)',
  'function joinPool(bytes32 poolId, address sender, address recipient, Join request) payable',
  'function swap(Single single, Funds funds, uint256 limit, uint256 deadline) payable returns (uint256)',
  'function getPoolTokens(bytes32 poolId) view returns (address[] tokens, uint256[] balances, uint256 block)',
])
const factoryAbi = parseAbi(['event PoolCreated(address indexed pool)'])
export const poolAbi = parseAbi([
  'function getPoolId() view returns (bytes32)',
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

export interface StableToken {
  decimals: number
  /** Whole tokens to begin with. */
  amount: bigint
  /** Where a rate comes from: none counts as one. */
  provider?: Address
}

export interface StablePlan {
  generation: Generation
  tokens: readonly StableToken[]
  amp: bigint
  swapFee: bigint
  /** Seconds that rates are kept. */
  duration?: bigint
}

export interface MadePool {
  address: Address
  poolId: Hex
  /** But for the pool's own. */
  tokens: readonly Address[]
}

export type StableChain = Awaited<ReturnType<typeof startStableChain>>

/** A chain with the vault and the factories of stable pools, by the code that Balancer publishes. */
export async function startStableChain() {
  const chain = await startTestChain()
  const { client, accounts, deploy, write } = chain
  const { deployer } = accounts
  const artifacts = loadArtifacts()
  const { multicall3 } = artifacts
  await client.setCode({ address: multicall3.address, bytecode: multicall3.runtimeCode })
  const roles = fromBalancer('20210418-authorizer', 'Authorizer')
  const authorizer = await deploy(roles, [deployer])
  const vault = await deploy(fromBalancer('20210418-vault', 'Vault'), [authorizer, deployer, 0n, 0n])
  const fees = await deploy(
    fromBalancer('20220725-protocol-fee-percentages-provider', 'ProtocolFeePercentagesProvider'),
    [vault, ONE / 2n, ONE / 2n],
  )
  const QueryProcessor = await deploy(fromBalancerArtifact(META, 'QueryProcessor'))
  const deployFactory = (generation: Generation, ...args: unknown[]) =>
    deploy(linked(FACTORIES[generation], { QueryProcessor }), [vault, ...args])
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
      ...{ factory: vault, poolFactory: multicall3.address, stableFactories: Object.values(factories) },
      rateProviders: RATE_PROVIDERS,
    },
    multicall3.address,
  )

  const reader = createPublicClient({ transport: http(client.transport.url) })
  /** As nodes bound the gas of a call. */
  const bounded = {
    ...reader,
    call: (call: CallParameters) => reader.call({ ...call, gas: MAX_GAS }),
  } as PublicClient

  /** Default: the newest block. */
  async function readAt(blockNumber?: bigint): Promise<BlockReader> {
    const { hash } = await client.getBlock(blockNumber === undefined ? {} : { blockNumber })
    return createBlockReader(bounded, { multicall3: multicall3.address, blockHash: hash ?? '0x' })
  }

  async function addPool({
    generation,
    tokens,
    amp,
    swapFee,
    duration = 600n,
  }: StablePlan): Promise<MadePool> {
    const token = ownContract(artifacts, 'DevToken')
    const made: (StableToken & { address: Address })[] = []
    for (const one of tokens) {
      const address = await deploy(token, ['T', 'T', one.decimals])
      const amount = one.amount * 10n ** BigInt(one.decimals)
      await write(address, token.abi, 'mint', [deployer, MAX_BALANCE])
      await chain.approve(address, vault, MAX_BALANCE)
      made.push({ ...one, address, amount })
    }
    made.sort((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1))
    const addresses = made.map(({ address }) => address)
    const providers = made.map(({ provider }) => provider ?? `0x${'0'.repeat(40)}`)
    const rates = [providers, made.map(() => duration)]
    const extra = {
      stable: [swapFee],
      meta: [...rates, swapFee, true],
      stable2: [swapFee],
      composable: [...rates, made.map(() => false), swapFee],
    }[generation.startsWith('composable') ? 'composable' : (generation as 'stable' | 'meta' | 'stable2')]
    const terms = ['Pool', 'POOL', addresses, amp, ...extra, deployer]
    const receipt = await write(factories[generation], FACTORIES[generation].abi, 'create', terms)
    const [log] = parseEventLogs({ abi: factoryAbi, logs: receipt.logs })
    const address = log?.args.pool
    if (!address) throw new Error('No pool was made')
    const poolId = await client.readContract({ address, abi: poolAbi, functionName: 'getPoolId' })
    const [assets] = await readTokens(poolId)
    const amounts = assets.map((asset) => made.find((one) => one.address === asset)?.amount ?? MAX_BALANCE)
    const userData = encodeAbiParameters(parseAbiParameters('uint256, uint256[]'), [INITIAL_JOIN, amounts])
    const request = { assets, maxAmountsIn: amounts, userData, fromInternalBalance: false }
    await write(vault, vaultAbi as Abi, 'joinPool', [poolId, deployer, deployer, request])
    return { address, poolId, tokens: addresses }
  }

  const readTokens = (poolId: Hex) =>
    client.readContract({ address: vault, abi: vaultAbi, functionName: 'getPoolTokens', args: [poolId] })

  /** The pools by the vault's logs, as the module loads them: all, or one. */
  async function load(only?: string): Promise<Map<string, Pool>> {
    const logs = await client.getLogs({ address: vault, fromBlock: 0n })
    const found = logs.flatMap(({ address, topics, data }) =>
      topics[0] === module.createdTopic ? (module.identify({ address, topics, data }) ?? []) : [],
    )
    const pools = await module.load(
      found.filter(({ address }) => !only || address === only),
      await readAt(),
    )
    return new Map(pools.map((pool) => [pool.address, pool]))
  }

  async function loadOne({ address }: MadePool): Promise<Pool> {
    const own = address.toLowerCase()
    const pool = (await load(own)).get(own)
    if (!pool) throw new Error(`The pool ${address} was not loaded`)
    return pool
  }

  const funds = { sender: deployer, fromInternal: false, recipient: deployer, toInternal: false }

  /** What the vault's query answers; undefined when it refuses. */
  async function query(
    pool: Pool,
    { zeroForOne, isInput, amount }: { zeroForOne: boolean; isInput: boolean; amount: bigint },
  ): Promise<bigint | undefined> {
    const [assetIn, assetOut] = zeroForOne ? [0n, 1n] : [1n, 0n]
    const step = { poolId: pool.identity.poolId ?? '0x', assetIn, assetOut, amount, userData: '0x' } as const
    const call = {
      abi: vaultAbi,
      functionName: 'queryBatchSwap',
      args: [isInput ? 0 : 1, [step], [...pool.tokens], funds],
    } as const
    const { data } = await client
      .call({ to: vault, data: encodeFunctionData(call), gas: 50_000_000n })
      .catch(() => ({ data: undefined }))
    if (!data) return undefined
    const deltas = decodeFunctionResult({ ...call, data })
    return isInput ? -(deltas[Number(assetOut)] ?? 0n) : deltas[Number(assetIn)]
  }

  /** Swaps indeed. Returns the block's logs. */
  async function sell(pool: MadePool, [assetIn, assetOut]: readonly [Address, Address], amount: bigint) {
    const single = { poolId: pool.poolId, kind: 0, assetIn, assetOut, amount, userData: '0x' }
    const { logs, gasUsed } = await write(vault, vaultAbi as Abi, 'swap', [single, funds, 0n, 2n ** 64n])
    return { logs, gasUsed }
  }

  /** Refreshes the rate of the first token, as anybody may. */
  async function update({ address, tokens: [token] }: MadePool) {
    const [functionName, other] = ['updateTokenRateCache', 'updatePriceRateCache']
    const send = (name: string) => write(address, poolAbi as Abi, name, [token], { from: accounts.stranger })
    return send(functionName).catch(() => send(other))
  }

  /** Lets the deployer call what needs a role, and calls it. */
  async function govern(pool: MadePool, functionName: string, args: unknown[] = []) {
    const item = poolAbi.find((one) => one.name === functionName)
    if (!item) throw new Error(`No function ${functionName}`)
    const selector = toFunctionSelector(item)
    const action = { abi: poolAbi, functionName: 'getActionId', args: [selector] } as const
    const role = await client.readContract({ address: pool.address, ...action })
    await write(authorizer, roles.abi, 'grantRole', [role, deployer])
    return write(pool.address, poolAbi as Abi, functionName, args)
  }

  return { ...chain, module, readAt, addPool, load, loadOne, query, sell, update, govern, factories }
}
