import { expect, it } from 'vitest'
import { findChain, getChain } from './get-chain.ts'
import { resolveConfig } from './resolve-config.ts'

const config = resolveConfig({
  integrator: 'test',
  baseUrl: 'https://api.example/router',
  tokensUrl: 'https://api.example/tokens',
  exchangeRatesUrl: 'https://api.example/rates',
  chains: [
    { id: 1, name: 'ethereum', rpcUrls: ['https://rpc.example'] },
    { id: 8453, name: 'base', rpcUrls: ['https://rpc.example'] },
  ],
})

it('finds a configured chain by its id', () => {
  expect(getChain(config, 8453).name).toBe('base')
  expect(findChain(config, 1)?.name).toBe('ethereum')
})

it('returns undefined for an unknown id and without an id', () => {
  expect(findChain(config, 10)).toBeUndefined()
  expect(findChain(config, undefined)).toBeUndefined()
})

it('throws CONFIG_INVALID with the id when a chain is required', () => {
  expect(() => getChain(config, 10)).toThrow(
    expect.objectContaining({ code: 'CONFIG_INVALID', details: 'chains: no chain with id 10' }),
  )
})
