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
} from 'viem'
import { loadArtifacts, ownContract } from '../../../../devnet/bytecode/artifacts.ts'
import type { CompiledContract } from '../../../../devnet/bytecode/compile-tokens.ts'
import { fromBalancer } from '../../../../devnet/bytecode/load-artifact.ts'
import { startTestChain } from '../../../../devnet/setup/start-test-chain.ts'
import { createBlockReader } from '../../../chain/blocks/block-reader.ts'
import type { BlockReader, FollowedModule } from '../../core/module.ts'
import type { Pool } from '../../core/pool.ts'

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
const idAbi = parseAbi(['function getPoolId() view returns (bytes32)'])

export interface VaultToken {
  decimals: number
  /** Initial amount in whole tokens. */
  amount: bigint
}

export interface MadePool {
  address: Address
  poolId: Hex
  /** Tokens without the pool's own. */
  tokens: readonly Address[]
}

/** Starts a chain with Balancer's vault, from the published code. */
export async function startVaultChain() {
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

  const reader = createPublicClient({ transport: http(client.transport.url) })
  /** Limits the gas of a call, as nodes do. */
  const bounded = {
    ...reader,
    call: (call: CallParameters) => reader.call({ ...call, gas: MAX_GAS }),
  } as PublicClient

  /** Reads at a block. Default: the latest. */
  async function readAt(blockNumber?: bigint): Promise<BlockReader> {
    const { hash } = await client.getBlock(blockNumber === undefined ? {} : { blockNumber })
    return createBlockReader(bounded, { multicall3: multicall3.address, blockHash: hash ?? '0x' })
  }

  /** Deploys tokens, mints them to the deployer and returns them in the vault's order. */
  async function addTokens<Plan extends VaultToken>(
    plans: readonly Plan[],
  ): Promise<(Plan & { address: Address })[]> {
    const token = ownContract(artifacts, 'DevToken')
    const made: (Plan & { address: Address })[] = []
    for (const plan of plans) {
      const address = await deploy(token, ['T', 'T', plan.decimals])
      await write(address, token.abi, 'mint', [deployer, MAX_BALANCE])
      await chain.approve(address, vault, MAX_BALANCE)
      made.push({ ...plan, address, amount: plan.amount * 10n ** BigInt(plan.decimals) })
    }
    return made.sort((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1))
  }

  /** Creates a pool through its factory and joins it with the initial amounts. */
  async function createPool(
    { address: factory, contract }: { address: Address; contract: Pick<CompiledContract, 'abi'> },
    params: readonly unknown[],
    tokens: readonly { address: Address; amount: bigint }[],
  ): Promise<MadePool> {
    const receipt = await write(factory, contract.abi as Abi, 'create', [...params])
    const [log] = parseEventLogs({ abi: factoryAbi, logs: receipt.logs })
    const address = log?.args.pool
    if (!address) throw new Error(`The factory ${factory} created no pool`)
    const poolId = await client.readContract({ address, abi: idAbi, functionName: 'getPoolId' })
    const [assets] = await readTokens(poolId)
    const amounts = assets.map((asset) => tokens.find((one) => one.address === asset)?.amount ?? MAX_BALANCE)
    const userData = encodeAbiParameters(parseAbiParameters('uint256, uint256[]'), [INITIAL_JOIN, amounts])
    const request = { assets, maxAmountsIn: amounts, userData, fromInternalBalance: false }
    await write(vault, vaultAbi as Abi, 'joinPool', [poolId, deployer, deployer, request])
    return { address, poolId, tokens: tokens.map((token) => token.address) }
  }

  const readTokens = (poolId: Hex) =>
    client.readContract({ address: vault, abi: vaultAbi, functionName: 'getPoolTokens', args: [poolId] })

  /** Loads all pools in the vault's logs with the module, or one pool. */
  async function load(module: FollowedModule, only?: string): Promise<Map<string, Pool>> {
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

  const funds = { sender: deployer, fromInternal: false, recipient: deployer, toInternal: false }

  /** Returns the result of the vault's query, or undefined if it reverts. */
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
      .call({ to: vault, data: encodeFunctionData(call), gas: MAX_GAS })
      .catch(() => ({ data: undefined }))
    if (!data) return undefined
    const deltas = decodeFunctionResult({ ...call, data })
    return isInput ? -(deltas[Number(assetOut)] ?? 0n) : deltas[Number(assetIn)]
  }

  /** Executes a swap. Returns the block's logs. */
  async function sell(pool: MadePool, [assetIn, assetOut]: readonly [Address, Address], amount: bigint) {
    const single = { poolId: pool.poolId, kind: 0, assetIn, assetOut, amount, userData: '0x' }
    const { logs, gasUsed } = await write(vault, vaultAbi as Abi, 'swap', [single, funds, 0n, 2n ** 64n])
    return { logs, gasUsed }
  }

  return {
    ...{ ...chain, multicall3: multicall3.address, authorizer, roles, vault, fees },
    ...{ readAt, addTokens, createPool, load, query, sell },
  }
}
