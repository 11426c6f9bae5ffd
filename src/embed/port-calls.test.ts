import { afterEach, expect, it, vi } from 'vitest'
import { pollutePrototype } from '../testing/pollute-prototype.ts'
import { createPortCalls, type PortCalls, type PortHandlers } from './port-calls.ts'

let clean = () => {}
const open: PortCalls[] = []
afterEach(() => {
  clean()
  for (const calls of open.splice(0)) calls.close()
})

function connect(there: PortHandlers, here: PortHandlers = {}): PortCalls {
  const { port1, port2 } = new MessageChannel()
  const calls = createPortCalls(port1, here)
  open.push(calls, createPortCalls(port2, there))
  return calls
}

it('calls the other side and receives its response', async () => {
  const calls = connect({ double: (value) => Number(value) * 2 })
  expect(await Promise.all([calls.call('double', 2), calls.call('double', 3)])).toEqual([4, 6])
})

it('keeps code, details and data of an error, and passes errors that cannot be cloned', async () => {
  const calls = connect({
    reject: () => {
      throw Object.assign(new Error('No'), { code: 4001, data: { reason: 'busy' } })
    },
    odd: () => {
      throw Object.assign(new TypeError('Odd'), { code: 4902, data: () => {} })
    },
  })
  const rejected = { name: 'Error', message: 'No', code: 4001, data: { reason: 'busy' } }
  await expect(calls.call('reject')).rejects.toMatchObject(rejected)
  await expect(calls.call('odd')).rejects.toMatchObject({ name: 'TypeError', message: 'Odd', code: 4902 })
})

it('rejects a response that cannot be cloned', async () => {
  await expect(connect({ give: () => () => {} }).call('give')).rejects.toThrow(/could not be cloned/i)
})

it('reaches only handlers: no prototype property, and no message that is not a call', async () => {
  const handled = vi.fn()
  const { port1, port2 } = new MessageChannel()
  open.push(createPortCalls(port2, { ping: handled }))
  const calls = createPortCalls(port1, {})
  open.push(calls)
  await expect(calls.call('toString')).rejects.toThrow('No handler "toString" on this side of the port')
  await expect(calls.call('__proto__')).rejects.toThrow('No handler "__proto__" on this side of the port')
  for (const junk of [null, 7, 'ping', { name: 9 }, { id: 99, value: 1 }]) port1.postMessage(junk)
  calls.tell('unknown')
  await calls.call('ping', 1)
  expect(handled.mock.calls).toEqual([[1]])
})

it('rejects pending calls when it is closed', async () => {
  const calls = connect({ wait: () => new Promise(() => {}) })
  const waiting = calls.call('wait')
  calls.close()
  await expect(waiting).rejects.toThrow('The port was closed')
})

/** The fields of messages and of the errors in them. */
const FIELDS = {
  id: 1,
  name: 'evil',
  value: 'evil',
  error: { name: 'Evil', message: 'evil' },
  code: 4001,
  details: 'evil',
  data: 'evil',
  supportId: 'evil',
}

it.each(Object.entries(FIELDS))('reads no inherited %s', async (field, given) => {
  const evil = vi.fn()
  const noted = vi.fn()
  let answer = (_: unknown) => {}
  const calls = connect({
    evil,
    note: noted,
    wait: () => new Promise((resolve) => (answer = resolve)),
    reject: () => {
      throw Object.assign(new Error('No'), { code: 4902, details: 'why', data: 'some', supportId: 's-1' })
    },
  })
  clean = pollutePrototype({ [field]: given })
  const waiting = calls.call('wait')
  calls.tell('note')
  const rejected = await calls.call('reject').catch((error) => ({ ...error, message: error.message }))
  answer('done')
  const value = await waiting
  clean()
  expect(value).toBe('done')
  expect(rejected).toEqual({
    name: 'Error',
    message: 'No',
    code: 4902,
    details: 'why',
    data: 'some',
    supportId: 's-1',
  })
  expect(noted.mock.calls).toEqual([[undefined]])
  expect(evil).not.toHaveBeenCalled()
})
