import { createWalletClient, custom } from 'viem'
import { signTypedData as signByViem } from 'viem/actions'
import { afterEach, expect, it } from 'vitest'
import { type Connector, createConfig, http } from 'wagmi'
import { SETTLEMENT, USER } from '../../wire/fixtures/addresses.ts'
import { permitTypedData } from '../execution/codecs/permit.ts'
import { signTypedData } from './sign-typed-data.ts'

afterEach(() => {
  for (const prototype of [Array.prototype, Object.prototype]) Reflect.deleteProperty(prototype, 'toJSON')
})

const SIGNATURE = `0x${'ab'.repeat(65)}`
const asked: string[] = []
const provider = {
  async request({ method, params }: { method: string; params?: string[] }) {
    if (method === 'eth_chainId') return '0x1'
    asked.push(method, ...(params ?? []))
    return SIGNATURE
  },
}
const connector = {
  uid: 'wallet',
  getAccounts: async () => [USER],
  getChainId: async () => 1,
  getProvider: async () => provider,
} as unknown as Connector

const request = permitTypedData({
  chainId: 1,
  account: USER,
  approval: { token: SETTLEMENT, spender: SETTLEMENT, amount: 2n ** 150n },
  permit: {
    method: { kind: 'permit2', nonce: 7 },
    deadline: 1_800_000_000,
  } as unknown as Parameters<typeof permitTypedData>[0]['permit'],
})

it.each([
  ['no toJSON', undefined],
  ['a toJSON on arrays', Array.prototype],
  ['a toJSON on objects', Object.prototype],
])('sends the same request as viem on a page with %s', async (_, prototype) => {
  asked.length = 0
  const { from, ...data } = request
  const client = createWalletClient({ account: USER, transport: custom(provider) })
  await signByViem(client, { account: from, ...data } as Parameters<typeof signByViem>[1])
  const expected = asked.splice(0)
  if (prototype) Object.defineProperty(prototype, 'toJSON', { value: () => '[]', configurable: true })
  const config = createConfig({
    chains: [
      {
        id: 1,
        name: 'Ethereum',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [] } },
      },
    ],
    transports: { 1: http('http://127.0.0.1:1') },
    storage: null,
  })
  const signature = await signTypedData(config, connector, request)
  if (prototype) Reflect.deleteProperty(prototype, 'toJSON')
  expect(signature).toBe(SIGNATURE)
  expect(asked).toEqual(expected)
})
