import { type Address, parseAbi } from 'viem'
import type { TestChain } from '../../setup/test-chain.ts'

const RAY = 10n ** 27n
const abi = parseAbi([
  'function scaledBalanceOf(address) view returns (uint256)',
  'function getReserveNormalizedIncome(address) view returns (uint256)',
])

/**
 * Shares that a trade may leave of an aToken. Measuring the input in rounded amounts misses less
 * than one share; each of at most three payments misses up to half a share; together less than two
 * and a half.
 */
export const MAX_SHARES_LEFT = 2n

export type SharesByToken = Map<Address, bigint>

/**
 * A second implementation of Aave's accounting: shares times an index that grows every second, each
 * conversion rounded half up. Exact integers within a block.
 *
 * @param assets by aToken
 */
export function createLentShares({ client }: TestChain, pool: Address, assets: Map<Address, Address>) {
  /** Shares by aToken; other tokens have no entry. */
  async function getShares(holder: Address): Promise<SharesByToken> {
    const functionName = 'scaledBalanceOf'
    const read = [...assets.keys()].map(
      async (address) =>
        [address, await client.readContract({ address, abi, functionName, args: [holder] })] as const,
    )
    return new Map(await Promise.all(read))
  }

  /** Both conversions, at the latest block. */
  async function latestRounding(token: Address) {
    const asset = assets.get(token)
    if (!asset) throw new Error(`${token} is not an aToken.`)
    const functionName = 'getReserveNormalizedIncome'
    const index = await client.readContract({ address: pool, abi, functionName, args: [asset] })
    return {
      toShares: (amount: bigint) => (amount * RAY + index / 2n) / index,
      toAmount: (shares: bigint) => (shares * index + RAY / 2n) / RAY,
    }
  }

  return { getShares, isLent: (token: Address) => assets.has(token), latestRounding }
}
