import { describe, expect, it } from 'vitest'
import { originMatches, parseOrigin } from './origins.ts'

describe('origin rule', () => {
  it.each([
    ['https://app.example', 'https://app.example'],
    ['https://app.example', 'https://app.example:443'],
    ['https://APP.example', 'https://app.example'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['https://*.example.org', 'https://app.example.org'],
    ['https://*.example.org:8443', 'https://app.example.org:8443'],
  ])('%s matches %s', (rule, origin) => {
    expect(originMatches(rule, origin)).toBe(true)
  })

  it.each([
    ['https://app.example', 'http://app.example'],
    ['https://app.example', 'https://app.example:8443'],
    ['https://app.example', 'https://app.example.evil'],
    ['https://app.example', 'https://evil-app.example'],
    ['https://app.example', 'https://app.example@evil.example'],
    ['https://app.example', 'https://app.example/'],
    ['https://app.example', 'https://app.example, https://evil.example'],
    ['https://*.example.org', 'https://example.org'],
    ['https://*.example.org', 'https://.example.org'],
    ['https://*.example.org', 'https://a.b.example.org'],
    ['https://*.example.org', 'https://app.example.org.evil'],
    ['https://*.example.org', 'https://evilexample.org'],
    ['https://*.example.org', 'http://app.example.org'],
    ['http://localhost:5173', 'http://127.0.0.1:5173'],
    ['null', 'null'],
    ['https://*', 'https://app.example'],
    ['*', 'https://app.example'],
    ['', ''],
  ])('%s does not match %s', (rule, origin) => {
    expect(originMatches(rule, origin)).toBe(false)
  })

  it.each(['null', '', 'file:///etc', 'data:text/html,x', 'https://', 'app.example', 'https://a.b/path'])(
    'rejects %j as an origin',
    (text) => {
      expect(parseOrigin(text)).toBeUndefined()
    },
  )
})
