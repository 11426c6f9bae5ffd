import { describe, expect, it } from 'vitest'
import { autoSlippageBps } from './auto-slippage.ts'

const free = { min: 0, max: 5_000 }

describe('automatic slippage limit', () => {
  it.each([
    ['two stable tokens', { isStable: true, moveBps: 0, impactBps: 0 }, 5],
    ['a quiet price', { isStable: false, moveBps: 0, impactBps: 6 }, 30],
    ['a price that moves', { isStable: false, moveBps: 10, impactBps: 6 }, 50],
    ['a price that moves fast', { isStable: false, moveBps: 60, impactBps: 6 }, 150],
    ['a trade that moves the price', { isStable: false, moveBps: 0, impactBps: 600 }, 100],
    ['stable tokens in turmoil', { isStable: true, moveBps: 40, impactBps: 0 }, 100],
  ])('returns the limit for %s', (_, reasons, bps) => {
    expect(autoSlippageBps(reasons, free)).toBe(bps)
  })

  it('is never above 3 %', () => {
    expect(autoSlippageBps({ isStable: false, moveBps: 5_000, impactBps: 5_000 }, free)).toBe(300)
  })

  it('stays within the bounds of the host', () => {
    const wild = { isStable: false, moveBps: 500, impactBps: 0 }
    expect(autoSlippageBps(wild, { min: 0, max: 100 })).toBe(100)
    expect(autoSlippageBps({ ...wild, moveBps: 0 }, { min: 40, max: 100 })).toBe(40)
  })
})
