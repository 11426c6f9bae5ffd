import { describe, expect, it } from 'vitest'
import { startLogos } from '../../devnet/logos.ts'
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
  ])('is loaded from an allowed host: %s', (uri) => {
    expect(allowedLogo(uri, HOSTS)).toBe(new URL(uri).href)
  })

  it.each([
    ['an empty URL', ''],
    ['a relative URL', 'usdc.png'],
    ['another host', 'https://evil.example/usdc.png'],
    ['a host with the same ending', 'https://evilcdn.example.com/usdc.png'],
    ['a host with the same beginning', 'https://cdn.example.com.evil.example/usdc.png'],
    ['a subdomain of an allowed host', 'https://a.cdn.example.com/usdc.png'],
    ['a host with a trailing dot', 'https://cdn.example.com./usdc.png'],
    ['look-alike letters', 'https://cdn.exаmple.com/usdc.png'],
    ['full-width letters', 'https://ｃdn.example.com/usdc.png'],
    ['a user name', 'https://user@cdn.example.com/usdc.png'],
    ['a user name and a password', 'https://user:secret@cdn.example.com/usdc.png'],
    ['an empty user name', 'https://@cdn.example.com/usdc.png'],
    ['an allowed host as the user name of another host', 'https://cdn.example.com@evil.example/usdc.png'],
    ['another port', 'https://cdn.example.com:8443/usdc.png'],
    ['no port when another port is allowed', 'https://logos.example/usdc.png'],
    ['plain http', 'http://cdn.example.com/usdc.png'],
    ['plain http from the loopback address', 'http://127.0.0.1/usdc.png'],
    ['another port of localhost', 'http://localhost:8547/usdc.svg'],
    ['a host that starts with localhost', 'http://localhost.evil.example/usdc.svg'],
    ['localhost as the user name of another host', 'http://localhost:8546@evil.example/usdc.svg'],
    ['another scheme', 'ftp://cdn.example.com/usdc.png'],
    ['no scheme', '//cdn.example.com/usdc.png'],
    ['backslashes', 'https:\\\\cdn.example.com\\usdc.png'],
    ['a backslash in the path', 'https://cdn.example.com/a\\..\\usdc.png'],
    ['a single slash', 'https:/cdn.example.com/usdc.png'],
    ['no slashes', 'https:cdn.example.com/usdc.png'],
    ['a line break', 'https://cdn.exa\nmple.com/usdc.png'],
    ['a tab', 'ht\ttps://cdn.example.com/usdc.png'],
    ['surrounding spaces', ' https://cdn.example.com/usdc.png '],
    ['an inner space', 'https://cdn.example.com/us dc.png'],
    ['a control character', 'https://cdn.example.com/\u0000usdc.png'],
    ['a direction override', 'https://cdn.example.com/\u202egnp.cdsu'],
    ['quotes', 'https://cdn.example.com/"onerror=alert(1)'],
    ['an IPv4 address', 'https://127.0.0.1/usdc.png'],
    ['an IPv4 address as a number', 'https://2130706433/usdc.png'],
    ['an IPv4 address in hex', 'https://0x7f000001/usdc.png'],
    ['an IPv6 address', 'https://[::1]/usdc.png'],
    ['a script', 'javascript:alert(1)'],
    ['a data URI of a page', 'data:text/html,<script>alert(1)</script>'],
    ['a data URI of a picture', 'data:image/png;base64,iVBORw0KGgo='],
    ['a blob URL', 'blob:https://cdn.example.com/0d5a7a0e'],
    ['a URL over the maximum length', `https://cdn.example.com/${'a'.repeat(3_000)}`],
  ])('is replaced by an avatar for %s', (_, uri) => {
    expect(allowedLogo(uri, HOSTS)).toBeUndefined()
  })

  it('is replaced by an avatar without a URL or without allowed hosts', () => {
    expect(allowedLogo(undefined, HOSTS)).toBeUndefined()
    expect(allowedLogo('https://cdn.example.com/usdc.png', [])).toBeUndefined()
  })
})

it('allows the logos of the devnet', async () => {
  const logos = await startLogos()
  try {
    expect(allowedLogo(logos.uri('USDC'), [logos.host])).toBe(logos.uri('USDC'))
  } finally {
    await logos.stop()
  }
})
