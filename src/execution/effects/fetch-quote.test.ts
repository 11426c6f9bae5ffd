import { expect, it } from 'vitest'
import { resolveConfig } from '../../config/resolve-config.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { report } from '../../lib/report.ts'
import { intentFixture, termsFixture } from '../../testing/execution/execution-fixtures.ts'
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
  /** How far the clock of the device is ahead. */
  deviceMs: number
  /** The age of the quote on arrival. */
  ageMs?: number
  hasDate?: boolean
  isContract?: boolean
  quoteId?: string
  /** The age of the latest block; undefined when the chain does not respond. */
  blockAgeMs?: number | undefined
}

function quoteAt({ deviceMs, ageMs = 0, hasDate = false, isContract = false, blockAgeMs, quoteId }: Clocks) {
  const realTime = 1_800_000_000_000
  const expiresAt = new Date(realTime - ageMs + LIFE_MS).toISOString()
  const context = {
    reportError: report,
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
  ['the date of the response is a day away', { deviceMs: 1_440 * MINUTE, hasDate: true }],
  ['a new quote has expired on arrival and the chain agrees', { deviceMs: 10 * MINUTE, blockAgeMs: 12_000 }],
  ['a new quote has expired on arrival and the chain does not respond', { deviceMs: 10 * MINUTE }],
  [
    'a new quote is valid 5 minutes too long and the chain agrees',
    { deviceMs: -5 * MINUTE, blockAgeMs: 12_000 },
  ],
  ['a deadline from the slow clock has passed on arrival', { deviceMs: -10 * MINUTE, hasDate: true }],
  ['a new quote is valid for hours and the chain agrees', { deviceMs: -180 * MINUTE, blockAgeMs: 12_000 }],
])('throws CLOCK_WRONG with the error of the device clock when %s', async (_, clocks) => {
  const failure = await quoteAt(clocks).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'CLOCK_WRONG' })
  const { clockSkewMs } = failure as SluiceError
  expect(Math.abs(-clocks.deviceMs - (clockSkewMs ?? 0))).toBeLessThan(MINUTE)
})

it.each<[string, Clocks]>([
  ['the quote is valid', { deviceMs: 0 }],
  [
    'the quote is old and the chain agrees with the device',
    { deviceMs: 0, ageMs: 10 * MINUTE, blockAgeMs: 12_000 },
  ],
  ['the quote and the latest block are old', { deviceMs: 0, ageMs: 10 * MINUTE, blockAgeMs: 60 * MINUTE }],
  ['the difference is small enough to be corrected', { deviceMs: 10 * MINUTE, hasDate: true }],
  ['a deadline from the slow clock leaves enough time', { deviceMs: -8 * MINUTE, hasDate: true }],
  [
    'signers have a day, which a slow clock shortens little',
    { deviceMs: -10 * MINUTE, blockAgeMs: 12_000, isContract: true },
  ],
  [
    'the quote is valid longer than requested and the chain agrees with the device',
    { deviceMs: 0, ageMs: -10 * MINUTE, blockAgeMs: 12_000 },
  ],
  ['the response was slow', { deviceMs: 0, ageMs: 100_000 }],
])('accepts the clock of the device when %s', async (_, clocks) => {
  await expect(quoteAt(clocks)).resolves.toMatchObject({ type: 'quoted' })
})

it('truncates the id of a quote that is too long to be stored with the swap', async () => {
  const quoted = await quoteAt({ deviceMs: 0, quoteId: 'q'.repeat(2_000) })
  expect(quoted).toMatchObject({ type: 'quoted', supportId: 'q'.repeat(1_000) })
})
