import { expect, it, vi } from 'vitest'
import { resolveConfig } from '../../config/resolve-config.ts'
import type { WidgetConfig } from '../../config/types.ts'
import { report } from '../../lib/report.ts'
import { UNLIMITED } from '../../lib/unlimited.ts'
import { intentFixture, termsFixture, verifiedFixture } from '../../testing/execution/execution-fixtures.ts'
import type { ExecutionState } from '../machine/types.ts'
import { runStage } from './run-stage.ts'
import type { EffectContext } from './types.ts'

const { chainId, inputToken, outputToken } = intentFixture

type Rules = Pick<WidgetConfig, 'tokens' | 'forbiddenPairs' | 'approvals' | 'recipient' | 'verification'>

/** Records every request to the service and to the wallet. */
function createContext(rules: Rules) {
  const config = resolveConfig({
    integrator: 'rules',
    baseUrl: 'https://api.example/router',
    tokensUrl: 'https://api.example/tokens',
    exchangeRatesUrl: 'https://api.example/rates',
    chains: [{ id: chainId, name: 'ethereum', rpcUrls: ['https://rpc.example'] }],
    ...rules,
  })
  const asked = vi.fn(async () => Promise.reject(new Error('asked')))
  const context = {
    reportError: report,
    config: () => config,
    router: { quote: asked },
    wallet: {
      readChainId: asked,
      readAccount: asked,
      sendTransaction: asked,
      signTypedData: asked,
      sendBatch: asked,
    },
    chain: { allowance: asked, gasPrice: asked },
    signal: new AbortController().signal,
    now: Date.now,
  } as unknown as EffectContext
  return { asked, context }
}

const run = { intent: intentFixture, terms: termsFixture, done: [] } as const

function quote(rules: Rules) {
  const { asked, context } = createContext(rules)
  return { askService: asked, result: runStage({ stage: 'quoting', ...run }, context) }
}

it.each<[string, Pick<WidgetConfig, 'tokens' | 'forbiddenPairs'>]>([
  ['input token is denied', { tokens: { [chainId]: { deny: [inputToken.address] } } }],
  ['output token is not in the allow list', { tokens: { [chainId]: { allow: [inputToken.address] } } }],
  [
    'pair is forbidden',
    { forbiddenPairs: [{ chainId, input: inputToken.address, output: outputToken.address }] },
  ],
])('requests no quote when the %s', async (_, rules) => {
  const { askService, result } = quote(rules)
  await expect(result).rejects.toMatchObject({ code: 'PAIR_NOT_OFFERED' })
  expect(askService).not.toHaveBeenCalled()
})

it.each([
  { stage: 'verifying', quote: {} },
  { stage: 'approving', plan: { amount: 1n, steps: [] }, step: 0, hash: undefined },
  { stage: 'permitting', plan: { amount: 1n, permit: {} } },
  { stage: 'signing', verified: {} },
])('sends no wallet request for a token that the host has denied: $stage', async (stage) => {
  const { asked, context } = createContext({ tokens: { [chainId]: { deny: [inputToken.address] } } })
  const result = runStage({ ...run, ...stage } as unknown as ExecutionState, context)
  await expect(result).rejects.toMatchObject({ code: 'PAIR_NOT_OFFERED' })
  expect(asked).not.toHaveBeenCalled()
})

it('requests no unlimited approval once the host disallows it', async () => {
  const { asked, context } = createContext({})
  const plan = { amount: UNLIMITED, steps: [] }
  const stage = { stage: 'approving', ...run, plan, step: 0, hash: undefined } as unknown as ExecutionState
  await expect(runStage(stage, context)).rejects.toMatchObject({ code: 'HOST_REJECTED' })
  expect(asked).not.toHaveBeenCalled()
})

it.each([
  { stage: 'signing', verified: { approvals: { amount: UNLIMITED, isBatched: true } } },
  { stage: 'permitting', plan: { amount: 1n, permit: {} } },
])('requests no batch or permit once the host disallows it: $stage', async (stage) => {
  const { asked, context } = createContext({ approvals: { batches: false, permits: false } })
  const result = runStage({ ...run, ...stage } as unknown as ExecutionState, context)
  await expect(result).rejects.toMatchObject({ code: 'HOST_REJECTED' })
  expect(asked).not.toHaveBeenCalled()
})

it('sends no wallet request when the code that watches a transaction fails to load', async () => {
  vi.doMock('../../chain/watch-transaction.ts', () => {
    throw new Error('Failed to fetch dynamically imported module')
  })
  const stages = [
    { stage: 'signing', verified: verifiedFixture },
    { stage: 'approving', plan: { amount: 1n, steps: ['approval'] }, step: 0, hash: undefined },
  ]
  try {
    for (const stage of stages) {
      const { asked, context } = createContext({})
      const result = runStage({ ...run, ...stage } as unknown as ExecutionState, context)
      await expect(result, stage.stage).rejects.toMatchObject({ code: 'LOAD_FAILED' })
      expect(asked).not.toHaveBeenCalled()
    }
  } finally {
    vi.doUnmock('../../chain/watch-transaction.ts')
  }
})

const elsewhere = { ...intentFixture, receiver: '0x00000000000000000000000000000000000000aa' } as const
const unchecked = { ...verifiedFixture, simulation: undefined, measuresReceiver: false }
const wallets = [
  { stage: 'approving', plan: { amount: 1n, steps: [] }, step: 0, hash: undefined },
  { stage: 'permitting', plan: { amount: 1n, permit: {} } },
  { stage: 'signing' },
]

it.each(wallets)(
  'sends no wallet request for another recipient once the host hides recipients: $stage',
  async (stage) => {
    const { asked, context } = createContext({ recipient: 'hidden' })
    const state = {
      ...run,
      verified: verifiedFixture,
      ...stage,
      intent: elsewhere,
    } as unknown as ExecutionState
    await expect(runStage(state, context)).rejects.toMatchObject({ code: 'HOST_REJECTED' })
    expect(asked).not.toHaveBeenCalled()
    const allowed = createContext({ recipient: 'optional' })
    await expect(runStage(state, allowed.context)).rejects.not.toMatchObject({ code: 'HOST_REJECTED' })
  },
)

it.each(wallets)(
  'sends no wallet request for an unverified swap once the host requires verification: $stage',
  async (stage) => {
    const { asked, context } = createContext({ verification: 'enforce' })
    const state = { ...run, verified: unchecked, ...stage } as unknown as ExecutionState
    await expect(runStage(state, context)).rejects.toMatchObject({ code: 'HOST_REJECTED' })
    expect(asked).not.toHaveBeenCalled()
    const allowed = createContext({ verification: 'warn' })
    await expect(runStage(state, allowed.context)).rejects.not.toMatchObject({ code: 'HOST_REJECTED' })
  },
)

it('requests the quote of an offered trade', async () => {
  await expect(quote({}).result).rejects.toThrow('asked')
})

it('requests nothing while another tab confirms the same swap', async () => {
  const { asked, context } = createContext({})
  const result = runStage({ stage: 'quoting', ...run }, { ...context, claim: async () => false })
  await expect(result).rejects.toMatchObject({ code: 'CONFIRMED_ELSEWHERE' })
  expect(asked).not.toHaveBeenCalled()
})
