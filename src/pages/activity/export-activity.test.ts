import { describe, expect, it } from 'vitest'
import type { ActivityEntry } from '../../store/types.ts'
import { fixtureEntry } from '../../testing/fixtures/fixture-activity.ts'
import { toCsv, toJson } from './export-activity.ts'

const done = fixtureEntry('done', 'done')

function named(symbol: string): ActivityEntry {
  return { ...done, inputToken: { ...done.inputToken, symbol } }
}

function cells(csv: string, row = 1): Record<string, string> {
  const lines = csv.trimEnd().split('\r\n')
  const split = (line = '') => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, text]) => text ?? '')
  const values = split(lines[row])
  return Object.fromEntries(split(lines[0]).map((name, index) => [name, values[index] ?? '']))
}

describe('CSV', () => {
  it('writes one row per swap with amounts in whole tokens', () => {
    const csv = toCsv([done, fixtureEntry('failed', 'failed')])
    expect(csv.split('\r\n')).toHaveLength(4)
    expect(cells(csv)).toMatchObject({
      status: 'done',
      inputToken: 'ETH',
      inputAmount: '1.5',
      outputToken: 'USDC',
      gasPaidWei: '2062584000000000',
      hash: done.hash,
    })
    expect(cells(csv, 2)).toMatchObject({ status: 'failed', error: 'TRANSACTION_REVERTED', received: '' })
  })

  it('writes the maximum input of a purchase', () => {
    const { inputAmount, maximum, paid, received } = cells(
      toCsv([fixtureEntry('bought', 'done', { buys: '1000' })]),
    )
    expect({ inputAmount, maximum, paid, received }).toEqual({
      inputAmount: '0.411728',
      maximum: '0.41378664',
      paid: '0.4116044816',
      received: '1000',
    })
  })

  it('writes the slippage limit, the slippage used, the estimated gas and the partner fee', () => {
    const columns = ({ slippageLimitBps, slippageUsedBps, gasEstimateWei, partnerFeeBps }: typeof sold) => ({
      slippageLimitBps,
      slippageUsedBps,
      gasEstimateWei,
      partnerFeeBps,
    })
    const sold = cells(toCsv([{ ...done, firm: '1000000', received: '998000' }]))
    const estimate = done.gasEstimate ?? expect.unreachable()
    expect(columns(sold)).toEqual({
      slippageLimitBps: String(done.slippageBps),
      slippageUsedBps: '20',
      gasEstimateWei: estimate,
      partnerFeeBps: '10',
    })
    const bought = fixtureEntry('bought', 'done', { buys: '1000' })
    const better = { ...bought, purchase: { firm: '1000000', maximum: '1100000' }, paid: '999000' }
    expect(cells(toCsv([better])).slippageUsedBps).toBe('-10')
    expect(JSON.parse(toJson([better]))[0]).toMatchObject({
      slippageBps: done.slippageBps,
      slippageUsedBps: -10,
      gasEstimate: bought.gasEstimate,
      partnerFee: { feeBps: 10 },
    })
  })

  it('writes the amount, value and log index of the partner fee', () => {
    const address = '0x00000000000000000000000000000000000000aa'
    const partnerFee = { address, feeBps: 10, amount: '4800000', usd: 4.8, logIndex: 7 } as const
    expect(cells(toCsv([{ ...done, partnerFee }]))).toMatchObject({
      partnerFee: '4.8',
      partnerFeeUsd: '4.8',
      partnerFeeLogIndex: '7',
      hash: done.hash,
    })
  })

  it('leaves unknown values empty instead of writing 0', () => {
    const unknown = {
      ...done,
      received: undefined,
      gasEstimate: undefined,
      partnerFee: undefined,
    } satisfies ActivityEntry
    expect(cells(toCsv([unknown]))).toMatchObject({
      slippageUsedBps: '',
      gasEstimateWei: '',
      partnerFee: '',
      partnerFeeBps: '',
      partnerFeeUsd: '',
      partnerFeeLogIndex: '',
    })
    expect(JSON.parse(toJson([unknown]))[0]).not.toHaveProperty('slippageUsedBps')
    const older = { ...done, slippageBps: undefined }
    expect(cells(toCsv([older]))).toMatchObject({ slippageLimitBps: '', slippageUsedBps: '' })
  })

  it.each(['=HYPERLINK("http://x")', '+1', '-1', '@SUM(1)', '\t=1', ' =1', '＝1', '\u200b=1'])(
    'prevents the token name %j from running as a formula',
    (symbol) => {
      const { inputToken } = cells(toCsv([named(symbol)]))
      expect(inputToken).toBe(`'${symbol.replaceAll('"', '""')}`)
    },
  )

  it('quotes every field, so that a token name cannot start another field', () => {
    const csv = toCsv([named('A","B')])
    expect(cells(csv).inputToken).toBe('A"",""B')
    expect(cells(csv).inputAmount).toBe('1.5')
  })
})

it('writes JSON with base units and ISO times, without calldata', () => {
  const [entry] = JSON.parse(toJson([fixtureEntry('pending', 'pending')]))
  expect(entry).toMatchObject({ status: 'pending', inputAmount: '1500000000000000000' })
  expect(entry.startedAt).toMatch(/^\d{4}-.*Z$/)
  expect(entry).not.toHaveProperty('call')
})
