import { type Address, parseAbi } from 'viem'
import { compileAerodrome } from './compile-aerodrome.ts'
import { getCloneHash } from './get-clone-hash.ts'
import type { TestChain } from './test-chain.ts'

/** What `setCustomFee` takes for no fee at all. */
export const AERODROME_NO_FEE = 420n

const factoryAbi = parseAbi([
  'function createPool(address, address, bool) returns (address)',
  'function getFee(address, bool) view returns (uint256)',
  'function setFee(bool, uint256)',
  'function setCustomFee(address, uint256)',
  'function setPauseState(bool)',
])
const poolAbi = parseAbi(['function mint(address) returns (uint256)', 'function sync()'])

interface Filling {
  isStable: boolean
  /** Of the two tokens, as given: a stable pool takes as many of each at first. */
  amounts: readonly [bigint, bigint]
}

/** Deploys Aerodrome's factory of pools of two tokens, without pools: the deployer sets its fees, and pauses it. */
export async function deployAerodrome(
  chain: TestChain,
  mint: (token: Address, to: Address, amount: bigint) => Promise<unknown>,
) {
  const { client, write, accounts } = chain
  const get = await compileAerodrome()
  const implementation = await chain.deploy(get('Pool'))
  const factory = await chain.deploy(get('PoolFactory'), [implementation])

  async function addAerodromePool(tokens: readonly [Address, Address], { isStable, amounts }: Filling) {
    const args = [...tokens, isStable] as const
    const call = { address: factory, abi: factoryAbi, functionName: 'createPool', args } as const
    const { result: pool } = await client.simulateContract(call)
    await write(factory, factoryAbi, 'createPool', [...args])
    await mint(tokens[0], pool, amounts[0])
    await mint(tokens[1], pool, amounts[1])
    await write(pool, poolAbi, 'mint', [accounts.deployer])
    return pool
  }

  const change = (functionName: 'setFee' | 'setCustomFee' | 'setPauseState', ...terms: readonly unknown[]) =>
    write(factory, factoryAbi, functionName, [...terms])

  const getFee = (pool: Address, isStable: boolean) =>
    client.readContract({ address: factory, abi: factoryAbi, functionName: 'getFee', args: [pool, isStable] })

  return {
    factory,
    initCodeHash: getCloneHash(implementation),
    addAerodromePool,
    /** Of the factory, as its owner. */
    change,
    getFee,
    /** Makes a pool count what it holds. */
    sync: (pool: Address) => write(pool, poolAbi, 'sync', []),
  }
}
