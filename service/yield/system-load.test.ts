import { afterEach, describe, expect, it } from 'vitest'
import { createSystemLoad, type SystemLoad } from './system-load.ts'

let load: SystemLoad | undefined
afterEach(() => load?.stop())

describe('the load of this machine', () => {
  it('is between nothing and everything', async () => {
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
    [
      'is 10 % where the process used a tenth of one processor of one, however busy the machine is',
      6_000,
      1,
      10,
    ],
    ['is 5 % where it used a tenth of one processor of two', 6_000, 2, 5],
    ['counts all threads: two processors of four are 50 %', 120_000, 4, 50],
    ['is 100 % at most', 200_000, 1, 100],
    ['counts a part of a processor that a control group allows', 15_000, 0.5, 50],
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

  it('tells how full the disk is and what was read and written', async () => {
    load = createSystemLoad()
    const { usedPercent, readBytes, writeBytes } = await load.disk()
    expect(usedPercent).toBeGreaterThan(0)
    expect(usedPercent).toBeLessThanOrEqual(100)
    expect([readBytes >= 0, writeBytes >= 0]).toEqual([true, true])
  })

  it('is measured anew only after a while', async () => {
    load = createSystemLoad()
    expect(await load.read()).toBe(await load.read())
  })
})
