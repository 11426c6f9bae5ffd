import { describe, expect, it } from 'vitest'
import { createDiscoveryWatch, type DiscoveryProgress, type DiscoveryStage } from './discovery-progress.ts'

describe('discovery progress', () => {
  it('reports rate and time left after some seconds, then rarely, and ends', () => {
    let now = 0
    const reports: DiscoveryProgress[] = []
    const watch = createDiscoveryWatch(
      (progress) => reports.push(progress),
      () => now,
    )
    expect(watch.progress()).toBeUndefined()
    for (let second = 0; second < 40; second += 1) {
      now = second * 1_000
      watch.moved(second * 100, 10_000)
    }
    expect(reports.map(({ block }) => block)).toEqual([500, 3_500])
    expect(reports[0]).toEqual({
      ...{ stage: 'discovering', block: 500, toBlock: 10_000 },
      ...{ blocksPerSecond: 100, secondsLeft: 95 },
    })
    watch.ended()
    expect(watch.progress()).toBeUndefined()
  })

  it('uses the rate of the last minute', () => {
    let now = 0
    const watch = createDiscoveryWatch(
      () => undefined,
      () => now,
    )
    for (let second = 0; second < 300; second += 1) {
      now = second * 1_000
      watch.moved(second < 200 ? second : 200 + (second - 200) * 50, 100_000)
    }
    expect(watch.progress()?.blocksPerSecond).toBe(50)
  })

  it('reports a falling rate while nothing is read', () => {
    let now = 0
    const watch = createDiscoveryWatch(
      () => undefined,
      () => now,
    )
    watch.moved(0, 1_000)
    now = 1_000
    watch.moved(100, 1_000)
    expect(watch.progress()).toMatchObject({ blocksPerSecond: 100, secondsLeft: 9 })
    now = 100_000
    expect(watch.progress()).toMatchObject({ blocksPerSecond: 1, secondsLeft: 900 })
  })

  it('keeps the rate for recent blocks and resets it for pools', () => {
    const { watch, at } = setUp()
    at(0).moved(0, 1_000)
    at(10).moved(900, 1_000)
    at(10).moved(900, 1_000, 'recent')
    expect(watch.progress()).toMatchObject({ stage: 'recent', blocksPerSecond: 90, secondsLeft: 2 })
    at(11).moved(1_000, 1_000, 'recent')
    at(20).moved(0, 20_000, 'measuring')
    const ofPools = { block: 1_000, toBlock: 1_000, blocksPerSecond: 0 }
    expect(watch.progress()).toEqual({
      ...ofPools,
      ...{ stage: 'measuring', pools: 0, toPools: 20_000, secondsLeft: undefined },
    })
    at(30).moved(5_000, 20_000, 'measuring')
    expect(watch.progress()).toMatchObject({ ...ofPools, pools: 5_000, secondsLeft: 30 })
    at(60).moved(1_010, 1_010, 'recent')
    expect(watch.progress()).toMatchObject({ block: 1_010, secondsLeft: undefined })
    expect(watch.progress()).not.toHaveProperty('pools')
    at(60).moved(0, 3_000, 'loading')
    at(70).moved(2_000, 3_000, 'loading')
    expect(watch.progress()).toMatchObject({ stage: 'loading', pools: 2_000, toPools: 3_000, secondsLeft: 5 })
  })

  it('resets the rate when progress is discarded', () => {
    const { watch, at } = setUp()
    at(0).moved(0, 1_000)
    at(10).moved(900, 1_000)
    at(20).moved(0, 1_000)
    expect(watch.progress()).toMatchObject({ block: 0, secondsLeft: undefined })
    at(30).moved(100, 1_000)
    expect(watch.progress()).toMatchObject({ blocksPerSecond: 10, secondsLeft: 90 })
  })

  it('ends with a failure and stays hidden after a minute of failures, until it succeeds', () => {
    const { watch, at, reports } = setUp()
    const isShown = (second: number, stage: DiscoveryStage) => {
      at(second).moved(1, 10, stage)
      return watch.progress() !== undefined
    }
    for (const second of [0, 30, 50]) {
      expect(isShown(second, 'recent')).toBe(true)
      watch.failed()
      expect(watch.progress()).toBeUndefined()
      // These failures are unrelated.
      watch.failed()
    }
    expect(isShown(59, 'recent')).toBe(true)
    watch.failed()
    expect((['recent', 'measuring', 'loading'] as const).map((stage) => isShown(70, stage))).toEqual([
      false,
      false,
      false,
    ])
    const count = reports.length
    isShown(200, 'loading')
    expect(reports).toHaveLength(count)
    expect(isShown(200, 'discovering')).toBe(true)
    watch.ended()
    expect(isShown(201, 'recent')).toBe(true)
  })

  it('stays visible however often the scan of final blocks fails', () => {
    const { watch, at } = setUp()
    for (let second = 0; second < 600; second += 10) {
      at(second).moved(second, 1_000)
      watch.failed()
    }
    at(600).moved(600, 1_000, 'recent')
    expect(watch.progress()).toBeDefined()
  })
})

function setUp() {
  let now = 0
  const reports: DiscoveryProgress[] = []
  const watch = createDiscoveryWatch(
    (progress) => reports.push(progress),
    () => now,
  )
  const at = (second: number) => {
    now = second * 1_000
    return watch
  }
  return { watch, at, reports }
}
