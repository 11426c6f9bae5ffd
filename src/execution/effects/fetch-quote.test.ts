import { expect, it } from 'vitest'
import { intentFixture, termsFixture } from '../../../testing/execution-fixtures.ts'
import { resolveConfig } from '../../config/resolve-config.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { fetchQuote } from './fetch-quote.ts'
import type { EffectContext } from './types.ts'

const MINUTE = 60_000
const LIFE_MS = 300_000
const config = resolveConfig({
  integrator: 'clock',
  baseUrl: 'https://api.example/router',
  tokensUrl: 'https://api.example/tokens',
  exchangeRatesUrl: 'https://api.example/rates',
  deadlineSeconds: LIFE_MS / 1_000,
  chains: [{ id: intentFixture.chainId, name: 'ethereum', rpcUrls: ['https://rpc.example'] }],
})

interface Clocks {
  /** How far the device is ahead. */
  deviceMs: number
  /** How old the quote is when it arrives. */
  ageMs?: number
  hasDate?: boolean
  isContract?: boolean
  quoteId?: string
  /** How old the latest block is; undefined where the chain does not answer. */
  blockAgeMs?: number | undefined
}

function quoteAt({ deviceMs, ageMs = 0, hasDate = false, isContract = false, blockAgeMs, quoteId }: Clocks) {
  const realTime = 1_800_000_000_000
  const expiresAt = new Date(realTime - ageMs + LIFE_MS).toISOString()
  const context = {
    config: () => config,
    router: {
      quote: async () => ({ value: { expiresAt, quoteId }, ...(hasDate && { serverTimeMs: realTime }) }),
    },
    chain: {
      accountActivity: async () => ({ isContract, isUsed: true }),
      blockTime: async () => {
        if (blockAgeMs === undefined) throw new SluiceError('RPC_UNAVAILABLE')
        return realTime - blockAgeMs
      },
    },
    wallet: { isContract: async () => isContract },
    signal: new AbortController().signal,
    now: () => realTime + deviceMs,
  } as unknown as EffectContext
  const run = { intent: intentFixture, terms: termsFixture, done: [] } as const
  return fetchQuote({ stage: 'quoting', ...run }, context)
}

it.each<[string, Clocks]>([
  ['a response dated a day away says so', { deviceMs: 1_440 * MINUTE, hasDate: true }],
  ['a new quote has expired on arrival and the chain agrees', { deviceMs: 10 * MINUTE, blockAgeMs: 12_000 }],
  ['a new quote has expired on arrival and the chain is silent', { deviceMs: 10 * MINUTE }],
  [
    'a new quote is valid for 5 minutes too long and the chain agrees',
    { deviceMs: -5 * MINUTE, blockAgeMs: 12_000 },
  ],
  ['what a clock behind writes is over on arrival', { deviceMs: -10 * MINUTE, hasDate: true }],
  ['a new quote is valid for hours and the chain agrees', { deviceMs: -180 * MINUTE, blockAgeMs: 12_000 }],
])('names the clock of the device, and by how much it is wrong, where %s', async (_, clocks) => {
  const failure = await quoteAt(clocks).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'CLOCK_WRONG' })
  const { clockSkewMs } = failure as SluiceError
  expect(Math.abs(-clocks.deviceMs - (clockSkewMs ?? 0))).toBeLessThan(MINUTE)
})

it.each<[string, Clocks]>([
  ['the quote is valid', { deviceMs: 0 }],
  [
    'the quote is old and the chain’s time is that of the device',
    { deviceMs: 0, ageMs: 10 * MINUTE, blockAgeMs: 12_000 },
  ],
  ['the quote is old and so is the chain', { deviceMs: 0, ageMs: 10 * MINUTE, blockAgeMs: 60 * MINUTE }],
  ['the difference is small enough to be counted in', { deviceMs: 10 * MINUTE, hasDate: true }],
  ['what a clock behind writes is valid for long enough', { deviceMs: -8 * MINUTE, hasDate: true }],
  [
    'signers have a day, which a clock behind shortens little',
    { deviceMs: -10 * MINUTE, blockAgeMs: 12_000, isContract: true },
  ],
  [
    'a quote is valid for longer than was asked and the chain’s time is that of the device',
    { deviceMs: 0, ageMs: -10 * MINUTE, blockAgeMs: 12_000 },
  ],
  ['the response was slow', { deviceMs: 0, ageMs: 100_000 }],
])('leaves the clock alone where %s', async (_, clocks) => {
  await expect(quoteAt(clocks)).resolves.toMatchObject({ type: 'quoted' })
})

it('cuts the id of a quote that is too long to be stored with the swap', async () => {
  const quoted = await quoteAt({ deviceMs: 0, quoteId: 'q'.repeat(2_000) })
  expect(quoted).toMatchObject({ type: 'quoted', supportId: 'q'.repeat(1_000) })
})
