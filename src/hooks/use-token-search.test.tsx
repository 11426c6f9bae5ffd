import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { USDC, WETH } from '../../wire/fixtures/addresses.ts'
import { tokenPageFixture } from '../../wire/fixtures/tokens-fixtures.ts'
import { NATIVE_TOKEN } from '../../wire/lib/address.ts'
import type { WidgetEvents } from '../events/types.ts'
import { type FixtureService, startFixtureService } from '../testing/fixtures/fixture-service.ts'
import { renderInWidget } from '../testing/pages/render-in-widget.tsx'
import { useToken } from './use-token.ts'
import { useTokenSearch } from './use-token-search.ts'

const TOKENS = '/tokens/graphql'
let service: FixtureService

beforeEach(async () => {
  service = await startFixtureService()
})
afterEach(() => service.close())

describe('the catalogue', () => {
  it('lists the native token first, as the host describes it', async () => {
    const [native, weth, usdc] = tokenPageFixture.items
    if (!native || !weth || !usdc) return expect.unreachable()
    service.answer(TOKENS, () => ({
      body: {
        data: { tokens: { items: [weth, { ...native, decimals: 6 }, usdc], total: 3, hasMore: false } },
      },
    }))
    const { result } = renderInWidget(service.config(), () =>
      useTokenSearch({ chainIds: [31337], search: '' }),
    )
    await waitFor(() => expect(result.current.tokens).toHaveLength(3))
    expect(result.current.tokens.map(({ address }) => address)).toEqual([NATIVE_TOKEN, WETH, USDC])
    expect(result.current.tokens[0]).toMatchObject({ symbol: 'ETH', decimals: 18 })
  })

  it('loads page by page', async () => {
    service.answer(TOKENS, ({ body }) => {
      const { offset, limit } = body.variables
      const items = Array.from({ length: limit }, (_, index) => ({
        ...tokenPageFixture.items[1],
        tokenAddress: `0x${(offset + index + 1).toString(16).padStart(40, '0')}`,
      }))
      return { body: { data: { tokens: { items, total: 2 * limit, hasMore: offset === 0 } } } }
    })
    const { result } = renderInWidget(service.config(), () =>
      useTokenSearch({ chainIds: [31337], search: '' }),
    )
    await waitFor(() => expect(result.current.hasMore).toBe(true))
    const first = result.current.tokens.length
    act(() => result.current.loadMore())
    await waitFor(() => expect(result.current.hasMore).toBe(false))
    const addresses = result.current.tokens.map(({ address }) => address)
    expect(addresses).toHaveLength(2 * first - 1)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it('keeps the first entry of a token that is on two pages', async () => {
    const [, weth, usdc] = tokenPageFixture.items
    if (!weth || !usdc) return expect.unreachable()
    service.answer(TOKENS, ({ body }) => {
      const isFirst = body.variables.offset === 0
      const again = { ...weth, tokenAddress: WETH.toLowerCase(), symbol: 'FAKE', decimals: 6 }
      const items = isFirst ? [weth, again] : [again, usdc]
      return { body: { data: { tokens: { items, total: 3, hasMore: isFirst } } } }
    })
    const { result } = renderInWidget(service.config(), () =>
      useTokenSearch({ chainIds: [31337], search: '' }),
    )
    await waitFor(() => expect(result.current.hasMore).toBe(true))
    act(() => result.current.loadMore())
    await waitFor(() => expect(result.current.hasMore).toBe(false))
    expect(result.current.tokens.map(({ symbol }) => symbol)).toEqual(['ETH', 'WETH', 'USDC'])
  })

  it('sanitizes hostile names', async () => {
    service.answer(TOKENS, () => ({
      body: {
        data: {
          tokens: {
            items: [
              { ...tokenPageFixture.items[1], symbol: 'US\u202eDC', name: 'x'.repeat(300) },
              { ...tokenPageFixture.items[2], symbol: '\u3164\u2800', name: `Z${'\u0301'.repeat(99)}o` },
            ],
            total: 2,
            hasMore: false,
          },
        },
      },
    }))
    const { result } = renderInWidget(service.config(), () =>
      useTokenSearch({ chainIds: [31337], search: '' }),
    )
    await waitFor(() => expect(result.current.tokens).toHaveLength(3))
    expect(result.current.tokens[1]?.symbol).toBe('USDC')
    expect(result.current.tokens[1]?.name.length).toBeLessThanOrEqual(60)
    const short = `${USDC.slice(0, 6)}…${USDC.slice(-4)}`
    expect(result.current.tokens[2]).toMatchObject({ symbol: short, name: '\u0179\u0301\u0301o' })
  })

  it('reports an outage as an error and can be retried', async () => {
    service.answer(TOKENS, () => ({ status: 401, body: 'no' }))
    const { result } = renderInWidget(service.config(), () =>
      useTokenSearch({ chainIds: [31337], search: '' }),
    )
    await waitFor(() => expect(result.current.isError).toBe(true))
    expect(result.current.error?.code).toBe('FORBIDDEN')
    service.answer(TOKENS, () => ({ body: { data: { tokens: tokenPageFixture } } }))
    act(() => result.current.retry())
    await waitFor(() => expect(result.current.tokens).toHaveLength(3))
  })
})

describe('a search', () => {
  it('completes the found tokens and emits one event', async () => {
    const received: WidgetEvents['tokenSearch'][] = []
    const { result, widget } = renderInWidget(service.config(), () =>
      useTokenSearch({ chainIds: [31337], search: ' usd ' }),
    )
    widget.events.on('tokenSearch', (payload) => received.push(payload))
    await waitFor(() => expect(result.current.tokens).toHaveLength(1))
    expect(result.current.tokens[0]).toEqual({
      chainId: 31337,
      address: USDC,
      symbol: 'USDC',
      name: 'USD Coin',
      decimals: 6,
    })
    expect(received).toEqual([{ value: 'usd', tokens: result.current.tokens }])
  })

  it('emits one event for a token that only the config names, as the list shows it', async () => {
    const named = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
    service.answer(TOKENS, ({ body }) => ({
      body: { data: { [body.operationName]: { items: [], total: 0, hasMore: false } } },
    }))
    service.answer('/rpc', async ({ body }) => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      return { body: rpcResponse(body) }
    })
    const received: WidgetEvents['tokenSearch'][] = []
    const config = service.config({ tokens: { 31337: { featured: [named] } } })
    const { result, widget } = renderInWidget(config, () =>
      useTokenSearch({ chainIds: [31337], search: 'dai' }),
    )
    widget.events.on('tokenSearch', (payload) => received.push(payload))
    await waitFor(() => expect(result.current.tokens).toMatchObject([{ symbol: 'DAI', decimals: 18 }]))
    await waitFor(() => expect(received).toEqual([{ value: 'dai', tokens: result.current.tokens }]))
  })

  it('removes a leading dollar sign from a symbol', async () => {
    const requested: unknown[] = []
    service.answer(TOKENS, ({ body }) => {
      requested.push(...Object.values(body.variables))
      return { body: { data: { searchTokens: { items: [], total: 0, hasMore: false } } } }
    })
    renderInWidget(service.config(), () => useTokenSearch({ chainIds: [31337], search: '$usdc' }))
    await waitFor(() => expect(requested).toContain('usdc'))
    expect(requested).not.toContain('$usdc')
  })

  it('emits an event for a repeated search that the cache answers', async () => {
    const received: string[] = []
    let search = 'usd'
    const { result, rerender, widget } = renderInWidget(service.config(), () =>
      useTokenSearch({ chainIds: [31337], search }),
    )
    widget.events.on('tokenSearch', ({ value }) => received.push(value))
    const searchFor = async (text: string) => {
      search = text
      rerender()
      await waitFor(() => expect(result.current.isLoading).toBe(false))
    }
    await searchFor('usd')
    await searchFor('')
    await searchFor('usd')
    await waitFor(() => expect(received).toEqual(['usd', 'usd']))
  })

  it('reads an address that the catalogue does not know from the chain', async () => {
    const unlisted = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
    service.answer(TOKENS, ({ body }) => ({
      body: { data: { [body.operationName]: { items: [], total: 0, hasMore: false } } },
    }))
    service.answer('/rpc', ({ body }) => ({ body: rpcResponse(body) }))
    const { result } = renderInWidget(service.config(), () =>
      useTokenSearch({ chainIds: [31337], search: unlisted }),
    )
    await waitFor(() => expect(result.current.tokens).toHaveLength(1))
    expect(result.current.tokens[0]).toMatchObject({ address: unlisted, symbol: 'DAI', decimals: 18 })
  })

  describe('for an address', () => {
    const requested = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
    const other = '0x6b175474e89094C44dA98B954eEdEac495271D0e'

    function search(text: string) {
      const { result } = renderInWidget(service.config(), () =>
        useTokenSearch({ chainIds: [31337], search: text }),
      )
      return result
    }

    /** Sets the first catalogue page and the results of all searches. */
    function listTokens(tokens: { tokenAddress: string; symbol: string; decimals?: number }[]) {
      const items = tokens.map((token) => ({ ...tokenPageFixture.items[1], name: 'Listed', ...token }))
      service.answer(TOKENS, ({ body }) => ({
        body: { data: { [body.operationName]: { items, total: items.length, hasMore: false } } },
      }))
    }

    beforeEach(() => service.answer('/rpc', ({ body }) => ({ body: rpcResponse(body) })))

    it('hides other tokens of the response', async () => {
      listTokens([{ tokenAddress: other, symbol: 'DAI' }])
      const result = search(requested)
      await waitFor(() => expect(result.current.tokens).toHaveLength(1))
      expect(result.current).toMatchObject({
        tokens: [{ address: requested, symbol: 'DAI', name: 'DAI' }],
        unlisted: [{ address: requested }],
        hasMore: false,
      })
    })

    it('shows only the listed token of this address in any notation', async () => {
      listTokens([
        { tokenAddress: other, symbol: 'DAI' },
        { tokenAddress: requested, symbol: 'DAI' },
      ])
      for (const text of [requested, requested.toLowerCase(), `0X${requested.slice(2).toUpperCase()}`]) {
        const result = search(text)
        await waitFor(() => expect(result.current.tokens).toHaveLength(1))
        expect(result.current).toMatchObject({
          tokens: [{ address: requested, name: 'Listed' }],
          unlisted: [],
        })
      }
    })

    it.each([
      ['other decimals, and marks it as unlisted', { symbol: 'DAI', decimals: 6 }, true],
      ['another symbol', { symbol: 'USDC', decimals: 18 }, false],
    ])('shows the on-chain data when the catalogue claims %s', async (_, claim, isUnlisted) => {
      listTokens([{ tokenAddress: requested, ...claim }])
      const result = search(requested)
      await waitFor(() => expect(result.current.tokens).toHaveLength(1))
      expect(result.current).toMatchObject({
        tokens: [{ address: requested, symbol: 'DAI', decimals: 18 }],
        unlisted: isUnlisted ? [{ address: requested }] : [],
      })
    })

    it('uses the on-chain data when such a token is chosen', async () => {
      listTokens([{ tokenAddress: requested, symbol: 'USDC', decimals: 6 }])
      const { result } = renderInWidget(service.config(), () => ({
        search: useTokenSearch({ chainIds: [31337], search: requested }),
        chosen: useToken({ chainId: 31337, address: requested }),
      }))
      await waitFor(() => expect(result.current.search.tokens).toHaveLength(1))
      await waitFor(() => expect(result.current.chosen.token).toMatchObject({ symbol: 'DAI', decimals: 18 }))
    })

    it('finds nothing when a listed token is not on the chain', async () => {
      listTokens([{ tokenAddress: requested, symbol: 'DAI' }])
      service.answer('/rpc', ({ body }) => ({ body: { jsonrpc: '2.0', id: body.id, result: '0x' } }))
      const result = search(requested)
      await waitFor(() => expect(result.current.isLoading).toBe(true))
      await waitFor(() => expect(result.current.isLoading).toBe(false))
      expect(result.current).toMatchObject({ tokens: [], isError: false })
    })

    it('shows the listed token while the chain does not respond', async () => {
      listTokens([{ tokenAddress: requested, symbol: 'DAI' }])
      service.answer('/rpc', () => ({ status: 500, body: 'no' }))
      const result = search(requested)
      await waitFor(() => expect(result.current.tokens).toHaveLength(1))
      expect(result.current).toMatchObject({ tokens: [{ name: 'Listed' }], unlisted: [] })
    })

    it('shows the on-chain data as unlisted while the catalogue does not respond', async () => {
      service.answer(TOKENS, () => ({ status: 401, body: 'no' }))
      const result = search(requested)
      await waitFor(() => expect(result.current.tokens).toHaveLength(1))
      expect(result.current).toMatchObject({
        tokens: [{ address: requested, symbol: 'DAI' }],
        unlisted: [{ address: requested }],
      })
    })

    it('applies the checksum to the address of an unlisted token', async () => {
      listTokens([])
      const result = search(`0X${requested.slice(2).toUpperCase()}`)
      await waitFor(() => expect(result.current.tokens).toHaveLength(1))
      expect(result.current).toMatchObject({
        tokens: [{ address: requested }],
        unlisted: [{ address: requested }],
      })
    })

    it('finds the native token by its placeholder address', async () => {
      listTokens([{ tokenAddress: other, symbol: 'ETH' }])
      const result = search(NATIVE_TOKEN.toLowerCase())
      await waitFor(() => expect(result.current.tokens).toHaveLength(1))
      expect(result.current).toMatchObject({ tokens: [{ address: NATIVE_TOKEN }], unlisted: [] })
    })
  })

  it('finds nothing for an address without a token', async () => {
    service.answer(TOKENS, ({ body }) => ({
      body: { data: { [body.operationName]: { items: [], total: 0, hasMore: false } } },
    }))
    service.answer('/rpc', ({ body }) => ({ body: { jsonrpc: '2.0', id: body.id, result: '0x' } }))
    const { result } = renderInWidget(service.config(), () =>
      useTokenSearch({ chainIds: [31337], search: '0x000000000000000000000000000000000000bEEF' }),
    )
    await waitFor(() => expect(result.current.isLoading).toBe(true))
    await waitFor(() => expect(result.current.isLoading).toBe(false))
    expect(result.current).toMatchObject({ tokens: [], isError: false })
  })
})

/** Answers the metadata calls of a token named DAI with 18 decimals. */
// biome-ignore lint/suspicious/noExplicitAny: any request of the client.
function rpcResponse(body: any): unknown {
  if (Array.isArray(body)) return body.map(rpcResponse)
  const selector = String(body.params?.[0]?.data ?? '').slice(0, 10)
  const word = (value: number) => value.toString(16).padStart(64, '0')
  const dai = `0x${word(32)}${word(3)}${Buffer.from('DAI').toString('hex').padEnd(64, '0')}`
  const results: Record<string, string> = {
    '0x95d89b41': dai,
    '0x06fdde03': dai,
    '0x313ce567': `0x${word(18)}`,
  }
  return { jsonrpc: '2.0', id: body.id, result: results[selector] ?? '0x01' }
}
