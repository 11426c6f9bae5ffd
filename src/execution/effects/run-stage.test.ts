import { expect, it, vi } from 'vitest'
import { intentFixture, termsFixture } from '../../../testing/execution-fixtures.ts'
import { resolveConfig } from '../../config/resolve-config.ts'
import type { WidgetConfig } from '../../config/types.ts'
import { runStage } from './run-stage.ts'
import type { EffectContext } from './types.ts'

const { chainId, inputToken, outputToken } = intentFixture

function quote(rules: Pick<WidgetConfig, 'tokens' | 'forbiddenPairs'>) {
  const config = resolveConfig({
    integrator: 'rules',
    baseUrl: 'https://api.example/router',
    tokensUrl: 'https://api.example/tokens',
    exchangeRatesUrl: 'https://api.example/rates',
    chains: [{ id: chainId, name: 'ethereum', rpcUrls: ['https://rpc.example'] }],
    ...rules,
  })
  const askService = vi.fn(async () => Promise.reject(new Error('asked')))
  const context = {
    config: () => config,
    router: { quote: askService },
    signal: new AbortController().signal,
    now: Date.now,
  } as unknown as EffectContext
  const stage = { stage: 'quoting', intent: intentFixture, terms: termsFixture, done: [] } as const
  return { askService, result: runStage(stage, context) }
}

it.each<[string, Pick<WidgetConfig, 'tokens' | 'forbiddenPairs'>]>([
  ['token to pay is denied', { tokens: { [chainId]: { deny: [inputToken.address] } } }],
  ['token to receive is not among the allowed', { tokens: { [chainId]: { allow: [inputToken.address] } } }],
  [
    'pair is forbidden',
    { forbiddenPairs: [{ chainId, input: inputToken.address, output: outputToken.address }] },
  ],
])('asks for no quote where the %s by now', async (_, rules) => {
  const { askService, result } = quote(rules)
  await expect(result).rejects.toMatchObject({ code: 'PAIR_NOT_OFFERED' })
  expect(askService).not.toHaveBeenCalled()
})

it('asks for the quote of what the host offers', async () => {
  await expect(quote({}).result).rejects.toThrow('asked')
})
