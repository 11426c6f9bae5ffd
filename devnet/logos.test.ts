import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Logos, startLogos } from './logos.ts'
import { TOKENS } from './plan/tokens.ts'

let logos: Logos
beforeAll(async () => {
  logos = await startLogos()
})
afterAll(() => logos.stop())

it('serves pictures of the well-known tokens and of both chains', async () => {
  for (const name of ['ETH', 'WETH', 'USDC', 'USDT', 'DAI', 'WBTC', 'LINK', 'ethereum', 'base']) {
    const uri = logos.uri(name)
    const response = await fetch(uri!)
    expect(response.headers.get('content-type'), name).toBe('image/svg+xml')
    expect(await response.text(), name).toMatch(/^<svg xmlns="[^"]+" viewBox="0 0 24 24".+<\/svg>$/s)
  }
})

it('returns undefined for tokens without a well-known logo', async () => {
  expect(TOKENS.map(({ symbol }) => symbol)).toContain('ZOLL')
  expect(logos.uri('ZOLL')).toBeUndefined()
  expect((await fetch(`http://${logos.host}/zoll.svg`)).status).toBe(404)
})
