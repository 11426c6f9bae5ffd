import { describe, expect, it } from 'vitest'

/** Values that leave the package. A change here is a change for every host: say so in the changelog. */
const promised = {
  index: ['ERROR_CODES', 'NATIVE_TOKEN', 'SluiceError', 'SwapWidget', 'SwapWidgetSkeleton', 'THEME_CONTRACT'],
  embed: ['create', 'defineSwapElement'],
  client: ['ERROR_CODES', 'NATIVE_TOKEN', 'SluiceError', 'createClients', 'formatAmount', 'parseAmount'],
  testing: ['createDevWallet', 'devWalletScript'],
}

const entries: Record<keyof typeof promised, () => Promise<object>> = {
  index: () => import('./index.ts'),
  embed: () => import('./embed.ts'),
  client: () => import('./client.ts'),
  testing: () => import('./testing.ts'),
}

// Runs in Node: an entry that needs a browser merely to be imported breaks a host that renders on a server.
describe.each(Object.entries(promised))('the entry %s', (name, names) => {
  it('exports what was promised, and loads without a browser', async () => {
    const entry = await entries[name as keyof typeof promised]()
    expect(Object.keys(entry).sort()).toEqual(names)
  })
})
