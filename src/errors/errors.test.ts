import { describe, expect, it, vi } from 'vitest'
import { ERROR_CODES, type ErrorCode } from './codes.ts'
import { SluiceError } from './sluice-error.ts'
import { toLoadError, toSluiceError } from './to-sluice-error.ts'

const codes = Object.keys(ERROR_CODES) as ErrorCode[]
/** Codes with which a transaction may have been sent unnoticed. */
const OUTCOME_UNKNOWN = ['WALLET_ERROR', 'TRANSACTION_DROPPED', 'UNKNOWN'] as const
const UNTRUE_SOMEWHERE = /nothing was (sent|signed)|\bwe (keep )?tr(y|ies)/i

describe('every code', () => {
  it.each(codes)('%s has words for a person and a group', (code) => {
    const { message, group } = ERROR_CODES[code]
    expect(message).toMatch(/^[A-Z].{10,}\.$/)
    expect(message).not.toMatch(/undefined|0x|[A-Z]{2,}_/)
    expect(['integrator', 'user', 'retry', 'input', 'broken']).toContain(group)
    expect(new SluiceError(code)).toMatchObject({ code, message, group, retryable: group === 'retry' })
    expect(new SluiceError(code).docsPath).toBe(`reference/errors.html#${code}`)
  })

  it.each(codes)(
    '%s promises nothing that an approval, a sent transaction or an ended swap makes untrue',
    (code) => {
      expect(ERROR_CODES[code].message).not.toMatch(UNTRUE_SOMEWHERE)
      if (!/REVERTED|SLIPPAGE/.test(code))
        expect(ERROR_CODES[code].message).not.toMatch(/stayed in your wallet/)
    },
  )

  it.each(OUTCOME_UNKNOWN)('%s says to look before trying again', (code) => {
    expect(ERROR_CODES[code].message).toMatch(/check your wallet|look there/i)
    expect(ERROR_CODES[code].message).not.toMatch(/nothing was/i)
  })
})

describe('a raw failure', () => {
  const context = { url: 'https://api.example/v1/price', supportId: 'abc' }

  it.each([
    [true, 'SERVICE_UNAVAILABLE'],
    [false, 'NETWORK_LOST'],
  ])('blames the connection only where the browser has none: online %s is %s', (onLine, code) => {
    vi.stubGlobal('navigator', { onLine })
    expect(toSluiceError(new TypeError('fetch failed'), context).code).toBe(code)
    vi.unstubAllGlobals()
  })

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

describe('a failed import', () => {
  it.each([
    'Failed to fetch dynamically imported module: https://a.example/b.js',
    'error loading dynamically imported module: https://a.example/b.js',
    'Importing a module script failed.',
  ])('is code that did not arrive where the browser reports "%s"', (message) => {
    vi.stubGlobal('navigator', { onLine: true })
    expect(toLoadError(new TypeError(message)).code).toBe('LOAD_FAILED')
    vi.unstubAllGlobals()
  })

  it.each([
    new TypeError('a is not a function'),
    new ReferenceError('a is not defined'),
    new RangeError('b'),
  ])('is a defect with a support id where the code throws %s', (cause) => {
    expect(toLoadError(cause)).toMatchObject({ code: 'UNKNOWN', retryable: false, cause })
    expect(toLoadError(cause).supportId).toMatch(/^sluice-[0-9a-f]{16}$/)
  })
})
