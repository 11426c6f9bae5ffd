import {
  type Address,
  createPublicClient,
  custom,
  encodeFunctionData,
  type Hex,
  hexToNumber,
  maxUint256,
  type PublicClient,
  parseAbi,
  toEventSelector,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeRoute, type Step, stableswap, v4 } from '../../contracts/testing/route.ts'
import type { ManifestChain } from '../../devnet/plan/manifest.ts'
import { startTestDevnet, type TestDevnet } from '../../devnet/testing/devnet.ts'
import { settlementAbi } from '../../wire/abi/settlement.ts'
import { sameAddress, ZERO_ADDRESS } from '../../wire/lib/address.ts'
import { until } from '../../wire/testing/until.ts'
import { type ChainFollower, createFollowedChain } from '../chain/followed-chain.ts'
import { encodeWord } from '../lib/abi-words.ts'
import { swapTopic as balancerSwap } from '../modules/balancer-v2/pool-state.ts'
import { sampleWeightedPool } from '../modules/balancer-v2/testing/sample-weighted-pool.ts'
import { swapTopic as balancerV3Swap } from '../modules/balancer-v3/balancer-v3-state.ts'
import { sampleBalancerV3Pool } from '../modules/balancer-v3/testing/sample-balancer-v3-pool.ts'
import { toOffer } from '../modules/core/pool-offer.ts'
import { CODES } from '../modules/cryptoswap/crypto-code.ts'
import { sampleCryptoswapPool } from '../modules/cryptoswap/testing/sample-cryptoswap-pool.ts'
import { samplePsmPool } from '../modules/psm/testing/sample-psm-pool.ts'
import { sampleStableswapNgPool } from '../modules/stableswap-ng/testing/sample-stableswap-ng-pool.ts'
import { sampleV3Pool } from '../modules/testing/sample-pools.ts'
import { algebraSwapTopic, pancakeSwapTopic } from '../modules/uniswap-v3/v3-pool.ts'
import { sampleV4Pool } from '../modules/uniswap-v4/testing/sample-v4-pool.ts'
import { swapTopic } from '../modules/uniswap-v4/v4-pool.ts'
import { createBlockPrices } from '../rates/block-prices.ts'
import { createLiteralChain, makeAddress, POOLS, TOKENS } from '../testing/literal-chain.ts'
import { createSwapVolume } from './swap-volume.ts'

const pairAbi = parseAbi(['function swap(uint256 out0, uint256 out1, address to, bytes data)'])
const DAY_MS = 24 * 3_600_000

let devnet: TestDevnet
let chain: ChainFollower

beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = createFollowedChain(devnet.serviceConfig.chains[0]!)
  await chain.start()
})

afterAll(async () => {
  await chain?.stop()
  await devnet?.stop()
})

/** Waits until the latest block is known, and returns its number. */
async function followHead(): Promise<bigint> {
  const head = await devnet.chain().publicClient.getBlockNumber({ cacheTime: 0 })
  await until(() => (chain.snapshot()?.blockNumber ?? 0n) >= head)
  return head
}

/**
 * Sells 1,000 USDC for another token in one step of a protocol. Returns the dollars counted for
 * both tokens.
 */
async function swapDollars(
  output: string,
  protocol: ManifestChain['sources'][number]['kind'],
  step: (usdc: Address, output: Address, source: number) => Step,
): Promise<[number, number]> {
  const local = devnet.chain()
  const [inputToken, outputToken] = [local.token('USDC').address, local.token(output).address]
  const { sources, contracts } = local.manifest
  const { index } = sources.find(({ kind }) => kind === protocol)!
  const volume = createSwapVolume(chain, () => 0)
  const board = createBlockPrices()
  await volume.read(chain.snapshot()!.blockNumber, board.of(chain)!)
  const counted = () => [volume.of(inputToken), volume.of(outputToken)] as const
  const before = counted()
  const inputAmount = 1_000n * 10n ** 6n
  await local.deal('USDC', local.account(0), inputAmount)
  await local.approve('USDC', contracts.settlement, inputAmount)
  const trade = {
    inputToken,
    outputToken,
    inputAmount,
    minOutputAmount: 1n,
    outputReceiver: local.account(0),
    partner: ZERO_ADDRESS,
    partnerFeeBps: 0n,
    settlementFee: 0n,
    surplusThreshold: maxUint256,
    deadline: 2n ** 40n,
  }
  const args = [trade, encodeRoute(step(inputToken, outputToken, index)), '0x'] as const
  await local.send({
    to: contracts.settlement,
    data: encodeFunctionData({ abi: settlementAbi, functionName: 'swap', args }),
  })
  await volume.read(await followHead(), board.of(chain)!)
  const after = counted()
  return [after[0] - before[0], after[1] - before[1]]
}

describe('swap volume', () => {
  it('restores a stored volume and halves in a day', () => {
    let now = 0
    const volume = createSwapVolume(chain, () => now)
    const weth = devnet.chain().token('WETH').address
    volume.recall(weth, 1_000)
    now = DAY_MS
    expect(volume.of(weth)).toBeCloseTo(500, 6)
    volume.recall(weth, 100)
    expect(volume.of(weth)).toBeCloseTo(500, 6)
  })

  it('counts the smaller side of each swap once', async () => {
    const local = devnet.chain()
    const [weth, usdc] = [local.token('WETH').address, local.token('USDC').address]
    const pair = local.pools('WETH', 'USDC', 'uniswap-v2')[0]!
    const volume = createSwapVolume(chain, () => 0)
    const board = createBlockPrices()
    await volume.read(chain.snapshot()!.blockNumber, board.of(chain)!)
    const before = volume.of(usdc)

    // The trader receives a hundred dollars for one WETH, so only a hundred dollars count.
    await local.deal('WETH', pair.address, (await local.balanceOf('WETH', pair.address)) + 10n ** 18n)
    const out = 100n * 10n ** 6n
    const [out0, out1] = sameAddress(pair.tokens[0], usdc) ? [out, 0n] : [0n, out]
    const args = [out0, out1, local.account(0), '0x'] as const
    await local.send({
      to: pair.address,
      data: encodeFunctionData({ abi: pairAbi, functionName: 'swap', args }),
    })
    const head = await followHead()

    for (let times = 0; times < 2; times += 1) {
      await volume.read(head, board.of(chain)!)
      expect(volume.of(usdc) - before).toBeCloseTo(100, 3)
      expect(volume.of(weth)).toBeGreaterThanOrEqual(99)
    }
  })

  it('counts a swap in a pool of a V4 manager, which emits the log', async () => {
    const { manifest } = devnet.chain()
    const { fee, tickSpacing } = manifest.managedPools[0]!
    const counted = await swapDollars('WETH', 'v4', (usdc, weth, source) =>
      v4(usdc, weth, { fee, tickSpacing, isNative: true }, { source }),
    )
    for (const dollars of counted) expect(dollars / 1_000).toBeCloseTo(1, 1)
  })

  it('counts a swap of any two coins in a Curve pool', async () => {
    const counted = await swapDollars('USDT', 'stableswap', (usdc, usdt, source) =>
      stableswap(usdc, usdt, [1, 2], { source }),
    )
    for (const dollars of counted) expect(dollars / 1_000).toBeCloseTo(1, 1)
  })

  it.each([
    ['stableswap-ng', 'TokenExchange(address,int128,uint256,int128,uint256)'],
    ['cryptoswap', 'TokenExchange(address,uint256,uint256,uint256,uint256,uint256,uint256)'],
  ] as const)(
    'counts a swap in a pool of %s, and none in a pool of another kind or outside memory',
    async (kind, event) => {
      const { usdc, weth } = TOKENS
      const tokens = [weth.address, usdc.address] as const
      const options = { decimals: [18, 6], tokens }
      const pool =
        kind === 'cryptoswap'
          ? sampleCryptoswapPool(
              { balances: [10n ** 21n, 10n ** 12n], priceScale: [10n ** 18n, 10n ** 15n] },
              { ...options, code: CODES['v2.0.0'][2] },
            )
          : sampleStableswapNgPool({}, options)
      const topics = [toEventSelector(event), `0x${'0'.repeat(64)}`]
      const data = `0x${[1n, 5_000_000n, 0n, 10n ** 40n].map(encodeWord).join('')}`

      async function count(address: Address, of: typeof kind = kind) {
        const source = { index: 1, module: pool.module, name: 'Curve', factory: makeAddress(0xfac), kind: of }
        const literal = createLiteralChain({ pools: [...POOLS, pool], config: { sources: [source] } })
        const client = { request: async () => [{ address, topics, data }] } as unknown as PublicClient
        const volume = createSwapVolume({ ...literal, client }, () => 0)
        await volume.read(1n, createBlockPrices().of(literal)!)
        return volume.of(usdc.address)
      }

      expect(await count(pool.address)).toBeCloseTo(5, 6)
      expect(await count(pool.address, kind === 'cryptoswap' ? 'stableswap-ng' : 'cryptoswap')).toBe(0)
      expect(await count(makeAddress(0xbad))).toBe(0)
    },
  )

  it.each([
    ['PancakeSwap V3', pancakeSwapTopic],
    ['Algebra', algebraSwapTopic],
  ])('counts a swap in a pool of %s', async (_, topic) => {
    const { usdc, weth } = TOKENS
    const pool = sampleV3Pool(
      { tick: 0, positions: [{ lower: -6_000, upper: 6_000, delta: 10n ** 18n }] },
      { tokens: [usdc.address, weth.address] },
    )
    const literal = createLiteralChain({ pools: [...POOLS, pool] })
    const words = [-5_000_000n, 10n ** 40n, 2n ** 96n, 1n, 0n, 3n, 0n]
    const log = {
      address: pool.address,
      topics: [topic, `0x${'0'.repeat(64)}`, `0x${'0'.repeat(64)}`],
      data: `0x${words.map((word) => encodeWord(BigInt.asUintN(256, word))).join('')}`,
    }
    const client = { request: async () => [log] } as unknown as PublicClient
    const volume = createSwapVolume({ ...literal, client }, () => 0)
    await volume.read(1n, createBlockPrices().of(literal)!)
    expect(volume.of(usdc.address)).toBeCloseTo(5, 6)
  })

  it('counts the swaps of the last hundred blocks from a node that allows ten at a time', async () => {
    const { usdc, weth } = TOKENS
    const words = [5_000_000n, 0n, 0n, 10n ** 40n].map(encodeWord).join('')
    const topic = toEventSelector('Swap(address,uint256,uint256,uint256,uint256,address)')
    const tokens = [usdc.address, weth.address] as const
    const pool = { ...POOLS[0]!, tokens, depth: [3n * 10n ** 12n, 10n ** 21n] as const }
    const literal = createLiteralChain({ pools: [pool] })
    const log = { address: pool.address, topics: [topic], data: `0x${words}` }
    const client = createPublicClient({
      transport: custom(
        {
          async request({ params: [{ fromBlock, toBlock }] }) {
            if (hexToNumber(toBlock) - hexToNumber(fromBlock) >= 10) throw new Error('10 blocks at most')
            return hexToNumber(fromBlock) <= 930 && hexToNumber(toBlock) >= 930 ? [log] : []
          },
        },
        { retryCount: 0 },
      ),
    })
    const volume = createSwapVolume({ ...literal, client }, () => 0)
    await volume.read(1_000n, createBlockPrices().of(literal)!)
    expect(volume.of(usdc.address)).toBeCloseTo(5, 6)
  })

  it.each([
    ['sold', 'SellGem', 0.5],
    ['bought', 'BuyGem', 1.5],
  ] as const)('counts gems that are %s in a peg stability module of the config', async (_, name, share) => {
    const { wbtc, weth } = TOKENS
    const tokens = [wbtc.address, weth.address] as const
    const pool = samplePsmPool({}, { tokens, factor: 10n ** 10n })
    const source = { index: 1, kind: 'psm', module: 'psm', name: 'PSM', factory: pool.address } as const
    const literal = createLiteralChain({ pools: [...POOLS, pool], config: { sources: [source] } })
    const prices = createBlockPrices().of(literal)!
    const topics = [toEventSelector(`${name}(address,uint256,uint256)`), `0x${'0'.repeat(64)}`]
    const data = `0x${encodeWord(10n ** 8n)}${encodeWord(10n ** 18n / 2n)}`

    async function count(address: Address) {
      const client = { request: async () => [{ address, topics, data }] } as unknown as PublicClient
      const volume = createSwapVolume({ ...literal, client }, () => 0)
      await volume.read(1n, prices)
      return tokens.map((token) => volume.of(token))
    }

    // The rate is one to one with a fee, and the smaller side counts.
    const [ofGem = 0, ofPaid = 0] = tokens.map((token) => prices.price(token))
    const value = Math.min(ofGem, share * ofPaid)
    expect(value).toBeGreaterThan(0)
    for (const counted of await count(pool.address)) expect(counted).toBeCloseTo(value, 6)
    expect(await count(makeAddress(0xbad))).toEqual([0, 0])
  })

  it.each(['balancer', 'balancer-v3'] as const)(
    "counts a swap in a followed pool of a vault of kind %s, limited to the pool's holdings",
    async (kind) => {
      const { usdc, weth } = TOKENS
      const tokens = [usdc.address, weth.address] as const
      const weights = [10n ** 18n / 2n, 10n ** 18n / 2n]
      const balances = [30_000_000_000n, 10n ** 19n]
      const isV3 = kind === 'balancer-v3'
      const pool = isV3
        ? sampleBalancerV3Pool({ balances }, { scales: [10n ** 12n, 1n], weights, tokens })
        : sampleWeightedPool({ balances, weights }, { scales: [10n ** 12n, 1n], tokens })
      const vault = makeAddress(0xba)
      const shared = { index: 1, module: pool.module, name: 'Balancer', factory: vault }
      const source = isV3
        ? ({ ...shared, kind, weightedFactories: [vault] } as const)
        : ({ ...shared, kind: 'balancer', poolFactory: vault } as const)
      const literal = createLiteralChain({ pools: [...POOLS, pool], config: { sources: [source] } })

      async function count(address: Address, amount: bigint) {
        const toTopic = (one: Address): Hex => `0x${encodeWord(BigInt(one))}`
        const named: Hex = isV3 ? toTopic(address) : `${address}${'0'.repeat(24)}`
        const words = [amount, 10n ** 40n, 0n, 0n].map(encodeWord).join('')
        const topics = [isV3 ? balancerV3Swap : balancerSwap, named, ...tokens.map(toTopic)]
        const log = { address: vault, topics, data: `0x${words}` }
        const client = { request: async () => [log] } as unknown as PublicClient
        const volume = createSwapVolume({ ...literal, client }, () => 0)
        await volume.read(1n, createBlockPrices().of(literal)!)
        return volume.of(usdc.address)
      }

      expect(await count(pool.address, 5_000_000n)).toBeCloseTo(5, 6)
      expect(await count(makeAddress(0xbad), 5_000_000n)).toBe(0)
      const most = await count(pool.address, 10n ** 30n)
      expect(most).toBeGreaterThan(5)
      expect(most).toBeLessThan(100_000)
    },
  )

  it("counts at most the pool's holdings near the price, because a swap may move no tokens", async () => {
    const { usdc, weth } = TOKENS
    const pool = sampleV4Pool(
      { tick: 0, positions: [{ lower: -6_000, upper: 6_000, delta: 10n ** 12n }] },
      { tokens: [usdc.address, weth.address] },
    )
    const manager = makeAddress(0xbc)
    const source = {
      index: 1,
      kind: 'v4',
      module: 'uniswap-v4',
      name: 'Uniswap V4',
      factory: manager,
    } as const
    const literal = createLiteralChain({ pools: [...POOLS, pool], config: { sources: [source] } })
    const words = [-(10n ** 24n), 10n ** 40n, 2n ** 96n, 1n, 0n, 100n]
    const log = {
      address: manager,
      topics: [swapTopic, `${pool.address}${'0'.repeat(24)}`, `0x${'0'.repeat(64)}`],
      data: `0x${words.map((word) => encodeWord(BigInt.asUintN(256, word))).join('')}`,
    }
    const client = { request: async () => [log] } as unknown as PublicClient
    const volume = createSwapVolume({ ...literal, client }, () => 0)
    await volume.read(1n, createBlockPrices().of(literal)!)
    const held = Number(toOffer(pool, 0)!.sells) / 1e6
    expect(volume.of(usdc.address)).toBeGreaterThan(0)
    expect(volume.of(usdc.address) / held).toBeLessThan(1.01)
  })
})
