import { expect, it } from 'vitest'
import { DAI, ETH, LINK, LISTED, USDC, USDT, WETH } from '../../testing/fixtures/fixture-tokens.ts'
import { groupTokens, poolSharesLast } from './group-tokens.ts'

const none = { pinned: [], owned: [], recent: [], featured: [], tokens: LISTED }
const symbols = (groups: ReturnType<typeof groupTokens>) =>
  groups.map(({ name, tokens }) => [name, ...tokens.map(({ symbol }) => symbol)])

it('shows each token once, in the first group that contains it, without empty groups', () => {
  const groups = groupTokens({
    pinned: [LINK],
    owned: [USDC, ETH, LINK],
    recent: [ETH, WETH],
    featured: [DAI, USDC],
    tokens: LISTED,
  })
  expect(symbols(groups)).toEqual([
    ['pinned', 'LINK'],
    ['yours', 'USDC', 'ETH'],
    ['recent', 'WETH'],
    ['popular', 'DAI'],
    ['all', 'USDT', 'WBTC'],
  ])
  expect(symbols(groupTokens({ ...none, recent: LISTED }))).toEqual([
    ['recent', ...LISTED.map(({ symbol }) => symbol)],
  ])
})

it('shows the first listed tokens as popular when the host features none', () => {
  const many = Array.from({ length: 12 }, (_, index) => ({ ...USDT, chainId: index + 1 }))
  const [popular, all] = groupTokens({ ...none, tokens: [...LISTED, ...many] })
  expect(popular).toMatchObject({ name: 'popular', tokens: { length: 8 } })
  expect(all).toMatchObject({ name: 'all', tokens: { length: 11 } })
})

it('moves pool shares to the end and keeps the order of the others', () => {
  const symbolsOf = poolSharesLast([DAI, USDC, LINK], ({ symbol }) => symbol === 'DAI').map((t) => t.symbol)
  expect(symbolsOf).toEqual(['USDC', 'LINK', 'DAI'])
})
