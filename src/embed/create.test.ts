import { describe, expect, it } from 'vitest'
import { create } from './create.ts'
import { defineSwapElement } from './swap-element.ts'

describe('on a server', () => {
  it('returns a handle without effects', async () => {
    const handle = create('#swap', {} as never)
    await handle.ready
    handle.update({} as never)
    await handle.setFields({ amount: '1' })
    handle.on('pageEntered', () => {})()
    handle.destroy()
  })

  it('defines no element and does not throw', () => {
    expect(() => defineSwapElement()).not.toThrow()
  })
})
