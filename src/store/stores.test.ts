import { describe, expect, it, vi } from 'vitest'
import { resolveConfig } from '../config/resolve-config.ts'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { chosenRecipient } from './chosen-recipient.ts'
import { createFormStore } from './create-form-store.ts'
import { createNavigationStore } from './create-navigation-store.ts'
import { createSettingsStore } from './create-settings-store.ts'
import { hostSettings } from './host-settings.ts'
import { withRecentRecipient } from './kept-recipients.ts'
import type { FormState } from './types.ts'

const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const DAI = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const pair: FormState = {
  inputChainId: 1,
  inputToken: WETH,
  outputChainId: 1,
  outputToken: USDC,
  inputAmount: '1.5',
  outputAmount: '',
  sendsToRecipient: false,
  recipient: undefined,
}

describe('selecting a token', () => {
  it('replaces the token of that side and keeps the rest', () => {
    const form = createFormStore(pair)
    form.getState().selectToken('output', { chainId: 1, token: DAI })
    expect(form.getState()).toMatchObject({ ...pair, outputToken: DAI })
  })

  it('of another chain moves the other side to its counterpart, or clears it', () => {
    const form = createFormStore(pair)
    form.getState().selectToken('output', { chainId: 10, token: DAI, counterpart: USDC })
    expect(form.getState()).toMatchObject({ inputChainId: 10, inputToken: USDC, outputToken: DAI })
    form.getState().selectToken('input', { chainId: 1, token: WETH })
    expect(form.getState()).toMatchObject({ inputToken: WETH, outputChainId: 1, outputToken: undefined })
  })

  it.each([
    ['input', USDC.toLowerCase()],
    ['output', WETH.toLowerCase()],
  ] as const)('flips the pair when it is the token of the other side: %s', (side, token) => {
    const form = createFormStore(pair)
    form.getState().selectToken(side, { chainId: 1, token: token as `0x${string}` })
    expect(form.getState()).toMatchObject({ inputToken: USDC, outputToken: WETH, inputAmount: '' })
  })

  it('of another chain clears the other side', () => {
    const form = createFormStore(pair)
    form.getState().selectToken('input', { chainId: 8453, token: WETH })
    expect(form.getState()).toMatchObject({
      inputChainId: 8453,
      inputToken: WETH,
      outputChainId: 8453,
      outputToken: undefined,
    })
  })
})

describe('the form', () => {
  it('clears typed dollars when either token changes', () => {
    const form = createFormStore(pair)
    form.getState().setInputUsd('100', '0.03')
    form.getState().selectToken('output', { chainId: 8453, token: USDC, counterpart: WETH })
    expect(form.getState()).toMatchObject({ inputChainId: 8453, inputAmount: '', inputUsd: '' })
  })

  it('flips and flips back', () => {
    const form = createFormStore(pair)
    form.getState().flip({ inputAmount: '', outputAmount: '1.5' })
    expect(form.getState()).toMatchObject({
      inputToken: USDC,
      outputToken: WETH,
      inputAmount: '',
      outputAmount: '1.5',
    })
    form.getState().flip({ inputAmount: '1.5', outputAmount: '' })
    expect(form.getState()).toMatchObject(pair)
  })

  it('stores one typed amount: the input or the output', () => {
    const form = createFormStore(pair)
    form.getState().setOutputAmount('4500')
    expect(form.getState()).toMatchObject({ inputAmount: '', outputAmount: '4500' })
    form.getState().setInputAmount('2')
    expect(form.getState()).toMatchObject({ inputAmount: '2', outputAmount: '' })
  })

  it('keeps dollars as the unit, and the typed dollars only while they match the amount', () => {
    const form = createFormStore(pair)
    form.getState().setInputUsd('1000', '0.41')
    expect(form.getState()).toMatchObject({ inputUsd: '1000', inputAmount: '0.41' })
    form.getState().setInputAmount('2')
    expect(form.getState()).toMatchObject({ inputUsd: '', inputAmount: '2' })
    form.getState().setInputUsd('1000', '0.41')
    form.getState().selectToken('input', { chainId: 1, token: DAI })
    expect(form.getState()).toMatchObject({ inputUsd: '', inputAmount: '' })
    form.getState().setInputUsd('5', '5')
    form.getState().setInputUsd(undefined)
    expect(form.getState()).toMatchObject({ inputUsd: undefined, inputAmount: '5' })
  })

  it('keeps the recipient while sending to it is disabled', () => {
    const form = createFormStore(pair)
    form.getState().setSendsToRecipient(true)
    form.getState().setRecipient(DAI)
    expect(chosenRecipient(form.getState(), { recipient: 'optional' })).toEqual({
      isWanted: true,
      recipient: DAI,
    })
    form.getState().setSendsToRecipient(false)
    expect(form.getState().recipient).toBe(DAI)
    expect(chosenRecipient(form.getState(), { recipient: 'optional' })).toEqual({
      isWanted: false,
      recipient: undefined,
    })
  })

  it.each([
    ['hidden', { isWanted: false, recipient: undefined }],
    ['required', { isWanted: true, recipient: DAI }],
  ] as const)('applies the recipient mode of the config: %s', (recipient, chosen) => {
    for (const sendsToRecipient of [true, false]) {
      expect(chosenRecipient({ sendsToRecipient, recipient: DAI }, { recipient })).toEqual(chosen)
    }
  })

  it('can be reset', () => {
    const form = createFormStore(pair)
    form.getState().setInputAmount('9')
    form.getState().reset(pair)
    expect(form.getState()).toMatchObject(pair)
  })

  it('shares no state with another form', () => {
    const [one, two] = [createFormStore(pair), createFormStore(pair)]
    one.getState().setInputAmount('9')
    expect(two.getState().inputAmount).toBe('1.5')
  })
})

describe('navigation', () => {
  it('moves forward, back and home, and never below the first page', () => {
    const navigation = createNavigationStore()
    const { push, back, home } = navigation.getState()
    push('review')
    push('progress')
    back()
    expect(navigation.getState().stack).toEqual(['swap', 'review'])
    home()
    back()
    expect(navigation.getState().stack).toEqual(['swap'])
  })

  it('ignores a push of the current page', () => {
    const navigation = createNavigationStore()
    const changed = vi.fn()
    navigation.getState().push('review')
    navigation.subscribe(changed)
    navigation.getState().push('review')
    expect(navigation.getState().stack).toEqual(['swap', 'review'])
  })
})

describe('settings', () => {
  it("store the user's choices", () => {
    const settings = createSettingsStore(hostSettings(resolveConfig(FIXTURE_CONFIG), 31_337))
    settings.getState().setSlippageBps(100)
    settings.getState().setTheme('dark')
    expect(settings.getState()).toMatchObject({ slippageBps: 100, theme: 'dark' })
  })

  it('store the last five recipients once each, newest first', () => {
    const settings = createSettingsStore(hostSettings(resolveConfig(FIXTURE_CONFIG), 31_337))
    const addRecentRecipient = (recipient: `0x${string}`) =>
      settings.setState((state) => withRecentRecipient(state, recipient))
    const all = [1, 2, 3, 4, 5, 6].map((digit) => `0x${`${digit}`.repeat(39)}a` as const)
    for (const recipient of all) addRecentRecipient(recipient)
    addRecentRecipient(all[3]?.replace('a', 'A') as `0x${string}`)
    expect(settings.getState().recentRecipients).toEqual([
      all[3]?.replace('a', 'A'),
      all[5],
      all[4],
      all[2],
      all[1],
    ])
  })
})
