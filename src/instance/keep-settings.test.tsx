import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resolveConfig } from '../config/resolve-config.ts'
import type { WidgetConfig } from '../config/types.ts'
import { createFormStore } from '../store/create-form-store.ts'
import { createSettingsStore } from '../store/create-settings-store.ts'
import { createValueStore } from '../store/create-value-store.ts'
import { hostSettings } from '../store/host-settings.ts'
import type { SettingsState } from '../store/types.ts'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { USDC, WETH } from '../testing/fixtures/fixture-tokens.ts'
import { formOfConfig } from './apply-config.ts'
import { keepSettings } from './keep-settings.ts'

const KEY = `sluice:${FIXTURE_CONFIG.integrator}:settings`

/** The settings of a widget that starts with this text in the browser's storage. */
function restore(stored: unknown, host: Partial<WidgetConfig> = {}) {
  localStorage.setItem(KEY, typeof stored === 'string' ? stored : JSON.stringify(stored))
  const resolved = resolveConfig({ ...FIXTURE_CONFIG, ...host })
  const form = createFormStore(formOfConfig(resolved))
  const config = createValueStore(resolved)
  const settings = createSettingsStore(hostSettings(resolved, form.getState().inputChainId))
  stop = keepSettings({ settings, config, form })
  return settings
}

let stop = () => {}
beforeEach(() => localStorage.clear())
afterEach(() => {
  stop()
  localStorage.clear()
})

describe('stored setting', () => {
  it.each<[string, object | string, Partial<WidgetConfig>, Partial<SettingsState>]>([
    ['a limit within the bounds', { slippageBps: 120 }, {}, { slippageBps: 120, isSlippageChosen: true }],
    ['a limit above the host’s maximum', { slippageBps: 5_000 }, bounds(10, 300), { slippageBps: 300 }],
    ['a limit below the host’s minimum', { slippageBps: 0 }, bounds(10, 300), { slippageBps: 10 }],
    ['a limit above any maximum', { slippageBps: 5_001 }, {}, { slippageBps: 50, isSlippageChosen: false }],
    ['a negative limit', { slippageBps: -1 }, {}, { slippageBps: 50 }],
    ['a fraction as limit', { slippageBps: 50.5 }, {}, { slippageBps: 50 }],
    ['a text as limit', { slippageBps: '4000' }, {}, { slippageBps: 50 }],
    ['a list as limit', { slippageBps: [4_000] }, {}, { slippageBps: 50 }],
    ['an exponent as limit', '{"slippageBps":4e3}', bounds(10, 300), { slippageBps: 300 }],
    ['a limit that the host fixed', { slippageBps: 200 }, fixed('slippageBps'), { slippageBps: 50 }],
    [
      'an automatic limit when the host fixed the limit',
      { isSlippageAuto: true },
      fixed('slippageBps'),
      { isSlippageAuto: false },
    ],
    [
      'a high start of an automatic limit',
      { isSlippageAuto: true, slippageBps: 5_000 },
      {},
      { isSlippageAuto: true, slippageBps: 50 },
    ],
    [
      'no pause when the host requires one',
      { pauseBeforeSigning: false },
      { pauseBeforeSigning: true },
      { pauseBeforeSigning: true },
    ],
    ['a pause', { pauseBeforeSigning: true }, {}, { pauseBeforeSigning: true }],
    [
      'a number as pause',
      { pauseBeforeSigning: 0 },
      { pauseBeforeSigning: true },
      { pauseBeforeSigning: true },
    ],
    [
      'unlimited approvals when the host allows exact ones only',
      { unlimitedApprovals: true },
      {},
      { unlimitedApprovals: false },
    ],
    [
      'unlimited approvals when the host allows them',
      { unlimitedApprovals: true },
      { approvals: { unlimited: true } },
      { unlimitedApprovals: true },
    ],
    [
      'a text as unlimited approvals',
      { unlimitedApprovals: 'true' },
      { approvals: { unlimited: true } },
      { unlimitedApprovals: false },
    ],
    ['a deadline of an hour', { deadlineSeconds: 3_600 }, {}, { deadlineSeconds: 3_600 }],
    ['a deadline of a week', { deadlineSeconds: 604_800 }, {}, { deadlineSeconds: undefined }],
    ['a deadline of a second', { deadlineSeconds: 1 }, {}, { deadlineSeconds: undefined }],
    [
      'a deadline that the host fixed',
      { deadlineSeconds: 60 },
      fixed('deadlineSeconds'),
      { deadlineSeconds: undefined },
    ],
    ['an unknown theme', { theme: 'blue' }, {}, { theme: 'system' }],
    ['an unknown language', { language: '../../en' }, {}, { language: undefined }],
    ['an invalid module id', { modulesDisabled: ['a b', {}] }, {}, { modulesDisabled: [] }],
    [
      'a bookmark with an invalid address',
      { bookmarks: [{ address: '0x12', label: 'me' }] },
      {},
      { bookmarks: [] },
    ],
    [
      'a bookmark whose label contains a direction mark',
      { bookmarks: [{ address: USDC.address, label: 'My\u202ewallet' }] },
      {},
      { bookmarks: [] },
    ],
    [
      'a bookmark with a label that is too long',
      { bookmarks: [{ address: USDC.address, label: 'x'.repeat(41) }] },
      {},
      { bookmarks: [] },
    ],
    ['too many recipients', { recentRecipients: Array(6).fill(WETH.address) }, {}, { recentRecipients: [] }],
    ['a list instead of the settings', [{ slippageBps: 200 }], {}, { slippageBps: 50 }],
    ['null instead of the settings', 'null', {}, { slippageBps: 50 }],
    ['no JSON', '{"slippageBps":200', {}, { slippageBps: 50 }],
    ['derived state', { slippageReasons: {}, isSlippageChosen: true }, {}, { isSlippageChosen: false }],
    ['a prototype', '{"__proto__":{"slippageBps":200}}', {}, { slippageBps: 50 }],
  ])('restores %s as the host allows', (_, stored, host, expected) => {
    expect(restore(stored, host).getState()).toMatchObject(expected)
  })

  it('is kept beside an invalid one', () => {
    const stored = { slippageBps: 120, theme: 'blue', deadlineSeconds: 'soon', language: 'de' }
    const settings = restore({ ...stored, bookmarks: 1, recentRecipients: [WETH.address] })
    expect(settings.getState()).toMatchObject({
      slippageBps: 120,
      theme: 'system',
      deadlineSeconds: undefined,
      language: 'de',
      bookmarks: [],
      recentRecipients: [WETH.address],
    })
    settings.setState({ theme: 'dark' })
    expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual({
      slippageBps: 120,
      theme: 'dark',
      language: 'de',
      recentRecipients: [WETH.address],
    })
  })

  it('is a list without its invalid entries', () => {
    const mine = { address: USDC.address, label: 'mine' }
    const settings = restore({
      bookmarks: [{ address: '0x12', label: 'short' }, mine, null],
      recentRecipients: ['0x12', WETH.address],
      modulesDisabled: ['uniswap_v2', ''],
    })
    expect(settings.getState()).toMatchObject({
      bookmarks: [mine],
      recentRecipients: [WETH.address],
      modulesDisabled: ['uniswap_v2'],
    })
  })

  it('is read from own properties only', () => {
    Object.assign(Object.prototype, { slippageBps: 200, unlimitedApprovals: true })
    try {
      const settings = restore({ theme: 'dark' }, { approvals: { unlimited: true } })
      expect(settings.getState()).toMatchObject({ slippageBps: 50, unlimitedApprovals: false, theme: 'dark' })
    } finally {
      for (const name of ['slippageBps', 'unlimitedApprovals']) Reflect.deleteProperty(Object.prototype, name)
    }
  })

  it('stays in storage when the host does not allow it, for a host that does', () => {
    const settings = restore({ unlimitedApprovals: true, deadlineSeconds: 600 })
    settings.setState({ theme: 'dark' })
    expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual({
      unlimitedApprovals: true,
      deadlineSeconds: 600,
      theme: 'dark',
    })
  })

  it('changes nothing in a running widget when another tab writes it', () => {
    const settings = restore({})
    const newValue = JSON.stringify({ slippageBps: 5_000, unlimitedApprovals: true })
    localStorage.setItem(KEY, newValue)
    window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue, storageArea: localStorage }))
    expect(settings.getState()).toMatchObject({ slippageBps: 50, unlimitedApprovals: false })
  })
})

function bounds(min: number, max: number): Partial<WidgetConfig> {
  return { slippageBoundsBps: { min, max } }
}

function fixed(...fixedSettings: NonNullable<WidgetConfig['fixedSettings']>): Partial<WidgetConfig> {
  return { fixedSettings }
}
