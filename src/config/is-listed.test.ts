import { expect, it } from 'vitest'
import { USDC, WETH } from '../../wire/fixtures/addresses.ts'
import { NATIVE_TOKEN } from '../../wire/lib/address.ts'
import { isListed } from './is-listed.ts'
import { resolveConfig } from './resolve-config.ts'
import type { TokenId } from './types.ts'

const configWith = (listedTokens?: TokenId[]) =>
  resolveConfig({
    integrator: 'my-dapp',
    baseUrl: 'https://api.example/router',
    tokensUrl: 'https://api.example/tokens',
    exchangeRatesUrl: 'https://api.example/rates',
    chains: [{ id: 1, name: 'ethereum', rpcUrls: ['https://rpc.example'] }],
    ...(listedTokens && { listedTokens }),
  })
const pinned = configWith([{ chainId: 1, address: USDC }])

it('returns undefined when the host sets no list, so that the catalogue decides', () => {
  expect(isListed(configWith(), { chainId: 1, address: WETH })).toBeUndefined()
})

it('matches a listed token in any letter case, on its own chain only', () => {
  expect(isListed(pinned, { chainId: 1, address: USDC.toLowerCase() as typeof USDC })).toBe(true)
  expect(isListed(pinned, { chainId: 8453, address: USDC })).toBe(false)
  expect(isListed(pinned, { chainId: 1, address: WETH })).toBe(false)
})

it('lists the native token of every chain, and no other token for an empty list', () => {
  const empty = configWith([])
  expect(isListed(empty, { chainId: 8453, address: NATIVE_TOKEN })).toBe(true)
  expect(isListed(empty, { chainId: 1, address: USDC })).toBe(false)
})
