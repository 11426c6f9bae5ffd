import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { anySignal } from './any-signal.ts'

const countListeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length

it('aborts with the reason of the first signal', () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const any = anySignal(first.signal, second.signal)
  second.abort('second')
  first.abort('first')
  expect(any.reason).toBe('second')
  expect(anySignal(new AbortController().signal, first.signal).reason).toBe('first')
})

it('leaves no listener on a signal that outlives the others', () => {
  const lifetime = new AbortController().signal
  for (let request = 0; request < 3; request += 1) {
    const settled = new AbortController()
    anySignal(lifetime, settled.signal)
    settled.abort()
    anySignal(lifetime, AbortSignal.abort())
  }
  expect(countListeners(lifetime)).toBe(0)
})
