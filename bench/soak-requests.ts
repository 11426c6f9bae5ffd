import type { TestChain } from '../devnet/testing/devnet.ts'
import { createMemoryKeyStore } from '../service/access/api-key.ts'
import { createAccess } from '../service/access/create-access.ts'
import { devKeys } from '../service/access/dev-keys.ts'

const KEY = 'dev-enterprise'
const PAIRS = [
  ['WETH', 'USDC'],
  ['USDC', 'aEthUSDC'],
  ['DAI', 'sDAI'],
  ['WBTC', 'DAI'],
  ['USDC', 'LINK'],
] as const

export const soakAccess = createAccess({
  keys: createMemoryKeyStore(devKeys({ playgroundOrigin: 'http://localhost:5173' })),
  nowMs: () => performance.now(),
})

/**
 * Creates the n-th price request of a soak test: a new amount each time, and all kinds of pools in
 * turn.
 */
export function soakRequest({ token, account, manifest }: TestChain, n: number): Request {
  const [input, output] = PAIRS[n % PAIRS.length] ?? PAIRS[0]
  const { address, decimals } = token(input)
  const body = {
    networkID: manifest.id,
    inputToken: address,
    outputToken: token(output).address,
    inputAmount: (10n ** BigInt(decimals) + BigInt(n)).toString(),
    userAddress: account(),
    outputReceiver: account(),
    uniquePID: 'soak',
  }
  return new Request('http://service.test/router/v1/price', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': KEY },
    body: JSON.stringify(body),
  })
}
