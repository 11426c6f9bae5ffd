import { describe, expect, it } from 'vitest'
import { createId } from '../../wire/lib/create-id.ts'
import { plainText } from '../../wire/lib/plain-text.ts'
import { sleep } from '../../wire/lib/sleep.ts'
import { imageDataUri } from './image-data-uri.ts'
import { shortAddress } from './short-address.ts'

describe('untrusted text', () => {
  it.each([
    ['a direction override', 'USD\u202eCDSU', 'USDCDSU'],
    ['direction isolates', '\u2066U\u2067S\u2068D\u2069C', 'USDC'],
    ['direction marks', 'U\u200eS\u200fD\u061cC', 'USDC'],
    ['control characters', 'A\u0000B\u0007C\u0085', 'ABC'],
    ['zero-width characters', 'U\u200bS\u200cD\u200dC\u2060\ufeff', 'USDC'],
    ['soft hyphens', 'US\u00adDC', 'USDC'],
    ['Hangul fillers', 'U\u115fS\u1160D\u3164C\uffa0', 'USDC'],
    ['Braille blanks', 'US\u2800DC', 'USDC'],
    ['combining grapheme joiners', 'US\u034fDC', 'USDC'],
    ['variation selectors', 'U\ufe0fS\u{e0101}DC', 'USDC'],
    ['invisible Khmer vowels', 'U\u17b4S\u17b5DC', 'USDC'],
    ['Mongolian selectors', 'U\u180bS\u180eD\u180fC', 'USDC'],
    ['tag characters', 'US\u{e0055}\u{e0053}DC\u{e0001}', 'USDC'],
    ['private use', 'US\ue000D\u{f0000}C\u{10fffd}', 'USDC'],
    ['unassigned code points', 'US\u0378D\uffffC', 'USDC'],
    ['lone surrogates', 'US\ud800D\udc00C', 'USDC'],
    ['line breaks and tabs', '  two \n\r\t lines\u2028\u2029 ', 'two lines'],
    ['spaces of other widths', 'two\u00a0\u2003\u3000words', 'two words'],
    ['spaces around invisible characters', 'two \u200b words', 'two words'],
    ['decomposed accents', 'Cafe\u0301', 'Café'],
    ['stacked marks', `Z${'\u0301\u0316'.repeat(40)}o`, '\u0179\u0316\u0316o'],
    ['marks without a letter', '\u0301\u0301U \u0302SDC', 'U SDC'],
    ['other scripts', 'Ωmega 가나 ไทยน้ำ עִבְרִית हिन्दी', 'Ωmega 가나 ไทยน้ำ עִבְרִית हिन्दी'],
    ['nothing', '', ''],
    ['nothing visible', '\u3164\u2800\u200b \u00ad\u{e0020}', ''],
  ])('is sanitized: %s', (_, text, shown) => {
    expect(plainText(text, 40)).toBe(shown)
  })

  it('is truncated by characters', () => {
    expect(plainText('🦄'.repeat(20), 5)).toBe('🦄🦄🦄🦄…')
    expect(plainText('ABCDEFGHIJK', 11)).toBe('ABCDEFGHIJK')
    expect(plainText('four words', 6)).toBe('four…')
  })

  it('does not change when it is sanitized again', () => {
    // Every code point once, in runs with arbitrary starts.
    for (let start = 0; start < 0x11_0000; start += 24) {
      const text = Array.from({ length: 24 }, (_, index) =>
        String.fromCodePoint(Math.min(start + index, 0x10_ffff)),
      ).join('')
      const once = plainText(text, 24)
      expect(plainText(once, 24)).toBe(once)
      expect(once).not.toMatch(/[\p{C}\p{DI}\u2800]|^\s|\s$|\s\s/u)
    }
  })

  it('is read no further than it can be shown, however long it is', () => {
    expect(plainText('A'.repeat(50_000_000), 5)).toBe('AAAA…')
    expect(plainText(`${'\u200b'.repeat(50_000_000)}A`, 5)).toBe('')
  })
})

describe('image data URI', () => {
  it.each([
    'data:image/png;base64,iVBORw0KGgo=',
    'data:image/svg+xml,%3Csvg%2F%3E',
    'data:image/svg+xml;utf8,<svg/>',
    'data:image/svg+xml;charset=utf-8;base64,PHN2Zy8+',
    'data:image/webp;base64,UklGRg==',
    'data:image/gif;base64,R0lGODlh',
    'DATA:IMAGE/JPEG;base64,/9j/',
  ])('is accepted: %s', (uri) => expect(imageDataUri(uri)).toBe(uri))

  it.each([
    ['a page', 'data:text/html,<script>alert(1)</script>'],
    ['a page that contains an image type later', 'data:text/html;image/png,<script>'],
    ['a type with the same prefix', 'data:image/svg+xml-evil,<svg/>'],
    ['a type of another file', 'data:image/x-icon;base64,AAABAA=='],
    ['no type', 'data:,hello'],
    ['a URL to fetch', 'https://evil.example/icon.png'],
    ['a script', 'javascript:alert(1)'],
    ['a line before', '\ndata:image/png;base64,iVBORw0KGgo='],
    ['no text', 5],
    ['a URI that is too long', `data:image/png;base64,${'A'.repeat(300_000)}`],
  ])('is rejected: %s', (_, uri) => expect(imageDataUri(uri)).toBeUndefined())
})

describe('address', () => {
  it('is shortened in the middle', () => {
    expect(shortAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe('0xf39F…2266')
  })
})

describe('ids', () => {
  it('are unique', () => {
    const ids = Array.from({ length: 1_000 }, () => createId('sluice'))
    expect(new Set(ids).size).toBe(1_000)
    expect(ids[0]).toMatch(/^sluice-[0-9a-f]{16}$/)
  })
})

describe('sleep', () => {
  it('rejects immediately when it is aborted', async () => {
    const controller = new AbortController()
    const asleep = sleep(60_000, controller.signal)
    controller.abort(new Error('enough'))
    await expect(asleep).rejects.toThrow('enough')
    await expect(sleep(60_000, controller.signal)).rejects.toThrow('enough')
  })
})
