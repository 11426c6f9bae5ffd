import { createWalletClient, custom } from 'viem'
import { expect, it } from 'vitest'
import { type Connector, createConfig, http } from 'wagmi'
import { SETTLEMENT, USER } from '../../wire/fixtures/addresses.ts'
import { sendRequest } from './send-request.ts'

const HASH = `0x${'ab'.repeat(32)}`

/**
 * A wallet that answers `eth_sendTransaction` with this code, and sends on
 * `wallet_sendTransaction`.
 */
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
    // A client made by viem has its own `sendTransaction`.
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
  ['through its provider', {}],
  ['through its own client', { hasClient: true }],
])('sends one request, %s, to a wallet that fails as if it had already sent', async (_, options) => {
  const { asked, connector } = connect(-32_000, options)
  await expect(send(connector)).rejects.toThrow(/already known/)
  expect(asked).toEqual(['eth_sendTransaction'])
})

it.each([-32_601, -32_602, -32_004])('uses the other method after a rejection with code %i', async (code) => {
  const { asked, connector } = connect(code)
  await expect(send(connector)).resolves.toBe(HASH)
  expect(asked).toEqual(['eth_sendTransaction', 'wallet_sendTransaction'])
})
