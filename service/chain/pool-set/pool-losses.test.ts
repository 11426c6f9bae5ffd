import { describe, expect, it } from 'vitest'
import { createPoolLosses } from './pool-losses.ts'

describe('pool loss', () => {
  it("is reported below half of the last hour's maximum, until that is an hour old", () => {
    let now = 0
    const losses = createPoolLosses(() => now)
    expect(losses.loss()).toBeUndefined()
    for (const pools of [80, 100, 50]) losses.count(pools)
    expect(losses.loss()).toBeUndefined()
    losses.count(49)
    expect(losses.loss()).toEqual({ left: 49, before: 100 })
    now += 50 * 60_000
    losses.count(40)
    expect(losses.loss()).toEqual({ left: 40, before: 100 })
    now += 10 * 60_000
    losses.count(40)
    expect(losses.loss()).toBeUndefined()
    losses.count(19)
    expect(losses.loss()).toEqual({ left: 19, before: 40 })
    losses.count(20)
    expect(losses.loss()).toBeUndefined()
  })

  it('is not reported for few pools', () => {
    const losses = createPoolLosses()
    losses.count(9)
    losses.count(0)
    expect(losses.loss()).toBeUndefined()
  })
})
