import { type Abi, type Address, parseAbi, zeroAddress } from 'viem'
import type { Artifact } from '../../bytecode/compiler-output.ts'
import type { TestChain } from '../../setup/test-chain.ts'
import { trusted } from '../../setup/test-source.ts'

/** Whole tokens of each coin in each pool. */
const HELD = 1_000_000n
const AMPLIFICATION = 200n
/** 0.04 %, and up to five times as much far out of balance. */
const FEE = 4_000_000n
const FEE_MULTIPLIER = 50_000_000_000n
/** Kinds of a plain coin, and of a share in a vault. */
export const [PLAIN, VAULT] = [0, 3]

const erc20 = parseAbi(['function decimals() view returns (uint8)'])

interface Ground {
  artifact: (name: string) => Artifact
  mint: (token: Address, to: Address, amount: bigint) => Promise<unknown>
  deploy: (name: string, args?: unknown[]) => Promise<Address>
}

export interface NgParameters {
  /** Kind of each coin. Default: all are plain. */
  kinds?: readonly number[]
  amplification?: bigint
  fee?: bigint
  feeMultiplier?: bigint
  /** Base units of the initial balances. Default: a million of each. */
  balances?: readonly bigint[]
}

/**
 * A port of Curve's factory of StableSwap-NG and its plain pools, because no package has their
 * code.
 */
export async function deployStableswapNg(chain: TestChain, { artifact, mint, deploy }: Ground) {
  const { deployer } = chain.accounts
  const factory = await deploy('TestStableSwapNgFactory')
  const factoryAbi = artifact('TestStableSwapNgFactory').abi
  const abi = artifact('TestStableSwapNg').abi

  function read<Result>(address: Address, own: Abi, functionName: string, args: unknown[] = []) {
    return chain.client.readContract({ address, abi: own, functionName, args }) as Promise<Result>
  }

  async function addNgPool(coins: readonly Address[], parameters: NgParameters = {}) {
    const { kinds = coins.map(() => PLAIN), amplification = AMPLIFICATION } = parameters
    const { fee = FEE, feeMultiplier = FEE_MULTIPLIER } = parameters
    const args = [coins, amplification, fee, feeMultiplier, kinds]
    await chain.write(factory, factoryAbi, 'deploy_plain_pool', args)
    const count = await read<bigint>(factory, factoryAbi, 'pool_count')
    const pool = await read<Address>(factory, factoryAbi, 'pool_list', [count - 1n])
    const amounts: bigint[] = []
    for (const [i, coin] of coins.entries()) {
      const decimals = await chain.client.readContract({
        address: coin,
        abi: erc20,
        functionName: 'decimals',
      })
      const amount = parameters.balances?.[i] ?? HELD * 10n ** BigInt(decimals)
      await mint(coin, deployer, amount)
      await chain.approve(coin, pool, amount)
      amounts.push(amount)
    }
    const change = (functionName: string, ...values: unknown[]) =>
      chain.write(pool, abi, functionName, values)
    await change('add_liquidity', amounts, 0n)
    return { pool, coins, change, getBalances: () => read<bigint[]>(pool, abi, 'get_balances') }
  }

  /** A token of any decimals; with an asset, a vault whose rate `setRate` sets. */
  const addRatedToken = (decimals: number, asset: Address = zeroAddress) =>
    deploy('RatedToken', [decimals, asset])

  return {
    factory,
    source: trusted(19, factory),
    addNgPool,
    addRatedToken,
    setRate: (vault: Address, rate: bigint) =>
      chain.write(vault, artifact('RatedToken').abi, 'setRate', [rate]),
    /** Registers any contract as a pool of the factory. */
    addListed: (
      pool: Address,
      coins: readonly Address[],
      {
        kinds = coins.map(() => PLAIN),
        isMeta = false,
      }: { kinds?: readonly number[]; isMeta?: boolean } = {},
    ) => chain.write(factory, factoryAbi, 'add', [pool, coins, kinds, isMeta]),
  }
}
