import { describe, expect, it } from 'vitest'
import { createDiscoveryWatch, type DiscoveryProgress } from './discovery-progress.ts'

describe('the progress of a discovery', () => {
  it('tells rate and time left, first after some seconds and then rarely, and ends', () => {
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
    expect(reports[0]).toEqual({ block: 500, toBlock: 10_000, blocksPerSecond: 100, secondsLeft: 95 })
    watch.ended()
    expect(watch.progress()).toBeUndefined()
  })

  it('takes the rate of the last minute', () => {
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

  it('tells a rate that falls while nothing comes', () => {
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
})
