import { afterEach, describe, expect, it } from 'vitest'
import { createSystemLoad, type SystemLoad } from './system-load.ts'

let load: SystemLoad | undefined
afterEach(() => load?.stop())

describe('the load of this machine', () => {
  it('is between nothing and everything', async () => {
    load = createSystemLoad()
    const busyUntil = performance.now() + 150
    while (performance.now() < busyUntil);
    const { cpuPercent, strainPercent, memoryPercent } = await load.read()
    expect(cpuPercent).toBeGreaterThan(0)
    expect(cpuPercent).toBeLessThanOrEqual(100)
    expect(strainPercent).toBeGreaterThan(0)
    expect(strainPercent).toBeLessThanOrEqual(cpuPercent)
    expect(memoryPercent).toBeGreaterThan(1)
    expect(memoryPercent).toBeLessThanOrEqual(100)
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
