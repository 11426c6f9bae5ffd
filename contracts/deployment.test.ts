import { type Address, getAddress, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { executorAbi, settlementAbi } from '../wire/abi/settlement.ts'
import { type Market, startMarket, TREASURY } from './testing/start-market.ts'

let market: Market

beforeAll(async () => {
  market = await startMarket()
})
afterAll(() => market?.stop())

it('reports its constructor arguments', async () => {
  const read = (functionName: 'weth' | 'permit2' | 'treasury' | 'executor') =>
    market.client.readContract({ address: market.settlement, abi: settlementAbi, functionName })
  expect(await read('weth')).toBe(market.weth)
  expect(await read('permit2')).toBe(market.permit2)
  expect(await read('treasury')).toBe(getAddress(TREASURY))
  expect(await read('executor')).toBe(market.executor)
})

it('lists its sources, and rejects an index beyond them', async () => {
  const read = (index: number) =>
    market.client.readContract({
      address: market.executor,
      abi: executorAbi,
      functionName: 'source',
      args: [index],
    })
  for (const [index, source] of market.sources.entries()) expect(await read(index)).toEqual(source)
  await expect(read(market.sources.length)).rejects.toThrow('UnknownSource')
})

it('accepts twenty sources and rejects more', async () => {
  const build = (count: number, treasury: Address = TREASURY) => {
    const sources = Array.from({ length: count }, () => market.sources[0])
    return market.deploy('Settlement', [market.weth, market.permit2, treasury, sources])
  }
  await build(20)
  await expect(build(21)).rejects.toThrow()
  await expect(build(1, zeroAddress)).rejects.toThrow()
})
