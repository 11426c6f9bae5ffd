import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDevnet, type TestDevnet } from '../../devnet/testing/devnet.ts'
import type { Address } from '../../wire/lib/address.ts'
import { createRandom } from '../../wire/testing/random.ts'
import { type ChainFollower, createFollowedChain } from '../chain/followed-chain.ts'
import { simulateCalls } from '../chain/simulation/simulate.ts'
import type { SimulatedCall } from '../chain/simulation/simulation.ts'
import { uintAt } from '../lib/abi-words.ts'
import type { Pool } from './core/pool.ts'

const vaultAbi = parseAbi([
  'function previewDeposit(uint256) view returns (uint256)',
  'function previewRedeem(uint256) view returns (uint256)',
  'function previewMint(uint256) view returns (uint256)',
  'function previewWithdraw(uint256) view returns (uint256)',
])
const balancerAbi = parseAbi([
  'struct Step { bytes32 poolId; uint256 assetIn; uint256 assetOut; uint256 amount; bytes userData; }',
  'struct Funds { address sender; bool fromInternal; address recipient; bool toInternal; }',
  'function queryBatchSwap(uint8 kind, Step[] steps, address[] assets, Funds funds) returns (int256[] deltas)',
])
const aaveAbi = parseAbi([
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referral)',
  'function withdraw(address asset, uint256 amount, address to) returns (uint256)',
])
const erc20Abi = parseAbi([
  'function approve(address, uint256) returns (bool)',
  'function balanceOf(address) view returns (uint256)',
])
const SAMPLES = 600
const TRADES = 40

interface Sample {
  pool: Pool
  zeroForOne: boolean
  isInput: boolean
  amount: bigint
}

let devnet: TestDevnet
let chain: ChainFollower
let trader: Address

beforeAll(async () => {
  devnet = await startTestDevnet()
  for (let i = 0; i < 3; i += 1) await devnet.market('ethereum').step()
  trader = devnet.chain().account(1)
  for (const symbol of ['USDC', 'DAI', 'WETH']) await devnet.chain().deal(symbol, trader, 10n ** 26n)
  await devnet.chain().testClient.mine({ blocks: 1 })
  chain = createFollowedChain(devnet.serviceConfig.chains[0]!)
  await chain.start()
})

afterAll(async () => {
  await chain?.stop()
  await devnet?.stop()
})

describe('conversion quotes', () => {
  it("equal the vault's own results for weighted and stable pools, in both directions and order types", async () => {
    let filled = 0
    let stable = 0
    const samples = draw(getPools('balancer-v2'), SAMPLES, 3)
    const stablePools = devnet.chain().manifest.stablePools.map(({ address }) => address.toLowerCase())
    await Promise.all(
      samples.map(async (sample) => {
        const reported = await queryVault(sample)
        const ours = quote(sample)
        const { pool, zeroForOne, isInput, amount } = sample
        const isStable = stablePools.includes(pool.address)
        // The pool quotes no input above twice its balance.
        const sold = isInput ? amount : (reported ?? 0n)
        if (isStable && !ours && sold > 2n * pool.depth[zeroForOne ? 0 : 1]) return
        if (reported === undefined || reported === 0n) expect(ours).toBeUndefined()
        else expect(ours).toBe(reported)
        if (!ours) return
        filled += 1
        if (isStable) stable += 1
      }),
    )
    expect(stable).toBeGreaterThan(SAMPLES / 5)
    expect(filled).toBeGreaterThan(SAMPLES / 2)
  })

  it('equal the previews of vaults', async () => {
    let filled = 0
    const { client } = chain
    const { blockHash } = chain.snapshot()!
    await Promise.all(
      draw(getPools('erc4626'), SAMPLES, 5).map(async (sample) => {
        const { pool, zeroForOne, isInput, amount } = sample
        const ours = quote(sample)
        if (!ours) return
        const functionName = isInput
          ? zeroForOne
            ? 'previewDeposit'
            : 'previewRedeem'
          : zeroForOne
            ? 'previewMint'
            : 'previewWithdraw'
        const call = { address: pool.address, abi: vaultAbi, functionName, args: [amount] } as const
        expect(ours).toBe(await client.readContract({ ...call, blockHash }))
        filled += 1
      }),
    )
    expect(filled).toBeGreaterThan(SAMPLES / 2)
  })

  it('match lending reserves to a wei when supplied and withdrawn again', async () => {
    const { aavePool } = devnet.chain().manifest.contracts
    const random = createRandom(11)
    for (let i = 0; i < TRADES; i += 1) {
      const pools = getPools('aave-v3')
      const [asset, aToken] = pools[i % pools.length]!.tokens
      const amount = BigInt(Math.ceil(10 ** (2 + random.next() * 10)))
      const half = amount / 2n
      const [owned, , , supplied, , withdrawn, left] = await run([
        { to: aToken, data: balanceCall() },
        {
          to: asset,
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [aavePool, amount] }),
        },
        {
          to: aavePool,
          data: encodeFunctionData({
            abi: aaveAbi,
            functionName: 'supply',
            args: [asset, amount, trader, 0],
          }),
        },
        { to: aToken, data: balanceCall() },
        {
          to: aavePool,
          data: encodeFunctionData({ abi: aaveAbi, functionName: 'withdraw', args: [asset, half, trader] }),
        },
        { to: asset, data: balanceCall() },
        { to: aToken, data: balanceCall() },
      ])
      const before = await devnet.chain().balanceOf(asset, trader)
      expect(distance(supplied! - owned!, amount)).toBeLessThanOrEqual(1n)
      expect(withdrawn! - (before - amount)).toBe(half)
      expect(distance(left! - owned!, amount - half)).toBeLessThanOrEqual(2n)
    }
  })
})

function getPools(module: string): Pool[] {
  const pools = chain
    .snapshot()!
    .pools()
    .filter((pool) => pool.module === module)
  expect(pools.length).toBeGreaterThan(0)
  return pools
}

function quote({ pool, zeroForOne, isInput, amount }: Sample): bigint | undefined {
  return isInput
    ? pool.exactInput(zeroForOne, amount)?.amountOut
    : pool.exactOutput(zeroForOne, amount)?.amountIn
}

function draw(pools: readonly Pool[], count: number, seed: number): Sample[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, (_, i) => {
    const pool = pools[i % pools.length]!
    const zeroForOne = random.next() < 0.5
    const isInput = random.next() < 0.6
    const depth = Number(pool.depth[zeroForOne === isInput ? 0 : 1])
    return { pool, zeroForOne, isInput, amount: BigInt(Math.ceil(depth * 10 ** (random.next() * 9 - 8.8))) }
  })
}

/** Returns the result of the vault's query, or undefined if it reverts. */
async function queryVault({ pool, zeroForOne, isInput, amount }: Sample): Promise<bigint | undefined> {
  const { balancerVault } = devnet.chain().manifest.contracts
  const [assetIn, assetOut] = zeroForOne ? [0n, 1n] : [1n, 0n]
  const step = { poolId: pool.identity.poolId!, assetIn, assetOut, amount, userData: '0x' as Hex }
  const funds = { sender: trader, fromInternal: false, recipient: trader, toInternal: false }
  const call = {
    abi: balancerAbi,
    functionName: 'queryBatchSwap',
    args: [isInput ? 0 : 1, [step], [...pool.tokens], funds],
  } as const
  const { blockHash } = chain.snapshot()!
  try {
    const { data } = await chain.client.call({ to: balancerVault, data: encodeFunctionData(call), blockHash })
    const deltas = decodeFunctionResult({ ...call, data: data! })
    return isInput ? -deltas[Number(assetOut)]! : deltas[Number(assetIn)]!
  } catch {
    return undefined
  }
}

/** Runs calls of the trader one after another and returns the first word of each result. */
async function run(calls: readonly Omit<SimulatedCall, 'from'>[]): Promise<bigint[]> {
  const results = await simulateCalls(chain.client, {
    block: chain.snapshot()!,
    calls: calls.map((call) => ({ ...call, from: trader })),
  })
  return results.map(({ success, returnData, message }) => {
    if (!success) throw new Error(message)
    return returnData === '0x' ? 0n : uintAt(returnData, 0)
  })
}

function balanceCall(): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [trader] })
}

function distance(a: bigint, b: bigint): bigint {
  return a < b ? b - a : a - b
}
