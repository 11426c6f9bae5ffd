import { afterEach, expect, it, vi } from 'vitest'
import { pollutePrototype } from '../testing/pollute-prototype.ts'
import { createInPage, type MountOptions } from './create-in-page.ts'

let clean = () => {}
afterEach(() => {
  clean()
  document.body.replaceChildren()
})

const onFail = vi.fn()
const OPTIONS: Record<keyof MountOptions, unknown> = {
  isolation: 'frame',
  frameUrl: 'https://evil.example/frame.html',
  onFail,
  failure: new Error('evil'),
}

it.each(Object.entries(OPTIONS))('reads no inherited %s from its options', async (name, value) => {
  clean = pollutePrototype({ [name]: value })
  const swap = createInPage(document.body, { integrator: '' } as never)
  await expect(swap.ready).rejects.toMatchObject({ code: 'CONFIG_INVALID', details: /^integrator/ })
  expect(document.querySelector('[data-sluice-host]')?.shadowRoot?.querySelector('iframe')).toBeNull()
  expect(onFail).not.toHaveBeenCalled()
  swap.destroy()
})
