import { type Address, zeroAddress } from 'viem'
import { managerArtifacts } from '../../bytecode/protocol-artifacts.ts'
import type { TestChain } from '../../setup/test-chain.ts'
import { RESERVE } from '../../setup/test-source.ts'

export const V4_POOL = { fee: 3000, tickSpacing: 60 }
export const NATIVE_POOL = { fee: 500, tickSpacing: 10, isNative: true }

const RANGE = 12_000
/** Native coins sent with a swap; the rest is refunded. */
const PLENTY = 20n * RESERVE
const MIN_SQRT_PRICE = 4295128740n
const MAX_SQRT_PRICE = 1461446703485210103287273052203988822378723970341n

export interface PoolKey {
  currency0: Address
  currency1: Address
  fee: number
  tickSpacing: number
  hooks: Address
}

/** Deploys a Uniswap V4 manager without pools. */
export async function deployManager(
  chain: TestChain,
  mint: (token: Address, to: Address, amount: bigint) => Promise<unknown>,
) {
  const { client, write, accounts } = chain
  const manager = await chain.deploy(managerArtifacts.manager, [accounts.deployer])
  const provider = await chain.deploy(managerArtifacts.provider, [manager])
  const swapper = await chain.deploy(managerArtifacts.swapper, [manager])

  /** Creates a pool at a price of 1, and fills it; the native coin is the zero address. */
  async function addManagedPool(
    [first, second]: readonly [Address, Address],
    { fee, tickSpacing }: { fee: number; tickSpacing: number } = V4_POOL,
    hooks: Address = zeroAddress,
  ): Promise<PoolKey> {
    const isSorted = first.toLowerCase() < second.toLowerCase()
    const [currency0, currency1] = isSorted ? [first, second] : [second, first]
    const key = { currency0, currency1, fee, tickSpacing, hooks }
    await write(manager, managerArtifacts.manager.abi, 'initialize', [key, 2n ** 96n])
    for (const token of [currency0, currency1].filter((currency) => currency !== zeroAddress)) {
      await mint(token, accounts.deployer, 2n * RESERVE)
      for (const spender of [provider, swapper]) await chain.approve(token, spender, 2n ** 256n - 1n)
    }
    await changeLiquidity(key, { lower: -RANGE, upper: RANGE, delta: RESERVE })
    return key
  }

  /** Adds the deployer's liquidity to a range, or removes it. */
  function changeLiquidity(
    key: PoolKey,
    { lower, upper, delta }: { lower: number; upper: number; delta: bigint },
  ) {
    const salt = `0x${'00'.repeat(32)}`
    const range = { tickLower: lower, tickUpper: upper, liquidityDelta: delta, salt }
    const value = key.currency0 === zeroAddress ? RESERVE : 0n
    return write(provider, managerArtifacts.provider.abi, 'modifyLiquidity', [key, range, '0x'], { value })
  }

  /**
   * Amounts of a swap according to the protocol's own swapper; `amount` is sold if negative, bought
   * if positive.
   */
  async function trySwap(key: PoolKey, zeroForOne: boolean, amount: bigint) {
    const sqrtPriceLimitX96 = zeroForOne ? MIN_SQRT_PRICE : MAX_SQRT_PRICE
    const params = { zeroForOne, amountSpecified: amount, sqrtPriceLimitX96 }
    const { result } = await client.simulateContract({
      address: swapper,
      abi: managerArtifacts.swapper.abi,
      functionName: 'swap',
      args: [key, params, { takeClaims: false, settleUsingBurn: false }, '0x'],
      account: accounts.deployer,
      value: zeroForOne && key.currency0 === zeroAddress ? PLENTY : 0n,
    })
    const delta = result as bigint
    const [amount0, amount1] = [delta >> 128n, BigInt.asIntN(128, delta)]
    return zeroForOne ? { taken: -amount0, given: amount1 } : { taken: -amount1, given: amount0 }
  }

  return { manager, addManagedPool, changeLiquidity, trySwap }
}
