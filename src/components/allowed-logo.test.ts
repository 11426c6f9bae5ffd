import { describe, expect, it } from 'vitest'
import { allowedLogo } from './allowed-logo.ts'

const HOSTS = ['cdn.example.com', 'logos.example:8443', '127.0.0.1', 'localhost', 'localhost:8546', '[::1]']

describe('a logo', () => {
  it.each([
    'https://cdn.example.com/usdc.png',
    'https://cdn.example.com/a%20b/%C3%A9.svg?size=64&v=2',
    'https://CDN.example.com/usdc.png',
    'https://cdn.example.com:443/usdc.png',
    'https://logos.example:8443/usdc.webp',
    'http://localhost:8546/usdc.svg',
  ])('is loaded from a host the integrator allows: %s', (uri) => {
    expect(allowedLogo(uri, HOSTS)).toBe(new URL(uri).href)
  })

  it.each([
    ['no address', ''],
    ['no address at all', 'usdc.png'],
    ['another host', 'https://evil.example/usdc.png'],
    ['a host that only ends alike', 'https://evilcdn.example.com/usdc.png'],
    ['a host that only begins alike', 'https://cdn.example.com.evil.example/usdc.png'],
    ['a host below an allowed one', 'https://a.cdn.example.com/usdc.png'],
    ['a host with a dot at its end', 'https://cdn.example.com./usdc.png'],
    ['letters that look alike', 'https://cdn.exаmple.com/usdc.png'],
    ['letters of another width', 'https://ｃdn.example.com/usdc.png'],
    ['a user', 'https://user@cdn.example.com/usdc.png'],
    ['a user and a password', 'https://user:secret@cdn.example.com/usdc.png'],
    ['an empty user', 'https://@cdn.example.com/usdc.png'],
    ['an allowed host as the user of another', 'https://cdn.example.com@evil.example/usdc.png'],
    ['another port', 'https://cdn.example.com:8443/usdc.png'],
    ['no port where one is allowed', 'https://logos.example/usdc.png'],
    ['no encryption', 'http://cdn.example.com/usdc.png'],
    ['no encryption from this machine by its number', 'http://127.0.0.1/usdc.png'],
    ['another port of this machine', 'http://localhost:8547/usdc.svg'],
    ['a host below this machine', 'http://localhost.evil.example/usdc.svg'],
    ['a user of this machine', 'http://localhost:8546@evil.example/usdc.svg'],
    ['another scheme', 'ftp://cdn.example.com/usdc.png'],
    ['no scheme', '//cdn.example.com/usdc.png'],
    ['backslashes', 'https:\\\\cdn.example.com\\usdc.png'],
    ['a backslash in the path', 'https://cdn.example.com/a\\..\\usdc.png'],
    ['one slash', 'https:/cdn.example.com/usdc.png'],
    ['no slashes', 'https:cdn.example.com/usdc.png'],
    ['a line break', 'https://cdn.exa\nmple.com/usdc.png'],
    ['a tab', 'ht\ttps://cdn.example.com/usdc.png'],
    ['spaces around', ' https://cdn.example.com/usdc.png '],
    ['a space within', 'https://cdn.example.com/us dc.png'],
    ['a control character', 'https://cdn.example.com/\u0000usdc.png'],
    ['a direction override', 'https://cdn.example.com/\u202egnp.cdsu'],
    ['quotes', 'https://cdn.example.com/"onerror=alert(1)'],
    ['an IPv4 address', 'https://127.0.0.1/usdc.png'],
    ['an IPv4 address as a number', 'https://2130706433/usdc.png'],
    ['an IPv4 address in hex', 'https://0x7f000001/usdc.png'],
    ['an IPv6 address', 'https://[::1]/usdc.png'],
    ['a script', 'javascript:alert(1)'],
    ['a page in itself', 'data:text/html,<script>alert(1)</script>'],
    ['a picture in itself', 'data:image/png;base64,iVBORw0KGgo='],
    ['a blob', 'blob:https://cdn.example.com/0d5a7a0e'],
    ['more than an address', `https://cdn.example.com/${'a'.repeat(3_000)}`],
  ])('is drawn instead for %s', (_, uri) => {
    expect(allowedLogo(uri, HOSTS)).toBeUndefined()
  })

  it('is drawn where there is none, and where no host is allowed', () => {
    expect(allowedLogo(undefined, HOSTS)).toBeUndefined()
    expect(allowedLogo('https://cdn.example.com/usdc.png', [])).toBeUndefined()
  })
})
