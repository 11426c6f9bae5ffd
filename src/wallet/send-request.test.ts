import { createWalletClient, custom } from 'viem'
import { expect, it } from 'vitest'
import { type Connector, createConfig, http } from 'wagmi'
import { SETTLEMENT, USER } from '../wire/fixtures/addresses.ts'
import { sendRequest } from './send-request.ts'

const HASH = `0x${'ab'.repeat(32)}`

/** A wallet that answers `eth_sendTransaction` with this code, and sends by `wallet_sendTransaction`. */
function connect(code: number, { hasClient = false } = {}) {
  const asked: string[] = []
  const provider = {
    async request({ method }: { method: string }) {
      if (method === 'eth_chainId') return '0x1'
      asked.push(method)
      if (method === 'wallet_sendTransaction') return HASH
      throw Object.assign(new Error('already known'), { code })
    },
  }
  const connector = {
    uid: 'wallet',
    getAccounts: async () => [USER],
    getChainId: async () => 1,
    getProvider: async () => provider,
    // As viem makes it: with a `sendTransaction` of its own.
    ...(hasClient && {
      getClient: async () =>
        createWalletClient({ account: USER, transport: custom(provider, { retryCount: 0 }) }),
    }),
  } as unknown as Connector
  return { asked, connector }
}

function send(connector: Connector) {
  const rpcUrl = 'http://127.0.0.1:1'
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = { id: 1, name: 'Ethereum', nativeCurrency, rpcUrls: { default: { http: [rpcUrl] } } }
  const config = createConfig({ chains: [chain], transports: { 1: http(rpcUrl) }, storage: null })
  const call = { to: SETTLEMENT, data: '0x12345678', value: 0n, gas: 100_000n } as const
  return sendRequest(config, connector, { chainId: 1, from: USER, ...call })
}

it.each([
  ['by its provider', {}],
  ['by a client of its own', { hasClient: true }],
])('asks a wallet once, %s, that fails as if it had sent already', async (_, options) => {
  const { asked, connector } = connect(-32_000, options)
  await expect(send(connector)).rejects.toThrow(/already known/)
  expect(asked).toEqual(['eth_sendTransaction'])
})

it.each([-32_601, -32_602, -32_004])(
  'asks in the other way where it did not take the request: %i',
  async (code) => {
    const { asked, connector } = connect(code)
    await expect(send(connector)).resolves.toBe(HASH)
    expect(asked).toEqual(['eth_sendTransaction', 'wallet_sendTransaction'])
  },
)
