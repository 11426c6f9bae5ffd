import { parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZERO_ADDRESS } from '../wire/lib/address.ts'
import { readPools } from './market/market-pools.ts'
import { createRpc } from './node/rpc.ts'
import { tokenPlan } from './plan/tokens.ts'
import { startTestDevnet, type TestChain, type TestDevnet } from './testing/devnet.ts'

const nobody = { address: ZERO_ADDRESS, abi: [] }
const NO_DESKS = {
  liquidity: nobody,
  weighted: nobody,
  managed: nobody,
  solidly: nobody,
  stableswap: nobody,
  algebra: nobody,
}

const views = parseAbi([
  'function getReserveNormalizedIncome(address asset) view returns (uint256)',
  'function convertToAssets(uint256 shares) view returns (uint256)',
])
const events = parseAbi([
  'event Supply(address indexed reserve, address user, address indexed onBehalfOf, uint256 amount, uint16 indexed referralCode)',
  'event Withdraw(address indexed reserve, address indexed user, address indexed to, uint256 amount)',
  'event Borrow(address indexed reserve, address user, address indexed onBehalfOf, uint256 amount, uint8 interestRateMode, uint256 borrowRate, uint16 indexed referralCode)',
  'event Repay(address indexed reserve, address indexed user, address indexed repayer, uint256 amount, bool useATokens)',
  'event Harvested(uint256 profit, uint256 totalAssets)',
  'event Swap(bytes32 indexed poolId, address indexed tokenIn, address indexed tokenOut, uint256 amountIn, uint256 amountOut)',
])

let devnets: TestDevnet[]

beforeAll(async () => {
  devnets = await Promise.all([startTestDevnet(), startTestDevnet()])
})

afterAll(async () => {
  await Promise.all((devnets ?? []).map((devnet) => devnet.stop()))
})

async function getPrices(devnet: TestDevnet): Promise<number[]> {
  const pools = await readPools(createRpc(devnet.rpcUrl('ethereum')), devnet.chain().manifest, NO_DESKS)
  return pools.map(({ price }) => price)
}

/** Earnings of each reserve and the vault, as the chain counts them. */
async function earningsAt({ manifest, publicClient }: TestChain, blockNumber?: bigint): Promise<bigint[]> {
  const { aavePool, vaults } = manifest.contracts
  const at = blockNumber === undefined ? {} : { blockNumber }
  const incomes = manifest.tokens.flatMap(({ claim }) =>
    claim?.kind === 'a-token'
      ? [
          publicClient.readContract({
            address: aavePool,
            abi: views,
            functionName: 'getReserveNormalizedIncome',
            args: [claim.underlying],
            ...at,
          }),
        ]
      : [],
  )
  const rate = publicClient.readContract({
    address: vaults[0]!,
    abi: views,
    functionName: 'convertToAssets',
    args: [10n ** 30n],
    ...at,
  })
  return Promise.all([...incomes, rate])
}

/** Events of the lending pool, the vault and the weighted pools since a block. */
async function namesOfEvents({ manifest, publicClient }: TestChain, fromBlock: bigint): Promise<string[]> {
  const { aavePool, balancerVault, vaults } = manifest.contracts
  const address = [aavePool, balancerVault, ...vaults]
  const logs = await publicClient.getLogs({ address, events, fromBlock, toBlock: 'latest' })
  return logs.map(({ eventName }) => eventName)
}

/** Relative distance of each pool's price from the anchors of its two tokens. */
async function getGaps(devnet: TestDevnet): Promise<number[]> {
  const perUnit = (symbol: string) => tokenPlan(symbol).priceUsd / 10 ** tokenPlan(symbol).decimals
  const pools = await readPools(createRpc(devnet.rpcUrl('ethereum')), devnet.chain().manifest, NO_DESKS)
  return pools.map(({ price, tokens: [token0, token1] }) =>
    Math.abs((price * perUnit(token1.symbol)) / perUnit(token0.symbol) - 1),
  )
}

describe('the market', () => {
  it('starts with the same addresses and prices each time', async () => {
    const [first, second] = devnets.map(({ manifest }) =>
      manifest.chains.map(({ rpcUrl: _, wsUrl: __, ...chain }) => chain),
    )
    expect(first).toEqual(second)
    expect(await getPrices(devnets[0]!)).toEqual(await getPrices(devnets[1]!))
  })

  it('has the same month of history each time, to the last digit', async () => {
    const [first, second] = await Promise.all(
      devnets.map((devnet) =>
        Promise.all([30n, 78n, 124n].map((block) => earningsAt(devnet.chain(), block))),
      ),
    )
    expect(first).toEqual(second)
  })

  it('has savers, borrowers and harvests', async () => {
    const devnet = devnets[0]!
    const [earnings, from] = [
      await earningsAt(devnet.chain()),
      await devnet.chain().publicClient.getBlockNumber(),
    ]
    for (let round = 0; round < 25; round += 1) {
      await Promise.all(devnets.map((each) => each.market('ethereum').step()))
    }
    const after = await earningsAt(devnet.chain())
    for (const [index, value] of after.entries()) expect(value).toBeGreaterThan(earnings[index]!)
    const [first, second] = await Promise.all(devnets.map((each) => namesOfEvents(each.chain(), from + 1n)))
    expect(first).toEqual(second)
    expect([...new Set(first)].sort()).toEqual(['Borrow', 'Harvested', 'Repay', 'Supply', 'Swap', 'Withdraw'])
  })

  it('moves prices the same way on every start, and keeps them near their anchors', async () => {
    const before = await getPrices(devnets[0]!)
    for (let round = 0; round < 15; round += 1) {
      await Promise.all(devnets.map((devnet) => devnet.market('ethereum').step()))
    }
    const [first, second] = await Promise.all(devnets.map(getPrices))
    expect(first).toEqual(second)
    expect(first!.filter((price, index) => price !== before[index]).length).toBeGreaterThan(10)
    for (const gap of await getGaps(devnets[0]!)) expect(gap).toBeLessThan(0.03)
  })

  it('returns a pool to the market price after a distortion', async () => {
    const devnet = devnets[0]!
    const chain = devnet.chain()
    const index = chain.manifest.pools.findIndex(({ module }) => module === 'delta-v2')
    const pair = chain.manifest.pools[index]!
    // A donation to the pair has no effect until `sync` adds it to the reserves.
    const usdc = chain.token('USDC').address
    await chain.deal('USDC', pair.address, ((await chain.balanceOf('USDC', pair.address)) * 104n) / 100n)
    expect(pair.tokens).toContain(usdc)
    await chain.send({ to: pair.address, data: '0xfff6cae9' })
    expect((await getGaps(devnet))[index]).toBeGreaterThan(0.03)
    for (let round = 0; round < 12; round += 1) await devnet.market('ethereum').step()
    expect((await getGaps(devnet))[index]).toBeLessThan(0.015)
  })
})
