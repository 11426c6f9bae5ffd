import { expect, it } from 'vitest'
import { clientAddress } from './client-address.ts'

const V6 = '2001:db8:a:2:0:0:0:1'

it.each([
  ['10.0.0.9', null, 0, '10.0.0.9'],
  ['10.0.0.9', '1.2.3.4', 0, '10.0.0.9'],
  ['10.0.0.9', '1.2.3.4', 1, '1.2.3.4'],
  ['10.0.0.9', 'forged, 1.2.3.4', 1, '1.2.3.4'],
  ['10.0.0.9', 'forged, 1.2.3.4, 10.0.0.8', 2, '1.2.3.4'],
  ['10.0.0.9', null, 1, '10.0.0.9'],
  ['10.0.0.9', '1.2.3.4', 3, '10.0.0.9'],
  ['::ffff:10.0.0.9', null, 0, '10.0.0.9'],
  ['fe80::1%eth0', null, 0, 'fe80:0:0:0:0:0:0:1'],
])('%s forwarded for %s behind %i proxies is %s', (peer, forwardedFor, proxies, address) => {
  expect(clientAddress({ peer, forwardedFor }, proxies)).toBe(address)
})

it.each([
  ['1.2.3.4', '1.2.3.4'],
  ['1.2.3.4:55555', '1.2.3.4'],
  ['1.2.3.4:1', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::FFFF:1.2.3.4', '1.2.3.4'],
  ['::ffff:102:304', '1.2.3.4'],
  ['0:0:0:0:0:ffff:1.2.3.4', '1.2.3.4'],
  ['[::ffff:1.2.3.4]:443', '1.2.3.4'],
  ['64:ff9b::1.2.3.4', '1.2.3.4'],
  ['2001:db8:a:2::1', V6],
  ['[2001:db8:a:2::1]', V6],
  ['[2001:db8:a:2::1]:443', V6],
  ['[2001:db8:a:2::1%25eth0]:443', V6],
  ['2001:db8:a:2::1%eth0', V6],
  ['2001:DB8:A:2::1', V6],
  ['2001:0db8:000a:0002:0000:0000:0000:0001', V6],
  ['2001:db8:a:2:0:0:0.0.0.1', V6],
  ['2001:db8:a:2:0:0:0:1:54321', V6],
  ['2001:db8:a:2::1:54321', V6],
  ['::1', '0:0:0:0:0:0:0:1'],
])('a proxy that writes %s means %s', (forwardedFor, address) => {
  expect(clientAddress({ peer: '10.0.0.9', forwardedFor }, 1)).toBe(address)
})

it.each(['unknown', '_hidden', '1.2.3', '1.2.3.4.5', '[1.2.3.4', ':443', '2001:db8::1::2', 'a b', ''])(
  'callers whom the proxy names %j share the limit of the proxy',
  (forwardedFor) => {
    expect(clientAddress({ peer: '10.0.0.9', forwardedFor }, 1)).toBe('10.0.0.9')
  },
)
