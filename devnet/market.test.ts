import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZERO_ADDRESS } from '../src/lib/address.ts'
import { startTestDevnet, type TestDevnet } from '../testing/devnet.ts'
import { readPools } from './market-pools.ts'
import { createRpc } from './rpc.ts'
import { tokenPlan } from './tokens.ts'

const nobody = { address: ZERO_ADDRESS, abi: [] }
const NO_DESKS = { liquidity: nobody, weighted: nobody }

let devnets: TestDevnet[]

beforeAll(async () => {
  devnets = await Promise.all([startTestDevnet(), startTestDevnet()])
})

afterAll(async () => {
  await Promise.all((devnets ?? []).map((devnet) => devnet.stop()))
})

async function pricesOf(devnet: TestDevnet): Promise<number[]> {
  const pools = await readPools(createRpc(devnet.rpcUrl('ethereum')), devnet.chain().manifest, NO_DESKS)
  return pools.map(({ price }) => price)
}

/** How far each pool stands from the anchors of its two tokens, as a share. */
async function gapsOf(devnet: TestDevnet): Promise<number[]> {
  const perUnit = (symbol: string) => tokenPlan(symbol).priceUsd / 10 ** tokenPlan(symbol).decimals
  const pools = await readPools(createRpc(devnet.rpcUrl('ethereum')), devnet.chain().manifest, NO_DESKS)
  return pools.map(({ price, tokens: [token0, token1] }) =>
    Math.abs((price * perUnit(token1.symbol)) / perUnit(token0.symbol) - 1),
  )
}

describe('the market', () => {
  it('starts on the same addresses and prices each time', async () => {
    const [first, second] = devnets.map(({ manifest }) =>
      manifest.chains.map(({ contracts, sources, tokens, pools }) => ({ contracts, sources, tokens, pools })),
    )
    expect(first).toEqual(second)
    expect(await pricesOf(devnets[0]!)).toEqual(await pricesOf(devnets[1]!))
  })

  it('moves prices the same way on every start, and keeps them near their anchors', async () => {
    const before = await pricesOf(devnets[0]!)
    for (let round = 0; round < 15; round += 1) {
      await Promise.all(devnets.map((devnet) => devnet.market('ethereum').step()))
    }
    const [first, second] = await Promise.all(devnets.map(pricesOf))
    expect(first).toEqual(second)
    expect(first!.filter((price, index) => price !== before[index]).length).toBeGreaterThan(10)
    for (const gap of await gapsOf(devnets[0]!)) expect(gap).toBeLessThan(0.03)
  })

  it('brings a pool back that somebody has pushed away', async () => {
    const devnet = devnets[0]!
    const chain = devnet.chain()
    const index = chain.manifest.pools.findIndex(({ module }) => module === 'delta-v2')
    const pair = chain.manifest.pools[index]!
    // A present to the pair moves nothing until it is synced into the reserves.
    const usdc = chain.token('USDC').address
    await chain.deal('USDC', pair.address, ((await chain.balanceOf('USDC', pair.address)) * 104n) / 100n)
    expect(pair.tokens).toContain(usdc)
    await chain.send({ to: pair.address, data: '0xfff6cae9' })
    expect((await gapsOf(devnet))[index]).toBeGreaterThan(0.03)
    for (let round = 0; round < 12; round += 1) await devnet.market('ethereum').step()
    expect((await gapsOf(devnet))[index]).toBeLessThan(0.015)
  })
})
