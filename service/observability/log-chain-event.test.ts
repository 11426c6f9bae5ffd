import { expect, it } from 'vitest'
import { createDiscoveryWatch } from '../chain/discovery/discovery-progress.ts'
import { type ChainLine, createChainLog } from './log-chain-event.ts'
import { createLogger } from './logger.ts'

it('logs the progress of a first discovery at the default level', () => {
  let now = 0
  const { log, lines } = listened()
  const watch = createDiscoveryWatch(
    (progress) => log({ type: 'discovering', ...progress }),
    () => now,
  )
  for (let second = 0; second < 10; second += 1) {
    now = second * 1_000
    watch.moved(second * 100, 10_000)
  }
  expect(lines()).toEqual([
    expect.objectContaining({
      level: WARN,
      msg: 'chain discovering',
      chain: 'ethereum',
      block: 500,
      toBlock: 10_000,
      blocksPerSecond: 100,
      secondsLeft: 95,
    }),
  ])
})

it('logs neither blocks nor failures while the service stops', () => {
  const { log, lines } = listened()
  log({ type: 'advanced', blockNumber: 2n ** 60n, blockHash: '0x01', pools: 3, logs: 4 })
  const failed = { type: 'failed', error: new Error('connect ECONNREFUSED'), retryInMs: 500 } as const
  log(failed, true)
  expect(lines()).toEqual([])
  log(failed)
  expect(lines()).toMatchObject([{ msg: 'chain failed', error: 'connect ECONNREFUSED', retryInMs: 500 }])
})

it('logs the start and the end of a failing pool database once', () => {
  const { log, lines } = listened()
  const error = new Error('could not extend file: No space left on device')
  for (let i = 0; i < 5; i += 1) log({ type: 'store-failed', part: 'election', error })
  log({ type: 'store-failed', part: 'write', error })
  const failure = { level: WARN, msg: 'chain store-failed', chain: 'ethereum', error: error.message }
  expect(lines()).toMatchObject([
    { ...failure, part: 'election' },
    { ...failure, part: 'write' },
  ])
  log({ type: 'store-recovered', part: 'election' })
  log({ type: 'store-recovered', part: 'election' })
  log({ type: 'store-failed', part: 'election', error })
  expect(lines().slice(2)).toMatchObject([
    { level: WARN, msg: 'chain store-failed has ended', part: 'election', faults: 5 },
    { ...failure, part: 'election' },
  ])
})

it('logs the start and the end of failing checks for missed pools once', () => {
  const { log, lines } = listened()
  for (let i = 0; i < 3; i += 1)
    log({ type: 'maintenance-failed', error: new Error('eth_getLogs is limited') })
  log({ type: 'maintenance-recovered', blockNumber: 7n })
  expect(lines()).toMatchObject([
    { level: WARN, msg: 'chain maintenance-failed', chain: 'ethereum', error: 'eth_getLogs is limited' },
    { level: WARN, msg: 'chain maintenance-failed has ended', chain: 'ethereum', faults: 3 },
  ])
})

/** The level of warnings in pino. */
const WARN = 40

function listened() {
  let written = ''
  const logger = createLogger('warn', {
    destination: {
      write(line) {
        written += line
      },
    },
  })
  const { write } = createChainLog(logger)
  return {
    log: (event: ChainLine['event'], isEnding = false) => write({ chain: 'ethereum', event, isEnding }),
    lines: () =>
      written
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  }
}
