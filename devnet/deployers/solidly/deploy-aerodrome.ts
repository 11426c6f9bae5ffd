import { type Address, parseAbi } from 'viem'
import { getCloneHash } from '../../bytecode/get-clone-hash.ts'
import type { TestChain } from '../../setup/test-chain.ts'
import { compileAerodrome } from './compile-aerodrome.ts'

/** Argument of `setCustomFee` for a fee of zero. */
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
  /** Amounts of the two tokens, in their order. A stable pool requires equal first amounts. */
  amounts: readonly [bigint, bigint]
}

/**
 * Deploys Aerodrome's factory of pools of two tokens, without pools. The deployer sets its fees and
 * may pause it.
 */
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

  const change = (
    functionName: 'setFee' | 'setCustomFee' | 'setPauseState',
    ...parameters: readonly unknown[]
  ) => write(factory, factoryAbi, functionName, [...parameters])

  const getFee = (pool: Address, isStable: boolean) =>
    client.readContract({ address: factory, abi: factoryAbi, functionName: 'getFee', args: [pool, isStable] })

  return {
    factory,
    initCodeHash: getCloneHash(implementation),
    addAerodromePool,
    /** Calls the factory as its owner. */
    change,
    getFee,
    /** Makes a pool count its balances. */
    sync: (pool: Address) => write(pool, poolAbi, 'sync', []),
  }
}
