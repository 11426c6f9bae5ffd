import { type Address, parseAbi } from 'viem'
import { createLentShares } from '../../devnet/deployers/aave/atoken-shares.ts'
import { deployAave } from '../../devnet/deployers/aave/deploy-aave.ts'
import { deployBalancer } from '../../devnet/deployers/balancer/deploy-balancer.ts'
import type { TestChain } from '../../devnet/setup/test-chain.ts'
import { RESERVE, trusted } from '../../devnet/setup/test-source.ts'

const vaultAbi = parseAbi(['function mint(uint256, address)'])

interface Ground {
  tokens: Record<'a' | 'b' | 'c' | 'usdt' | 'hostile' | 'weth', Address>
  mint: (token: Address, to: Address, amount: bigint) => Promise<unknown>
  deploy: (name: string, args?: unknown[]) => Promise<Address>
}

/** Sources other than pairs: a lending pool and vaults with accrued earnings, a weighted pool. */
export async function deployConversions(chain: TestChain, { tokens, mint, deploy }: Ground) {
  const { a, b, c, usdt, hostile, weth } = tokens
  const { deployer } = chain.accounts
  for (const token of [a, c, usdt]) await mint(token, deployer, 3n * RESERVE)

  const aave = await deployAave(chain)
  const lent = { aA: await aave.addReserve(a), aUsdt: await aave.addReserve(usdt) }
  await aave.earn(usdt, RESERVE)
  await aave.earn(a, RESERVE)

  const vault = await deploy('TestVault', [b])
  await mintShares(deployer, RESERVE)
  await mint(b, vault, RESERVE / 7n)
  const hostileVault = await deploy('HostileVault', [usdt])
  const struckVault = await deploy('TestVault', [hostile])

  const balancer = await deployBalancer(chain, weth)
  const poolId = await balancer.addWeightedPool([
    { token: a, percent: 50n, amount: RESERVE },
    { token: c, percent: 30n, amount: RESERVE },
    { token: usdt, percent: 20n, amount: RESERVE },
  ])

  /** Creates and fills a stable pool in the vault of Balancer V2; returns its id. */
  async function addBalancerStable(held: readonly Address[]) {
    for (const token of held) await mint(token, deployer, RESERVE)
    return balancer.addStablePool(held.map((token) => ({ token, amount: RESERVE })))
  }

  async function mintShares(to: Address, shares: bigint) {
    const enough = 2n * shares
    await mint(b, deployer, enough)
    await chain.approve(b, vault, enough)
    return chain.write(vault, vaultAbi, 'mint', [shares, to])
  }

  async function mintLent(asset: Address, to: Address, amount: bigint) {
    await mint(asset, deployer, amount)
    return aave.supply(asset, to, amount)
  }

  /** Mints a token, or acquires it from its source. */
  async function mintAny(token: Address, to: Address, amount: bigint) {
    if (token === lent.aA) return mintLent(a, to, amount)
    if (token === lent.aUsdt) return mintLent(usdt, to, amount)
    return token === vault ? mintShares(to, amount) : mint(token, to, amount)
  }

  const assets = new Map([
    [lent.aA, a],
    [lent.aUsdt, usdt],
  ])
  return {
    mint: mintAny,
    lentShares: createLentShares(chain, aave.pool, assets),
    addWeightedPool: balancer.addWeightedPool,
    addBalancerStable,
    quoteBalancer: (tokenIn: Address, tokenOut: Address, amount: bigint) =>
      balancer.quote(poolId, [tokenIn, tokenOut], amount),
    priceBalancer: (tokenIn: Address, tokenOut: Address, amount: bigint) =>
      balancer.price(poolId, [tokenIn, tokenOut], amount),
    conversions: {
      tokens: { ...lent, vB: vault, vHostile: hostileVault, vStruck: struckVault },
      aavePool: aave.pool,
      balancerVault: balancer.vault,
      poolId,
    },
    sources: [
      trusted(2, aave.pool),
      trusted(4, vault),
      trusted(6, balancer.vault),
      trusted(4, hostileVault),
      trusted(4, struckVault),
    ],
  }
}
