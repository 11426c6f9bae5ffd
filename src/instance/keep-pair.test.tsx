import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PARTNER, USDC, USER, WETH } from '../../wire/fixtures/addresses.ts'
import type { WidgetConfig } from '../config/types.ts'
import { useWidget } from '../hooks/use-widget.ts'
import type { FormStore } from '../store/types.ts'
import { type FixtureService, startFixtureService } from '../testing/fixtures/fixture-service.ts'
import { renderInWidget } from '../testing/pages/render-in-widget.tsx'

let service: FixtureService
beforeEach(async () => {
  service = await startFixtureService()
})
afterEach(async () => {
  cleanup()
  localStorage.clear()
  history.replaceState(null, '', '/')
  await service.close()
})

const pair = { input: { token: WETH, amount: '1' }, output: { token: USDC } } as const

function open(config: Partial<WidgetConfig>) {
  const { widget, unmount } = renderInWidget(service.config(config), useWidget)
  const form = () => {
    const { inputToken, outputToken, inputAmount } = widget.form.getState()
    return { inputToken, outputToken, inputAmount }
  }
  return { widget, form, unmount }
}

/** Waits until the lazily loaded part has run. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))

describe('page URL', () => {
  it('fills the form and overrides the initial values of the config', async () => {
    history.replaceState(null, '', `/?lang=de&input=${USDC}&output=${WETH}&amount=250.5`)
    const { form } = open({ ...pair, urlSync: true })
    await waitFor(() => expect(form()).toEqual({ inputToken: USDC, outputToken: WETH, inputAmount: '250.5' }))
    expect(location.search).toContain('lang=de')
  })

  it('restores an exact output, and a cleared amount', async () => {
    history.replaceState(null, '', '/')
    const reopened = async (change: (form: FormStore) => void) => {
      const { widget, unmount } = open({ ...pair, urlSync: true })
      await settle()
      act(() => change(widget.form.getState()))
      await act(() => new Promise((resolve) => setTimeout(resolve, 500)))
      unmount()
      const next = open({ ...pair, urlSync: true })
      await settle()
      const { inputAmount, outputAmount } = next.widget.form.getState()
      next.unmount()
      return { inputAmount, outputAmount }
    }
    expect(await reopened((form) => form.setOutputAmount('100'))).toEqual({
      inputAmount: '',
      outputAmount: '100',
    })
    expect(location.search).not.toContain('&amount')
    expect(await reopened((form) => form.setOutputAmount(''))).toEqual({ inputAmount: '', outputAmount: '' })
    expect(await reopened((form) => form.setInputAmount('3'))).toEqual({ inputAmount: '3', outputAmount: '' })
  })

  it.each([
    ['sell', '?outputAmount=5'],
    ['buy', '?amount=5'],
  ] as const)('contains no amount that a site with the trade type %s accepts', async (tradeType, query) => {
    history.replaceState(null, '', query)
    const { widget } = open({ input: { token: WETH }, output: { token: USDC }, urlSync: true, tradeType })
    await settle()
    expect(widget.form.getState()).toMatchObject({ inputAmount: '', outputAmount: '' })
  })

  it.each(['1e9', '-1', 'all'])('ignores %s as an exact output', async (amount) => {
    history.replaceState(null, '', `/?outputAmount=${amount}`)
    const { widget, form } = open({ ...pair, urlSync: true })
    await settle()
    expect(form().inputAmount).toBe('1')
    expect(widget.form.getState().outputAmount).toBe('')
  })

  it('follows the form, and keeps its other parameters', async () => {
    history.replaceState({ page: 'of the host' }, '', '/deep?lang=de#swap')
    const { widget } = open({ ...pair, urlSync: 'a-' })
    await settle()
    expect(location.search).toBe('?lang=de')
    act(() => widget.form.getState().setInputAmount('2'))
    await waitFor(() =>
      expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
        lang: 'de',
        'a-chainId': '31337',
        'a-input': WETH,
        'a-output': USDC,
        'a-amount': '2',
      }),
    )
    expect(location.hash).toBe('#swap')
    expect(history.state).toEqual({ page: 'of the host' })
  })

  it.each([
    ['no address', '?input=javascript:alert(1)'],
    ['a chain that is not offered', `?chainId=5&input=${USDC}&output=${WETH}`],
    ['the same token twice', `?input=${USDC}&output=${USDC}`],
    ['no amount', '?amount=1e9'],
    ['a token the host denies', `?input=${USER}&output=${USDC}`],
  ])('is ignored when it contains %s', async (_, query) => {
    history.replaceState(null, '', query)
    const { form } = open({ ...pair, urlSync: true, tokens: { 31337: { deny: [USER] } } })
    await settle()
    expect(form()).toEqual({ inputToken: WETH, outputToken: USDC, inputAmount: '1' })
  })

  it.each([
    ['the catalogue lists', USDC],
    ['is listed only in the config', PARTNER],
  ])('is used on a site without imports when it contains a token that %s', async (_, token) => {
    history.replaceState(null, '', `/?input=${token}&amount=2`)
    const tokens = { 31337: { featured: [PARTNER] } }
    const { form } = open({ input: pair.input, urlSync: true, tokenImport: false, tokens })
    await waitFor(() => expect(form()).toMatchObject({ inputToken: token, inputAmount: '2' }))
  })

  it('is ignored on a site without imports when it contains an unlisted token', async () => {
    history.replaceState(null, '', `/?input=${USER}&amount=2`)
    const { form } = open({ input: pair.input, urlSync: true, tokenImport: false })
    await waitFor(() =>
      expect(service.requests.some(({ body }) => JSON.stringify(body).includes(USER))).toBe(true),
    )
    await settle()
    expect(form()).toMatchObject({ inputToken: WETH, inputAmount: '1' })
  })

  it('changes no locked field, and never sets a recipient', async () => {
    history.replaceState(null, '', `/?input=${USER}&output=${USER}&amount=9&recipient=${USER}`)
    const { form, widget } = open({
      ...pair,
      urlSync: true,
      recipient: 'optional',
      lockedFields: ['output', 'amount'],
    })
    await waitFor(() => expect(form().inputToken).toBe(USER))
    expect(form()).toMatchObject({ outputToken: USDC, inputAmount: '1' })
    expect(widget.form.getState().recipient).toBeUndefined()
  })

  it('is not read or written without `urlSync`', async () => {
    history.replaceState(null, '', `/?input=${USDC}`)
    const { widget, form } = open(pair)
    await settle()
    expect(form().inputToken).toBe(WETH)
    act(() => widget.form.getState().setInputAmount('2'))
    await act(() => new Promise((resolve) => setTimeout(resolve, 500)))
    expect(location.search).toBe(`?input=${USDC}`)
  })
})

describe('stored tokens', () => {
  it('are restored without the amount when the config sets none', async () => {
    const first = open({ persistTokens: true })
    await settle()
    await act(() => first.widget.setFields({ input: { token: USDC }, output: { token: WETH }, amount: '7' }))
    first.unmount()
    expect(Object.keys(localStorage)).toEqual(['sluice:sluice-test:pair'])
    const { form } = open({ persistTokens: true })
    await waitFor(() => expect(form()).toEqual({ inputToken: USDC, outputToken: WETH, inputAmount: '' }))
  })

  it('are restored for an amount that was typed during loading', async () => {
    localStorage.setItem('sluice:acme:pair', JSON.stringify({ chainId: 31337, input: WETH, output: USDC }))
    const { widget, form } = open({ persistTokens: true, storageKey: 'acme' })
    act(() => widget.form.getState().setInputAmount('2.5'))
    await waitFor(() => expect(form()).toEqual({ inputToken: WETH, outputToken: USDC, inputAmount: '2.5' }))
  })

  it('are ignored when the config sets a token', async () => {
    localStorage.setItem('sluice:sluice-test:pair', JSON.stringify({ chainId: 31337, input: USDC }))
    const { form } = open({ ...pair, persistTokens: true })
    await settle()
    expect(form().inputToken).toBe(WETH)
  })

  it.each(['', 'not json', '{"chainId":"1"}', '{"chainId":5,"input":"0x12"}'])(
    'are ignored when storage contains %j',
    async (stored) => {
      localStorage.setItem('sluice:sluice-test:pair', stored)
      const { form } = open({ persistTokens: true })
      await settle()
      expect(form()).toEqual({ inputToken: undefined, outputToken: undefined, inputAmount: '' })
    },
  )
})

describe('late link', () => {
  it('changes nothing once the user entered an amount or a recipient', async () => {
    for (const enter of [
      (form: FormStore) => form.setOutputAmount('5'),
      (form: FormStore) => form.setRecipient(USER),
      (form: FormStore) => form.setInputUsd('', undefined),
    ]) {
      history.replaceState(null, '', `/?input=${USDC}&output=${WETH}&amount=250.5`)
      const { widget, form, unmount } = open({ ...pair, urlSync: true, recipient: 'optional' })
      act(() => enter(widget.form.getState()))
      await settle()
      expect(form()).toMatchObject({ inputToken: WETH, outputToken: USDC })
      unmount()
    }
  })

  it('does not move a locked token to the other side', async () => {
    history.replaceState(null, '', `/?input=${USDC}`)
    const { form } = open({ ...pair, urlSync: true, lockedFields: ['output'] })
    await settle()
    expect(form()).toMatchObject({ inputToken: WETH, outputToken: USDC })
  })
})

describe('setFields', () => {
  it('clears an output or USD amount that was typed when it sets an input amount', async () => {
    const { widget } = open(pair)
    act(() => widget.form.getState().setOutputAmount('5'))
    await act(() => widget.setFields({ amount: '10' }))
    expect(widget.form.getState()).toMatchObject({ inputAmount: '10', outputAmount: '' })
    act(() => widget.form.getState().setInputUsd('100', '0.03'))
    await act(() => widget.setFields({ amount: '10' }))
    expect(widget.form.getState()).toMatchObject({ inputAmount: '10', inputUsd: '' })
    act(() => widget.form.getState().setInputUsd('100', '0.03'))
    await act(() => widget.setFields({ input: { token: USER } }))
    expect(widget.form.getState()).toMatchObject({ inputToken: USER, inputAmount: '', inputUsd: '' })
  })

  it('sets the given fields and keeps the others', async () => {
    const { widget, form } = open({ ...pair, recipient: 'optional' })
    await act(() => widget.setFields({ amount: '3.5' }))
    expect(form()).toEqual({ inputToken: WETH, outputToken: USDC, inputAmount: '3.5' })
    await act(() => widget.setFields({ output: { token: USER }, recipient: USER }))
    expect(form()).toEqual({ inputToken: WETH, outputToken: USER, inputAmount: '3.5' })
    expect(widget.form.getState()).toMatchObject({ sendsToRecipient: true, recipient: USER })
    await act(() => widget.setFields({ recipient: null }))
    expect(widget.form.getState()).toMatchObject({ sendsToRecipient: false, recipient: undefined })
  })

  it('clears the other side when it has the same token or another chain', async () => {
    const base = service.config(pair)
    const chains = [...base.chains, { ...base.chains[0]!, id: 2, name: 'two' }]
    const { widget, form } = open({ ...pair, chains })
    await act(() => widget.setFields({ input: { token: USDC } }))
    expect(form()).toMatchObject({ inputToken: USDC, outputToken: undefined })
    await act(() => widget.setFields({ output: { chainId: 2, token: WETH } }))
    expect(widget.form.getState()).toMatchObject({
      inputChainId: 2,
      inputToken: undefined,
      outputChainId: 2,
      outputToken: WETH,
    })
  })

  it('sets an amount or a recipient while the chosen pair is not offered', async () => {
    const forbiddenPairs = [{ chainId: 31337, input: USDC, output: WETH }] as const
    const { widget } = open({ ...pair, forbiddenPairs, recipient: 'optional' })
    act(() => widget.form.getState().selectToken('input', { chainId: 31337, token: USDC }))
    await act(() => widget.setFields({ amount: '5' }))
    await act(() => widget.setFields({ recipient: USER }))
    expect(widget.form.getState()).toMatchObject({ inputAmount: '5', recipient: USER })
    await expect(widget.setFields({ output: { token: WETH } })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
    })
  })

  it('replaces a locked recipient, but does not remove it', async () => {
    const output = { ...pair.output, recipient: USER }
    const { widget } = open({ ...pair, output, recipient: 'optional', lockedFields: ['recipient'] })
    await act(() => widget.setFields({ recipient: WETH }))
    expect(widget.form.getState()).toMatchObject({ sendsToRecipient: true, recipient: WETH })
    await expect(widget.setFields({ recipient: null })).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
    expect(widget.form.getState()).toMatchObject({ sendsToRecipient: true, recipient: WETH })
  })

  it.each<[string, object]>([
    ['input.token', { input: { token: 'USDC' }, amount: '2' }],
    ['output.token', { input: { token: USDC }, output: { token: USDC } }],
    ['output.chainId', { input: { chainId: 31337 }, output: { chainId: 1 } }],
    ['amount', { inputAmount: '2' }],
    ['recipient', { recipient: USER }],
    ['input.amount', { amount: '1e3' }],
    ['input.tokn', { input: { tokn: USDC } }],
    ['output.amount', { output: { amount: '1' } }],
  ])('rejects an invalid %s, and changes nothing', async (_, fields) => {
    const { widget, form } = open(pair)
    await expect(widget.setFields(fields)).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
    expect(form()).toEqual({ inputToken: WETH, outputToken: USDC, inputAmount: '1' })
  })
})
