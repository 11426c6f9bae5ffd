import { QueryClient } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PARTNER, USDC, USER, WETH } from '../../wire/fixtures/addresses.ts'
import type { WidgetConfig } from '../config/types.ts'
import { createDevWallet } from '../testing/dev-wallet.ts'
import { type FixtureService, startFixtureService } from '../testing/fixtures/fixture-service.ts'
import { useCreateWidget } from './use-create-widget.ts'

let service: FixtureService
beforeEach(async () => {
  service = await startFixtureService()
})
afterEach(async () => {
  vi.restoreAllMocks()
  localStorage.clear()
  await service.close()
})

const other = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const start = { input: { token: WETH, amount: '1' }, output: { token: USDC }, recipient: 'optional' } as const

function open(overrides: Partial<WidgetConfig> = {}) {
  const base = service.config({ ...start, ...overrides })
  const rendered = renderHook(({ config }) => useCreateWidget(config), {
    initialProps: { config: base },
    wrapper: StrictMode,
  })
  const widget = () => rendered.result.current
  const form = () => widget().form.getState()
  const rerender = (changes: Partial<WidgetConfig>) =>
    rendered.rerender({ config: { ...base, ...changes } as WidgetConfig })
  return {
    base,
    form,
    widget,
    rerender,
    /** Renders with a changed config, which creates another widget. */
    change(changes: Partial<WidgetConfig>) {
      const before = widget()
      rerender(changes)
      expect(widget()).not.toBe(before)
    },
    enter() {
      act(() => {
        form().selectToken('output', { chainId: form().inputChainId, token: other })
        form().setInputAmount('2.5')
        form().setSendsToRecipient(true)
        form().setRecipient(USER)
      })
    },
  }
}

const entered = {
  inputToken: WETH,
  outputToken: other,
  inputAmount: '2.5',
  outputAmount: '',
  sendsToRecipient: true,
  recipient: USER,
}
const provider = createDevWallet({ rpcUrls: {}, accounts: [USER], chainId: 31337 }).provider

describe('replaced widget', () => {
  it('keeps the entered fields when a wallet is added and removed', () => {
    const { change, enter, form } = open()
    enter()
    change({ provider })
    expect(form()).toMatchObject(entered)
    act(() => form().setOutputAmount('40'))
    expect(form()).toMatchObject({ inputAmount: '', outputAmount: '40' })
    change({})
    expect(form()).toMatchObject({ ...entered, inputAmount: '', outputAmount: '40' })
  })

  it('keeps the entered fields with another query client, and uses the form of the newest render', () => {
    const { change, enter, form } = open()
    enter()
    change({ queryClient: new QueryClient() })
    act(() => form().setInputUsd('100', '0.03'))
    change({ queryClient: new QueryClient() })
    expect(form()).toMatchObject({ ...entered, inputAmount: '0.03', inputUsd: '100' })
  })

  it('takes over the entered fields at the end of the swap it waits for', () => {
    const { enter, form, rerender, widget } = open()
    enter()
    const running = widget()
    act(() => running.navigation.getState().push('progress'))
    rerender({ provider })
    expect(widget()).toBe(running)
    act(() => form().setInputAmount('9'))
    act(() => running.navigation.getState().home())
    expect(widget()).not.toBe(running)
    expect(form()).toMatchObject({ ...entered, inputAmount: '9' })
  })

  it('omits fields that the new rules do not allow', () => {
    const { change, enter, form } = open()
    enter()
    change({ provider, tokens: { 31337: { deny: [other] } } })
    expect(form()).toMatchObject({ ...entered, outputToken: undefined })
  })

  describe('replaced widget with other chains', () => {
    const two = () => {
      const [first] = service.config().chains
      return [first, { ...first, id: 2, name: 'two' }] as unknown as WidgetConfig['chains']
    }

    it('keeps the form of a remaining chain with the slippage limit of that chain', () => {
      const { change, enter, form, widget } = open({
        chains: two(),
        input: { token: WETH },
        slippageBps: { 31337: 30, 2: 90 },
      })
      enter()
      act(() => form().selectToken('output', { chainId: 2, token: USDC, counterpart: WETH }))
      const [, second] = two()
      change({ chains: [second, two()[0]] as WidgetConfig['chains'] })
      expect(form()).toMatchObject({ ...entered, inputChainId: 2, outputChainId: 2, outputToken: USDC })
      expect(widget().settings.getState()).toMatchObject({ slippageBps: 90, isSlippageChosen: false })
    })

    it('starts from the config when the chain was removed', () => {
      const { change, form } = open({ chains: two() })
      act(() => form().selectToken('output', { chainId: 2, token: USDC, counterpart: WETH }))
      act(() => form().setInputAmount('7'))
      change({ chains: [two()[0]] as WidgetConfig['chains'] })
      expect(form()).toMatchObject({ inputChainId: 31337, inputToken: WETH, inputAmount: '1' })
    })

    it('drops an exact output when purchases are disabled', () => {
      // The integrator gets a warning about the codec.
      vi.spyOn(console, 'warn').mockImplementation(() => {})
      const { base, change, form } = open()
      act(() => form().setOutputAmount('40'))
      change({ chains: base.chains.map((chain) => ({ ...chain, codec: 'none' as const })) })
      expect(form()).toMatchObject({ inputToken: WETH, outputToken: USDC, inputAmount: '', outputAmount: '' })
    })
  })

  it.each<[string, Partial<WidgetConfig>, object]>([
    ['locks a field', { lockedFields: ['amount'] }, {}],
    ['allows sales only', { tradeType: 'sell' }, {}],
    ['allows listed tokens only', { tokenImport: false }, {}],
    ['starts with another token', { provider, output: { token: other } }, { outputToken: other }],
    [
      'sets another recipient',
      { provider, output: { token: USDC, recipient: PARTNER } },
      { recipient: PARTNER },
    ],
  ])('starts from a config that %s', (_, changes, expected) => {
    const { change, enter, form } = open()
    enter()
    act(() => form().setOutputAmount('40'))
    change(changes)
    expect(form()).toMatchObject({
      inputToken: WETH,
      outputToken: USDC,
      inputAmount: '1',
      outputAmount: '',
      recipient: undefined,
      ...expected,
    })
  })
})
