import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rollDigits } from './roll-digits.ts'

/** A field as the form has it, and the digits that move. */
function createField(value: string, { duration = '280ms' } = {}) {
  const box = document.createElement('span')
  const field = document.createElement('input')
  field.value = value
  box.style.setProperty('--sluice-duration-slow', duration)
  box.append(field)
  document.body.append(box)
  const animate = vi.fn()
  vi.stubGlobal('getComputedStyle', () => ({
    ...box.style,
    getPropertyValue: (name: string) => box.style.getPropertyValue(name),
    paddingTop: '0px',
    paddingBottom: '0px',
  }))
  Object.defineProperty(HTMLElement.prototype, 'animate', { configurable: true, value: animate })
  return {
    field,
    animate,
    overlay: () => box.querySelector('span'),
    moving: () =>
      [...box.querySelectorAll(':scope > span > span')].map(({ textContent }) => textContent).join(''),
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(HTMLElement.prototype, 'animate')
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

it('rolls only the changed digits, and removes its overlay', () => {
  const { field, overlay, moving, animate } = createField('2,431.75')
  rollDigits(field, { before: '2,430.12', separator: '.' })
  expect(moving()).toBe('175')
  expect(overlay()?.textContent).toBe('2,431.75')
  expect(overlay()?.ariaHidden).toBe('true')
  expect(animate.mock.calls[0]?.[1]).toMatchObject({ duration: 280 })
  expect(field.style.color).toBe('transparent')
  vi.advanceTimersByTime(300)
  expect(overlay()).toBeNull()
  expect(field.style.color).toBe('')
})

it('ends when the user types', () => {
  const { field, overlay } = createField('2')
  rollDigits(field, { before: '1', separator: '.' })
  field.dispatchEvent(new Event('input'))
  expect(overlay()).toBeNull()
})

it('moves nothing if the device prefers reduced motion', () => {
  const { field, overlay } = createField('2', { duration: '0s' })
  rollDigits(field, { before: '1', separator: '.' })
  expect(overlay()).toBeNull()
})
