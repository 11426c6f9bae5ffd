import { afterEach, describe, expect, it } from 'vitest'
import { readAutoMount } from './auto-mount.ts'

afterEach(() => document.body.replaceChildren())

describe('readAutoMount', () => {
  it.each([
    ['<script type="module" src="/embed/sluice.js"></script>', undefined],
    ['<script type="module" src="/embed/sluice.js" data-auto></script>', ''],
    ['<script type="module" src="https://cdn.example/1/sluice.js?v=2" data-auto="swap"></script>', 'swap'],
    ['<script type="MODULE" src="./sluice.js" data-auto="swap buy"></script>', 'swap buy'],
    ['<script type="module" src="/other.js" data-auto></script>', undefined],
    ['<script type="module" data-auto></script>', undefined],
    ['<div src="/sluice.js" type="module" data-auto></div>', undefined],
    ['<img name="currentScript" src="/sluice.js" data-auto="all">', undefined],
    ['<svg><script type="module" href="/sluice.js" data-auto="all"></script></svg>', undefined],
    ['<template><script type="module" src="/sluice.js" data-auto></script></template>', undefined],
  ])('reads %s as %s', (html, expected) => {
    document.body.innerHTML = html
    expect(readAutoMount()).toBe(expected)
  })

  it('reads only the tag of a classic script', () => {
    document.body.innerHTML = '<script type="module" src="/sluice.js" data-auto="all"></script>'
    const classic = document.createElement('script')
    expect(readAutoMount(classic)).toBeUndefined()
    classic.dataset.auto = 'swap'
    expect(readAutoMount(classic)).toBe('swap')
  })
})
