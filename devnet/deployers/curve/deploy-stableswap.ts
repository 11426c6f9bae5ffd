import type { Address } from 'viem'
import { loadArtifacts } from '../../bytecode/artifacts.ts'
import type { TestChain } from '../../setup/test-chain.ts'
import { trusted } from '../../setup/test-source.ts'

/** Factors of the four coins in the code of Curve's pool, regardless of their decimals. */
export const STABLESWAP_SCALES = [1n, 10n ** 12n, 10n ** 12n, 1n] as const
/** Whole tokens of each coin in each pool. */
const HELD = 1_000_000n
const ONE = 10n ** 18n
const AMPLIFICATION = 256n
/** 0.04 %, of which the admin receives half. */
const FEE = 4_000_000n
const ADMIN_FEE = 5_000_000_000n
const DELAY_SECONDS = 3n * 86_400n

type Four = readonly [Address, Address, Address, Address]

/** Curve's own StableSwap, as it traded DAI, USDC, USDT and sUSD. */
export function deployStableswap(
  chain: TestChain,
  mint: (token: Address, to: Address, amount: bigint) => Promise<unknown>,
) {
  const { pool: code, share } = loadArtifacts().curve
  const { deployer } = chain.accounts

  async function addStableswapPool(
    coins: Four,
    balances = STABLESWAP_SCALES.map((scale) => (HELD * ONE) / scale),
  ) {
    const token = await chain.deploy(share, ['Curve', 'CRV', 18n, 0n])
    const pool = await chain.deploy(code, [coins, coins, token, AMPLIFICATION, FEE])
    await chain.write(token, share.abi, 'set_minter', [pool])
    for (const [i, coin] of coins.entries()) {
      await mint(coin, deployer, balances[i] ?? 0n)
      await chain.approve(coin, pool, balances[i] ?? 0n)
    }
    const change = (functionName: string, ...args: unknown[]) =>
      chain.write(pool, code.abi, functionName, args)
    await change('add_liquidity', balances, 0n)

    async function setParameters(amplification: bigint, fee: bigint) {
      await change('commit_new_parameters', amplification, fee, ADMIN_FEE)
      await chain.passTime(DELAY_SECONDS + 1n)
      await change('apply_new_parameters')
    }

    const ask = (functionName: string, ...args: unknown[]) =>
      chain.client.readContract({ address: pool, abi: code.abi, functionName, args }) as Promise<bigint>
    return { pool, coins, change, setParameters, ask, source: trusted(10, pool) }
  }

  return { addStableswapPool }
}
