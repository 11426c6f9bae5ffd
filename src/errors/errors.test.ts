import { afterEach, describe, expect, it, vi } from 'vitest'
import { ERROR_CODES, type ErrorCode } from './codes.ts'
import { SluiceError } from './sluice-error.ts'
import { toLoadError, toSluiceError } from './to-sluice-error.ts'

const codes = Object.keys(ERROR_CODES) as ErrorCode[]
/** Codes with which a transaction may have been sent unnoticed. */
const OUTCOME_UNKNOWN = ['WALLET_ERROR', 'TRANSACTION_DROPPED', 'UNKNOWN'] as const
const UNTRUE_SOMEWHERE = /nothing was (sent|signed)|\bwe (keep )?tr(y|ies)/i

describe('error codes', () => {
  it.each(codes)('%s has a message for users and a group', (code) => {
    const { message, group } = ERROR_CODES[code]
    expect(message).toMatch(/^[A-Z].{10,}\.$/)
    expect(message).not.toMatch(/undefined|0x|[A-Z]{2,}_/)
    expect(['integrator', 'user', 'retry', 'input', 'broken']).toContain(group)
    expect(new SluiceError(code)).toMatchObject({ code, message, group, retryable: group === 'retry' })
    expect(new SluiceError(code).docsPath).toBe(`reference/errors.html#${code}`)
  })

  it.each(codes)(
    '%s has a message that stays true after an approval, a sent transaction or an ended swap',
    (code) => {
      expect(ERROR_CODES[code].message).not.toMatch(UNTRUE_SOMEWHERE)
      if (!/REVERTED|SLIPPAGE/.test(code))
        expect(ERROR_CODES[code].message).not.toMatch(/stayed in your wallet/)
    },
  )

  it.each(OUTCOME_UNKNOWN)('%s advises to check the wallet before trying again', (code) => {
    expect(ERROR_CODES[code].message).toMatch(/check your wallet|look there/i)
    expect(ERROR_CODES[code].message).not.toMatch(/nothing was/i)
  })
})

describe('walk', () => {
  const root = new TypeError('no network')
  const middle = new Error('wrapped', { cause: root })
  const error = new SluiceError('UNKNOWN', { cause: middle })

  it('returns the innermost cause, or the error itself without one', () => {
    expect(error.walk()).toBe(root)
    const alone = new SluiceError('UNKNOWN')
    expect(alone.walk()).toBe(alone)
  })

  it('returns the first error that matches, or undefined', () => {
    expect(error.walk((one) => one instanceof Error)).toBe(error)
    expect(error.walk((one) => one === middle)).toBe(middle)
    expect(error.walk(() => false)).toBeUndefined()
  })

  it('ends for circular causes', () => {
    const circular = new Error('circular')
    circular.cause = circular
    expect(new SluiceError('UNKNOWN', { cause: circular }).walk()).toBeUndefined()
  })
})

describe('raw failure', () => {
  const context = { url: 'https://api.example/v1/price', supportId: 'abc' }

  it.each([
    [true, 'SERVICE_UNAVAILABLE'],
    [false, 'NETWORK_LOST'],
  ])('reports a lost connection only when the browser is offline: online %s is %s', (onLine, code) => {
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
  ])('converts %s to %s', (cause, code) => {
    const error = toSluiceError(cause, context)
    expect(error).toMatchObject({ code, supportId: 'abc', cause })
    expect(error.details).toContain(context.url)
  })

  it('keeps a SluiceError unchanged', () => {
    const error = new SluiceError('NO_ROUTE')
    expect(toSluiceError(error, context)).toBe(error)
  })
})

describe('failed import', () => {
  afterEach(() => vi.unstubAllGlobals())

  it.each([
    'TypeError: Failed to fetch dynamically imported module: https://a.example/b.js',
    'TypeError: error loading dynamically imported module: https://a.example/b.js',
    'TypeError: Importing a module script failed.',
    "TypeError: 'text/html' is not a valid JavaScript MIME type.",
    "SyntaxError: The requested module './b.js' does not provide an export named 'c'",
    "SyntaxError: Importing binding name 'c' is not found.",
    'ChunkLoadError: Loading chunk 12 failed. (https://a.example/12.js)',
    'Error: Loading CSS chunk 12 failed.',
    'ChunkLoadError: Failed to load chunk /_next/static/chunks/1.js',
    'Error: Unable to preload CSS for /assets/b.css',
    "Error: Cannot find module './b'",
    'TypeError: Failed to fetch',
    'TypeError: Load failed',
    'TypeError: NetworkError when attempting to fetch resource.',
  ])('reports "%s" as code that failed to load', (text) => {
    const [, name, message] = /^(\w+): (.*)$/.exec(text)!
    const cause = Object.assign(new Error(message), { name })
    vi.stubGlobal('navigator', { onLine: true })
    expect(toLoadError(cause).code).toBe('LOAD_FAILED')
    vi.stubGlobal('navigator', { onLine: false })
    expect(toLoadError(cause).code).toBe('NETWORK_LOST')
  })

  it.each([
    new TypeError('a is not a function'),
    new TypeError("Cannot read properties of undefined (reading 'payload')"),
    new TypeError("Cannot read properties of undefined (reading 'module')"),
    new TypeError("undefined is not an object (evaluating 'a.chunk.fetch')"),
    new TypeError('fetchPrice is not a function'),
    new TypeError("Failed to execute 'observe' on 'ResizeObserver'"),
    new ReferenceError('module is not defined'),
    new RangeError('Invalid language tag: reloaded'),
    new SyntaxError('Unexpected token <'),
    new Error('The loader threw'),
    'a thrown string',
    undefined,
  ])('reports a defect with a support id when the code throws %s', (cause) => {
    expect(toLoadError(cause)).toMatchObject({ code: 'UNKNOWN', retryable: false, cause })
    expect(toLoadError(cause).supportId).toMatch(/^sluice-[0-9a-f]{16}$/)
  })

  it('keeps a SluiceError unchanged', () => {
    const error = new SluiceError('RPC_UNAVAILABLE')
    expect(toLoadError(error)).toBe(error)
  })
})
