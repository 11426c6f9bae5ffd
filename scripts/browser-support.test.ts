import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BUILD_TARGET, OLDEST_BROWSERS } from './build/browser-support.mjs'
import { findNewerFeatures } from './build/find-newer-features.mjs'

const root = new URL('../', import.meta.url).pathname
const dist = join(root, 'dist')

/** Methods in our code and in libraries that share the name of a newer JavaScript method. */
const NAMESAKES = [
  // viem's byte cursor and the queue of open wallet requests have this method.
  '.take()',
  // Points of @noble/curves have this method.
  '.fromHex()',
]

describe('the check for the oldest supported browsers', () => {
  it.each([
    ['URL.canParse("a")', ['URL.canParse']],
    ['AbortSignal.any([])', ['AbortSignal.any']],
    ['Response.json({})', ['Response.json']],
    ['Promise.withResolvers()', ['Promise.withResolvers']],
    ['Object.groupBy([], f)', ['Object.groupBy']],
    ['Array.fromAsync(a)', ['Array.fromAsync']],
    ['[].toSorted(); [].toReversed(); [].with(0, 1)', ['.toReversed()', '.toSorted()', '.with()']],
    ['"a".isWellFormed()', ['.isWellFormed()']],
    ['new Intl.Segmenter()', ['Intl.Segmenter']],
    ['requestIdleCallback(f)', ['requestIdleCallback()']],
    ['window.requestIdleCallback(f)', ['requestIdleCallback']],
    ['document.startViewTransition(f)', ['document.startViewTransition']],
    ['/[a--b]/v.test(a)', ['the flag v of a pattern']],
  ])('reports %s', (code, features) => {
    expect(findNewerFeatures(code)).toEqual(features)
  })

  it.each([
    'if (typeof URL.canParse === "function") URL.canParse("a")',
    'AbortSignal.any ? AbortSignal.any([]) : fallback()',
    'Promise.withResolvers?.()',
    '"startViewTransition" in document && document.startViewTransition(f)',
    'const can = URL.canParse && (() => URL.canParse("a"))',
  ])('accepts the guarded %s', (code) => {
    expect(findNewerFeatures(code)).toEqual([])
  })

  it('does not accept a guard in another function', () => {
    const code = 'const can = () => typeof URL.canParse === "function"; const go = () => URL.canParse("a")'
    expect(findNewerFeatures(code)).toEqual(['URL.canParse'])
  })

  it.each([
    '[].at(-1); [].findLast(f); Object.hasOwn(a, b); structuredClone(a)',
    'AbortSignal.timeout(1); new CSSStyleSheet(); "a".replaceAll("b", "c")',
    'const URL = { canParse() {} }; URL.canParse()',
    'import * as v from "v"; v.union([])',
  ])('accepts %s', (code) => {
    expect(findNewerFeatures(code)).toEqual([])
  })
})

const scripts = existsSync(dist)
  ? readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.js') && !file.startsWith('doctor'),
    )
  : []

// Reads the output of `scripts/build.mjs`, which contains the libraries of the script.
describe.runIf(scripts.length)('the embed build', () => {
  it('uses no feature that one of the oldest supported browsers lacks', () => {
    const found = scripts.flatMap((file) =>
      findNewerFeatures(readFileSync(join(dist, file), 'utf8'), file)
        .filter((feature) => !NAMESAKES.includes(feature))
        .map((feature) => `${file}: ${feature}`),
    )
    expect(found).toEqual([])
  })
})

it('documents the browsers that the build targets', () => {
  expect(BUILD_TARGET).toEqual(['chrome109', 'safari16.4', 'firefox115'])
  const { chrome, safari, firefox } = OLDEST_BROWSERS
  for (const file of ['README.md', 'docs/content/start/install.md'])
    expect(readFileSync(join(root, file), 'utf8'), file).toContain(
      `Chrome ${chrome}, Safari ${safari} and Firefox ${firefox}`,
    )
})
