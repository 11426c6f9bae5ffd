import { describe, expect, it } from 'vitest'
import type { Address } from '../../wire/lib/address.ts'
import type { LiquidityModule } from '../../wire/router.ts'
import { toRoutePaths } from './route-paths.ts'

const token = (digit: string) => `0x${digit.repeat(40)}` as Address
const [ETH, WBTC, DAI, USDC] = [token('1'), token('2'), token('3'), token('4')]

function hop(name: string, portionBps: number, ...path: Address[]): LiquidityModule {
  return { module: name.toLowerCase(), name, kind: 'dex', portionBps, path }
}

/** Formats each path as one line. */
function lines(modules: LiquidityModule[]): string[] {
  const names = new Map(
    [ETH, WBTC, DAI, USDC].map((one, index) => [one, ['ETH', 'WBTC', 'DAI', 'USDC'][index]]),
  )
  return toRoutePaths(modules).map(({ shareBps, hops }) =>
    [
      shareBps,
      names.get(hops[0]?.from ?? ETH),
      ...hops.flatMap(({ to, sources }) => [
        sources.map(({ name, shareBps: share }) => `${name}:${share}`).join('+'),
        names.get(to),
      ]),
    ].join(' '),
  )
}

describe('the flow of a route', () => {
  it('has one path with the whole trade for consecutive hops', () => {
    expect(lines([hop('A', 10_000, ETH, DAI), hop('B', 10_000, DAI, USDC)])).toEqual([
      '10000 ETH A:10000 DAI B:10000 USDC',
    ])
  })

  it('merges pools between the same tokens, the largest first', () => {
    expect(
      lines([hop('A', 2_000, ETH, USDC), hop('B', 7_000, ETH, USDC), hop('A', 1_000, ETH, USDC)]),
    ).toEqual(['10000 ETH B:7000+A:3000 USDC'])
  })

  it('follows split and joined paths, with at most 100 % in total', () => {
    const modules = [
      hop('A', 1_000, ETH, DAI),
      hop('A', 6_000, ETH, WBTC),
      hop('B', 3_000, ETH, USDC),
      hop('C', 6_000, WBTC, DAI),
      hop('D', 7_000, DAI, USDC),
    ]
    expect(lines(modules)).toEqual([
      '6000 ETH A:10000 WBTC C:10000 DAI D:10000 USDC',
      '3000 ETH B:10000 USDC',
      '1000 ETH A:10000 DAI D:10000 USDC',
    ])
  })

  it('ignores rounding remainders', () => {
    const modules = [hop('A', 3_333, ETH, DAI), hop('B', 6_667, ETH, USDC), hop('C', 3_334, DAI, USDC)]
    expect(lines(modules)).toEqual(['6667 ETH B:10000 USDC', '3333 ETH A:10000 DAI C:10000 USDC'])
  })

  it('scales shares that exceed the trade', () => {
    const shares = toRoutePaths([hop('A', 9_000, ETH, USDC), hop('B', 9_000, DAI, USDC)]).map(
      ({ shareBps }) => shareBps,
    )
    expect(shares).toEqual([5_000, 5_000])
  })

  it('has no shares if the service reports none, and ignores modules without a path', () => {
    const paths = toRoutePaths([hop('A', 0, ETH, DAI, USDC), hop('B', 0)])
    expect(paths).toMatchObject([{ shareBps: undefined, hops: [{ to: DAI }, { to: USDC }] }])
    expect(toRoutePaths([hop('B', 0)])).toEqual([])
  })

  it('stops at a cycle of tokens', () => {
    const modules = [hop('A', 10_000, ETH, DAI), hop('B', 5_000, DAI, WBTC), hop('C', 5_000, WBTC, DAI)]
    expect(lines(modules)).toEqual(['5000 ETH A:10000 DAI B:10000 WBTC C:10000 DAI', '5000 ETH A:10000 DAI'])
  })
})
