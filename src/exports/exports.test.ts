import { describe, expect, it } from 'vitest'

/**
 * The exported values of the package. A change here affects every host: document it in the
 * changelog.
 */
const promised = {
  index: [
    'ERROR_CODES',
    'NATIVE_TOKEN',
    'SluiceError',
    'SwapWidget',
    'SwapWidgetSkeleton',
    'THEME_CONTRACT',
    'useWidgetEvents',
  ],
  embed: ['create', 'defineSwapElement'],
  client: [
    'ERROR_CODES',
    'NATIVE_TOKEN',
    'SluiceError',
    'createClients',
    'formatAmount',
    'parseAmount',
    'verifyReceipt',
  ],
  analytics: ['forwardToDataLayer', 'forwardToTrack', 'forwardToWebhook'],
  doctor: ['doctor'],
  themes: ['THEME_CONTRACT', 'accentTheme', 'contrast', 'neutral', 'sharp', 'soft', 'terminal', 'warm'],
  testing: [
    'EVENT_FIXTURES',
    'MOCK_SCENARIOS',
    'TOKEN_FIXTURES',
    'createDevWallet',
    'createMockService',
    'devWalletScript',
    'errorFixture',
    'failedSwapFixture',
    'startSandbox',
    'swapWidget',
  ],
}

const entries: Record<keyof typeof promised, () => Promise<object>> = {
  index: () => import('./index.ts'),
  embed: () => import('./embed.ts'),
  client: () => import('./client.ts'),
  analytics: () => import('./analytics.ts'),
  doctor: () => import('./doctor.ts'),
  themes: () => import('./themes.ts'),
  testing: () => import('./testing.ts'),
}

// Runs in Node, because an entry that needs a browser on import breaks server rendering.
describe.each(Object.entries(promised))('entry %s', (name, names) => {
  it('exports the documented values, and loads without a browser', async () => {
    const entry = await entries[name as keyof typeof promised]()
    expect(Object.keys(entry).sort()).toEqual(names)
  })
})
