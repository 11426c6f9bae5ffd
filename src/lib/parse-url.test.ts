import { expect, it, vi } from 'vitest'
import { parseUrl } from './parse-url.ts'

it('parses a URL in browsers without `URL.canParse` and `URL.parse`', () => {
  const { canParse } = URL
  vi.stubGlobal('URL', class extends URL {})
  Object.assign(URL, { canParse: undefined, parse: undefined })
  expect(parseUrl('https://example.com/a')?.href).toBe('https://example.com/a')
  expect(parseUrl('example.com')).toBeUndefined()
  expect(parseUrl('')).toBeUndefined()
  vi.unstubAllGlobals()
  expect(URL.canParse).toBe(canParse)
})
