import { type Abi, type Address, parseAbi, zeroAddress } from 'viem'
import type { Artifact } from '../../bytecode/compiler-output.ts'
import type { TestChain } from '../../setup/test-chain.ts'
import { trusted } from '../../setup/test-source.ts'

/** Whole tokens of each coin in each pool. */
const HELD = 1_000_000n
const AMPLIFICATION = 200n
/** 0.04 % */
const FEE = 4_000_000n
/** Numbers of codes in `TestStableSwap` for pools without a factory. */
const LONE_CODES = { threePool: 0, template: 1 }
/** Implementation that the factory reports for its pools. */
export const IMPLEMENTATION: Address = '0x00000000000000000000000000000000c0de0002'

const erc20 = parseAbi(['function decimals() view returns (uint8)'])

interface Ground {
  artifact: (name: string) => Artifact
  mint: (token: Address, to: Address, amount: bigint) => Promise<unknown>
  deploy: (name: string, args?: unknown[]) => Promise<Address>
}

export interface PlainParameters {
  amplification?: bigint
  fee?: bigint
  /** Base units of the initial balances. Default: a million of each. */
  balances?: readonly bigint[]
}

const takes = (item: Abi[number], type: string) => 'inputs' in item && item.inputs?.[0]?.type === type

/**
 * A port of Curve's plain pools between its first ones and StableSwap-NG, and of their factory,
 * because no package has their code.
 */
export async function deployPlainPools(chain: TestChain, { artifact, mint, deploy }: Ground) {
  const { deployer } = chain.accounts
  const factory = await deploy('TestStableSwapFactory')
  const factoryAbi = artifact('TestStableSwapFactory').abi
  const { abi } = artifact('TestStableSwap')

  async function fill(pool: Address, coins: readonly Address[], balances?: readonly bigint[]) {
    const amounts: bigint[] = []
    for (const [i, coin] of coins.entries()) {
      const decimals = await chain.client.readContract({
        address: coin,
        abi: erc20,
        functionName: 'decimals',
      })
      const amount = balances?.[i] ?? HELD * 10n ** BigInt(decimals)
      await mint(coin, deployer, amount)
      await chain.approve(coin, pool, amount)
      amounts.push(amount)
    }
    const own = abi.filter(
      (item) => !('name' in item) || item.name !== 'add_liquidity' || takes(item, `uint256[${coins.length}]`),
    )
    const change = (functionName: string, ...args: unknown[]) => chain.write(pool, own, functionName, args)
    await change('add_liquidity', amounts, 0n)
    return { pool, coins, change }
  }

  async function addFactoryPool(coins: readonly Address[], parameters: PlainParameters = {}) {
    const { amplification = AMPLIFICATION, fee = FEE } = parameters
    await chain.write(factory, factoryAbi, 'deploy_plain_pool', [coins, amplification, fee, IMPLEMENTATION])
    const ask = (functionName: string, args: unknown[] = []) =>
      chain.client.readContract({ address: factory, abi: factoryAbi, functionName, args })
    const count = (await ask('pool_count')) as bigint
    const pool = (await ask('pool_list', [count - 1n])) as Address
    return fill(pool, coins, parameters.balances)
  }

  /** A pool that is trusted itself. */
  async function addLonePool(
    code: keyof typeof LONE_CODES,
    coins: readonly Address[],
    parameters: PlainParameters = {},
  ) {
    const { amplification = AMPLIFICATION, fee = FEE } = parameters
    const pool = await deploy('TestStableSwap', [coins, amplification, fee, LONE_CODES[code]])
    return { ...(await fill(pool, coins, parameters.balances)), source: trusted(10, pool) }
  }

  return {
    factory,
    source: trusted(10, factory),
    addFactoryPool,
    addLonePool,
    /** A token of any decimals. */
    addToken: (decimals: number) => deploy('RatedToken', [decimals, zeroAddress]),
    /** Registers any contract as a pool of the factory. */
    addListed: (
      pool: Address,
      coins: readonly Address[],
      {
        implementation = IMPLEMENTATION,
        isMeta = false,
      }: { implementation?: Address; isMeta?: boolean } = {},
    ) => chain.write(factory, factoryAbi, 'add', [pool, coins, implementation, isMeta]),
  }
}
