import { afterAll, expect, it, onTestFinished } from 'vitest'
import type { RoutedChain } from '../chain/routed-chain.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { createBlockPrices } from '../rates/block-prices.ts'
import { createLiteralChain } from '../testing/literal-chain.ts'
import { openCatalogue } from './open-catalogue.ts'

const database = openDatabase({})
afterAll(() => database.close())

it('logs the start and the end of an outage of the catalogue database once, with the number of failures', async () => {
  let missed = 0
  let isLost = false
  const lines: { fields: Record<string, unknown>; message: string }[] = []
  const log = (fields: Record<string, unknown>, message: string) => {
    if (/catalogue failed|written again/.test(message)) lines.push({ fields, message })
  }
  const failing: Database = {
    ...database,
    async query(...args) {
      if (!isLost) return database.query(...args)
      missed += 1
      throw new Error('connect ECONNREFUSED')
    },
  }
  const opened = openCatalogue({
    chains: [],
    prices: createBlockPrices(),
    database: failing,
    listed: new Map(),
    logger: { info: () => undefined, warn: log, error: log },
    everyMs: 20,
  })
  await opened.ready
  for (const outage of [1, 2]) {
    isLost = true
    missed = 0
    await expect.poll(() => missed).toBeGreaterThan(9)
    isLost = false
    await expect.poll(() => lines.length).toBe(2 * outage)
  }
  await opened.close()
  const met = expect.any(Number)
  const outage = [
    { fields: { error: 'connect ECONNREFUSED' }, message: 'writing the catalogue failed' },
    { fields: { faults: met }, message: 'the catalogue is written again' },
  ]
  expect(lines).toEqual([...outage, ...outage])
  for (const { fields } of lines) if ('faults' in fields) expect(fields.faults).toBeGreaterThan(9)
})

it('logs the start and the end of a read-only database once, and lists its own tokens', async () => {
  const readOnly = openDatabase({})
  onTestFinished(() => readOnly.close())
  const setReadOnly = (isOn: boolean) =>
    readOnly.query(`SET default_transaction_read_only = ${isOn ? 'on' : 'off'}`)
  let refusals = 0
  const counting: Database = {
    ...readOnly,
    async query(...args) {
      try {
        return await readOnly.query(...args)
      } catch (error) {
        refusals += 1
        throw error
      }
    },
  }
  const lines: string[] = []
  const log = (_fields: Record<string, unknown>, message: string) => {
    if (/catalogue failed|written again/.test(message)) lines.push(message)
  }
  await readOnly.query('SELECT 1')
  await setReadOnly(true)
  const opened = openCatalogue({
    chains: [
      createLiteralChain(),
      createLiteralChain({ name: 'base', id: 31338 }),
    ] as unknown as RoutedChain[],
    prices: createBlockPrices(),
    database: counting,
    listed: new Map(),
    logger: { info: () => undefined, warn: log, error: log },
    everyMs: 20,
    renewMs: 50,
  })
  await opened.ready
  const { items } = await opened.catalogue.tokens({ chain: 'base' })
  expect(items.map(({ symbol }) => symbol)).toContain('WETH')
  const outage = ['writing the catalogue failed', 'the catalogue is written again']
  for (const round of [1, 2, 3]) {
    if (round > 1) await setReadOnly(true)
    const before = refusals
    await expect.poll(() => refusals).toBeGreaterThan(before + 20)
    await setReadOnly(false)
    await expect.poll(() => lines.length).toBeGreaterThanOrEqual(2 * round)
    expect(lines).toEqual(Array.from({ length: round }, () => outage).flat())
  }
  await opened.close()
})

it('is written for each chain by an instance that serves the chain', async () => {
  const served = [createLiteralChain(), createLiteralChain({ name: 'base', id: 31338 })]
  const opened = served.map((chain) =>
    openCatalogue({
      // Data that only a node provides is omitted, because the chain has no node.
      chains: [chain as unknown as RoutedChain],
      prices: createBlockPrices(),
      database,
      listed: new Map(),
      logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    }),
  )
  await Promise.all(opened.map(({ ready }) => ready))
  for (const [i, { catalogue, close }] of opened.entries()) {
    const chain = served[i]?.config.name ?? ''
    expect((await catalogue.tokens({ chain })).items.map(({ symbol }) => symbol)).toContain('WETH')
    await close()
  }
})
