import { afterEach, describe, expect, it } from 'vitest'
import { createSystemLoad, type SystemLoad } from './system-load.ts'

let load: SystemLoad | undefined
afterEach(() => load?.stop())

describe('system load', () => {
  it('is between 0 and 100 percent', async () => {
    load = createSystemLoad()
    const { user } = process.cpuUsage()
    while (process.cpuUsage().user < user + 100_000);
    const { cpuPercent, strainPercent, memoryPercent } = await load.read()
    expect(cpuPercent).toBeGreaterThan(0)
    expect(cpuPercent).toBeLessThanOrEqual(100)
    expect(strainPercent).toBeGreaterThan(0)
    expect(strainPercent).toBeLessThan(100)
    expect(memoryPercent).toBeGreaterThan(1)
    expect(memoryPercent).toBeLessThanOrEqual(100)
  })

  it.each([
    ['is 10 % if the process used a tenth of a single processor, however busy the machine is', 6_000, 1, 10],
    ['is 5 % if the process used a tenth of one of two processors', 6_000, 2, 5],
    ['counts all threads: two of four processors are 50 %', 120_000, 4, 50],
    ['is 100 % at most', 200_000, 1, 100],
    ['counts the fraction of a processor that a control group allows', 15_000, 0.5, 50],
  ])('%s', async (_, usedMs, processors, percent) => {
    let [ownMs, nowMs] = [1_000, 5_000]
    load = createSystemLoad({
      processUsage: () => ({ user: ownMs * 900, system: ownMs * 100 }),
      processors: async () => processors,
      nowMs: () => nowMs,
    })
    ownMs += usedMs
    nowMs += 60_000
    expect((await load.read()).strainPercent).toBeCloseTo(percent)
  })

  it('reports the disk usage and the bytes read and written', async () => {
    load = createSystemLoad()
    const { usedPercent, readBytes, writeBytes } = await load.disk()
    expect(usedPercent).toBeGreaterThan(0)
    expect(usedPercent).toBeLessThanOrEqual(100)
    expect([readBytes >= 0, writeBytes >= 0]).toEqual([true, true])
  })

  it('is cached for a short time', async () => {
    load = createSystemLoad()
    expect(await load.read()).toBe(await load.read())
  })
})
