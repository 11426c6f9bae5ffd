import { describe, expect, it } from 'vitest'
import { ERROR_CODES, type ErrorCode } from './codes.ts'
import { SluiceError } from './sluice-error.ts'
import { toSluiceError } from './to-sluice-error.ts'

const codes = Object.keys(ERROR_CODES) as ErrorCode[]

describe('every code', () => {
  it.each(codes)('%s has words for a person and a group', (code) => {
    const { message, group } = ERROR_CODES[code]
    expect(message).toMatch(/^[A-Z].{10,}\.$/)
    expect(message).not.toMatch(/undefined|0x|[A-Z]{2,}_/)
    expect(['integrator', 'user', 'retry', 'input', 'broken']).toContain(group)
    expect(new SluiceError(code)).toMatchObject({ code, message, group, retryable: group === 'retry' })
  })
})

describe('a raw failure', () => {
  const context = { url: 'https://api.example/v1/price', supportId: 'abc' }

  it.each([
    [new TypeError('fetch failed'), 'NETWORK_LOST'],
    [new DOMException('aborted', 'AbortError'), 'NETWORK_LOST'],
    [new DOMException('too late', 'TimeoutError'), 'TIMEOUT'],
    [new SyntaxError('Unexpected token'), 'INVALID_RESPONSE'],
    ['a string', 'UNKNOWN'],
    [null, 'UNKNOWN'],
  ])('%s becomes %s', (cause, code) => {
    const error = toSluiceError(cause, context)
    expect(error).toMatchObject({ code, supportId: 'abc', cause })
    expect(error.details).toContain(context.url)
  })

  it('translated already stays what it is', () => {
    const error = new SluiceError('NO_ROUTE')
    expect(toSluiceError(error, context)).toBe(error)
  })
})
