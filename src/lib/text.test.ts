import { describe, expect, it } from 'vitest'
import { createId } from './create-id.ts'
import { plainText } from './plain-text.ts'
import { shortAddress } from './short-address.ts'
import { sleep } from './sleep.ts'

describe('a stranger’s text', () => {
  it.each([
    ['USD\u202eCDSU', 'USDCDSU'],
    ['A\u0000B\u200bC', 'ABC'],
    ['  two \n lines ', 'two lines'],
    ['Ωmega', 'Ωmega'],
    ['', ''],
  ])('%j is shown as %j', (text, shown) => {
    expect(plainText(text, 11)).toBe(shown)
  })

  it('is cut where it is too long, by characters', () => {
    expect(plainText('🦄'.repeat(20), 5)).toBe('🦄🦄🦄🦄…')
  })
})

describe('an address', () => {
  it('is shortened in the middle', () => {
    expect(shortAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe('0xf39F…2266')
  })
})

describe('ids', () => {
  it('are never the same twice', () => {
    const ids = Array.from({ length: 1_000 }, () => createId('sluice'))
    expect(new Set(ids).size).toBe(1_000)
    expect(ids[0]).toMatch(/^sluice-[0-9a-f]{16}$/)
  })
})

describe('sleeping', () => {
  it('ends at once when it is aborted', async () => {
    const controller = new AbortController()
    const asleep = sleep(60_000, controller.signal)
    controller.abort(new Error('enough'))
    await expect(asleep).rejects.toThrow('enough')
    await expect(sleep(60_000, controller.signal)).rejects.toThrow('enough')
  })
})
