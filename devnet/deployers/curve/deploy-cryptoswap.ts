import { type Abi, type Address, parseAbi } from 'viem'
import type { Artifact } from '../../bytecode/compiler-output.ts'
import type { TestChain } from '../../setup/test-chain.ts'
import { trusted } from '../../setup/test-source.ts'

const ONE = 10n ** 18n
/** Value of each balance of a pool, in whole tokens of the first coin. */
const HELD = 1_000_000n

const erc20 = parseAbi(['function decimals() view returns (uint8)'])

interface Ground {
  artifact: (name: string) => Artifact
  mint: (token: Address, to: Address, amount: bigint) => Promise<unknown>
  deploy: (name: string, args?: unknown[]) => Promise<Address>
}

export interface CryptoParameters {
  /** Amplification times the number of coins to its own power, times 10,000. */
  amplification: bigint
  gamma: bigint
  /** Fees in balance and far out of balance, in units of 1e-10. */
  midFee: bigint
  outFee: bigint
  feeGamma: bigint
  extraProfit: bigint
  adjustmentStep: bigint
  /** Seconds of the moving average, divided by the natural logarithm of two. */
  maTime: bigint
  /** Prices of all coins but the first, in whole first coins, with 18 decimals. */
  prices: readonly bigint[]
  /**
   * Base units of the initial balances. Default: a million of the first, and the same value of the
   * others.
   */
  balances: readonly bigint[]
}

/** Defaults of Curve's own page for new pools. */
const DEFAULTS = {
  2: {
    amplification: 400_000n,
    gamma: 145_000_000_000_000n,
    midFee: 26_000_000n,
    outFee: 45_000_000n,
    feeGamma: 230_000_000_000_000n,
    adjustmentStep: 146_000_000_000_000n,
  },
  3: {
    amplification: 2_700_000n,
    gamma: 1_300_000_000_000n,
    midFee: 3_000_000n,
    outFee: 30_000_000n,
    feeGamma: 500_000_000_000_000n,
    adjustmentStep: 490_000_000_000_000n,
  },
} as const

/**
 * A port of Curve's factories of CryptoSwap pools of two and three coins, because no package has
 * their code.
 */
export async function deployCryptoswap(chain: TestChain, { artifact, mint, deploy }: Ground) {
  const { deployer } = chain.accounts

  async function deployFactory(name: string) {
    const math = await deploy(`${name}Math`)
    return deploy(`${name}Factory`, [math, await deploy(name)])
  }

  const twoFactory = await deployFactory('TestTwocrypto')
  const threeFactory = await deployFactory('TestTricrypto')

  function read<Result>(address: Address, abi: Abi, functionName: string, args: unknown[] = []) {
    return chain.client.readContract({ address, abi, functionName, args }) as Promise<Result>
  }

  async function makeNativeFactory() {
    const code = await deploy('TestTricryptoNative', [await deploy('TestTricrypto')])
    return deploy('TestTricryptoFactory', [await deploy('TestTricryptoMath'), code])
  }

  let nativeFactory: Promise<Address> | undefined
  /** The factory of the first code of three coins, which treats one of them as the native coin. */
  function getNativeFactory(): Promise<Address> {
    nativeFactory ??= makeNativeFactory()
    return nativeFactory
  }

  /** A pool of the first code of three coins treats `native` as the native coin. */
  async function addPool(
    coins: readonly Address[],
    { native, ...options }: Partial<CryptoParameters> & { native?: Address } = {},
  ) {
    const isTwo = coins.length === 2
    const name = isTwo ? 'TestTwocrypto' : 'TestTricrypto'
    const factory = native ? await getNativeFactory() : isTwo ? twoFactory : threeFactory
    const abi = [...artifact(name).abi, ...(native ? artifact('TestTricryptoNative').abi : [])]
    const factoryAbi = artifact(`${name}Factory`).abi
    const parameters = {
      ...DEFAULTS[isTwo ? 2 : 3],
      extraProfit: 2_000_000_000_000n,
      maTime: 866n,
      ...options,
    }
    const prices = parameters.prices ?? coins.slice(1).map(() => ONE)
    const order = {
      ...{ name: 'Pool', symbol: 'POOL', coins, weth: coins[0], implementation_id: 0n },
      ...{
        A: parameters.amplification,
        gamma: parameters.gamma,
        mid_fee: parameters.midFee,
        out_fee: parameters.outFee,
      },
      ...{ fee_gamma: parameters.feeGamma, allowed_extra_profit: parameters.extraProfit },
      ...{ adjustment_step: parameters.adjustmentStep, ma_exp_time: parameters.maTime },
      ...{ initial_price: prices[0], initial_prices: prices },
    }
    await chain.write(factory, factoryAbi, 'deploy_pool', [order])
    const count = await read<bigint>(factory, factoryAbi, 'pool_count')
    const pool = await read<Address>(factory, factoryAbi, 'pool_list', [count - 1n])
    const amounts: bigint[] = []
    for (const [k, coin] of coins.entries()) {
      const decimals = await chain.client.readContract({
        address: coin,
        abi: erc20,
        functionName: 'decimals',
      })
      const price = k === 0 ? ONE : (prices[k - 1] ?? ONE)
      const amount = parameters.balances?.[k] ?? (HELD * 10n ** BigInt(decimals) * ONE) / price
      await mint(coin, deployer, amount)
      await chain.approve(coin, pool, amount)
      amounts.push(amount)
    }
    /** Calls the pool as the admin of the factory, who is the deployer. */
    const change = (functionName: string, ...args: unknown[]) => chain.write(pool, abi, functionName, args)
    const ask = <Result = bigint>(functionName: string, ...args: unknown[]) =>
      read<Result>(pool, abi, functionName, args)
    if (native) await change('nameNative', native)
    await change('add_liquidity', amounts, 0n)
    return { pool, coins, abi, factory, source: trusted(20, factory), change, ask }
  }

  /** Registers any contract as a pool of the factory. */
  function addListed(pool: Address, coins: readonly Address[]) {
    const [factory, name] =
      coins.length === 2 ? [twoFactory, 'TestTwocryptoFactory'] : [threeFactory, 'TestTricryptoFactory']
    return chain.write(factory, artifact(name).abi, 'add', [pool, coins])
  }

  return {
    twoFactory,
    threeFactory,
    getNativeFactory,
    twoSource: trusted(20, twoFactory),
    threeSource: trusted(20, threeFactory),
    addPool,
    addListed,
  }
}
