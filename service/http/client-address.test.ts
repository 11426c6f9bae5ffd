import { expect, it } from 'vitest'
import { clientAddress } from './client-address.ts'

it.each([
  ['10.0.0.9', null, 0, '10.0.0.9'],
  ['10.0.0.9', '1.2.3.4', 0, '10.0.0.9'],
  ['10.0.0.9', '1.2.3.4', 1, '1.2.3.4'],
  ['10.0.0.9', 'forged, 1.2.3.4', 1, '1.2.3.4'],
  ['10.0.0.9', 'forged, 1.2.3.4, 10.0.0.8', 2, '1.2.3.4'],
  ['10.0.0.9', null, 1, '10.0.0.9'],
  ['10.0.0.9', '1.2.3.4', 3, '10.0.0.9'],
  ['::ffff:10.0.0.9', null, 0, '10.0.0.9'],
  ['2001:db8:1:2:3:4:5:6', null, 0, '2001:db8:1:2'],
  ['2001:db8::1', null, 0, '2001:db8:0:0'],
  ['::1', null, 0, '0:0:0:0'],
])('%s forwarded for %s behind %i proxies is %s', (peer, forwardedFor, proxies, address) => {
  expect(clientAddress({ peer, forwardedFor }, proxies)).toBe(address)
})
