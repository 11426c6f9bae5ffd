import {
  type Address,
  encodeAbiParameters,
  type Hex,
  parseAbi,
  parseAbiParameters,
  parseEther,
  parseEventLogs,
} from 'viem'
import { balancerArtifacts } from '../../bytecode/protocol-artifacts.ts'
import type { TestChain } from '../../setup/test-chain.ts'

const SWAP_FEE = parseEther('0.003')
const AMPLIFICATION = 200n
const INITIAL_JOIN = 0n
const GIVEN_IN = 0
const GIVEN_OUT = 1

const poolAbi = parseAbi(['function getPoolId() view returns (bytes32)'])
const createdAbi = parseAbi(['event PoolCreated(address indexed pool)'])

interface TokenAmount {
  token: Address
  amount: bigint
}

/** Deploys a Balancer V2 vault, for weighted and stable pools. */
export async function deployBalancer(chain: TestChain, weth: Address) {
  const { client, write, accounts } = chain
  const vault = await chain.deploy(balancerArtifacts.vault, [accounts.deployer, weth, 0n, 0n])

  /** Creates a pool of tokens the deployer holds; returns its id. */
  async function addWeightedPool(shares: (TokenAmount & { percent: bigint })[]) {
    const sorted = sortTokens(shares)
    const assets = sorted.map(({ token }) => token)
    const weights = sorted.map(({ percent }) => (parseEther('1') * percent) / 100n)
    const parameters = [vault, 'Pool', 'POOL', assets, weights, SWAP_FEE, 0n, 0n, accounts.deployer]
    const pool = await chain.deploy(balancerArtifacts.weightedPool, parameters)
    return fill(pool, sorted)
  }

  /** Creates a stable pool of tokens the deployer holds; returns its id. */
  async function addStablePool(amounts: TokenAmount[]) {
    const { stableFactory } = balancerArtifacts
    const factory = await chain.deploy(stableFactory, [vault])
    const sorted = sortTokens(amounts)
    const assets = sorted.map(({ token }) => token)
    const parameters = ['Pool', 'POOL', assets, AMPLIFICATION, SWAP_FEE, accounts.deployer]
    const { logs } = await write(factory, stableFactory.abi, 'create', parameters)
    const [created] = parseEventLogs({ abi: createdAbi, logs })
    if (!created) throw new Error('No pool was created')
    return fill(created.args.pool, sorted)
  }

  /** Joins a pool with its first amounts; returns its id. */
  async function fill(pool: Address, sorted: readonly TokenAmount[]): Promise<Hex> {
    const assets = sorted.map(({ token }) => token)
    const poolId = await client.readContract({ address: pool, abi: poolAbi, functionName: 'getPoolId' })
    const maxAmountsIn = sorted.map(({ amount }) => amount)
    for (const { token, amount } of sorted) await chain.approve(token, vault, amount)
    const userData = encodeAbiParameters(parseAbiParameters('uint256, uint256[]'), [
      INITIAL_JOIN,
      maxAmountsIn,
    ])
    const { deployer } = accounts
    const request = { assets, maxAmountsIn, userData, fromInternalBalance: false }
    await write(vault, balancerArtifacts.vault.abi, 'joinPool', [poolId, deployer, deployer, request])
    return poolId
  }

  async function query(kind: number, poolId: Hex, assets: [Address, Address], amount: bigint) {
    const step = { poolId, assetInIndex: 0n, assetOutIndex: 1n, amount, userData: '0x' }
    const { deployer } = accounts
    const funds = {
      sender: deployer,
      fromInternalBalance: false,
      recipient: deployer,
      toInternalBalance: false,
    }
    const { result } = await client.simulateContract({
      address: vault,
      abi: balancerArtifacts.vault.abi,
      functionName: 'queryBatchSwap',
      args: [kind, [step], assets, funds],
    })
    const [taken = 0n, given = 0n] = result as bigint[]
    return { taken, given: -given }
  }

  /** The output for an input, by the vault's query. */
  const quote = async (poolId: Hex, assets: [Address, Address], amount: bigint) =>
    (await query(GIVEN_IN, poolId, assets, amount)).given

  /** The input for an output. */
  const price = async (poolId: Hex, assets: [Address, Address], amount: bigint) =>
    (await query(GIVEN_OUT, poolId, assets, amount)).taken

  return { vault, addWeightedPool, addStablePool, quote, price }
}

/** Sorts by address, as the vault does. */
function sortTokens<Held extends { token: Address }>(held: readonly Held[]): Held[] {
  return held.toSorted((x, y) => (x.token.toLowerCase() < y.token.toLowerCase() ? -1 : 1))
}
