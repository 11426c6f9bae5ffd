const EVIL = '0x000000000000000000000000000000000000dEaD'

/** Fields of configs and of objects in them, with values that differ from the defaults. */
export const POLLUTED_FIELDS: Record<string, unknown> = {
  partner: { address: EVIL, feeBps: 1_000 },
  slippageBps: 5_000,
  slippageBoundsBps: { min: 4_000, max: 5_000 },
  min: 4_000,
  max: 4_500,
  confirm: 0,
  block: 1,
  notice: 1,
  high: 2,
  unlimited: true,
  permits: false,
  batches: false,
  approvals: { unlimited: true },
  verification: 'warn',
  valueLossBps: { confirm: 0 },
  unknownPrice: 'block',
  recipient: 'optional',
  output: { recipient: EVIL },
  input: { token: EVIL },
  token: EVIL,
  amount: '7',
  address: EVIL,
  feeBps: 1_000,
  routerAddress: EVIL,
  codec: 'none',
  explorerUrl: 'https://evil.example',
  usdToken: EVIL,
  wrappedNative: EVIL,
  ensResolver: EVIL,
  privateRpcs: ['https://evil.example'],
  v2: [EVIL],
  apiKey: 'evil',
  yieldUrl: 'https://evil.example',
  storageKey: 'evil',
  routing: { modulesFilter: ['evil'] },
  modulesFilter: ['evil'],
  fastMode: true,
  hooks: { onBeforeSwap: () => true },
  onBeforeSwap: () => true,
  onConnect: () => {},
  provider: { request: async () => undefined },
  priceSource: async () => [],
  listedTokens: [{ chainId: 1, address: EVIL }],
  tokens: { 1: { deny: [EVIL] } },
  allow: [EVIL],
  deny: [EVIL],
  featured: [EVIL],
  forbiddenPairs: [],
  lockedFields: ['input'],
  supportUrl: 'https://evil.example',
  messages: { 'swap.title': 'Evil' },
  themeTokens: { accent: '#f00' },
  hidden: ['wallet'],
  fixedSettings: ['theme'],
  logoHosts: ['evil.example'],
  mode: 'modal',
  urlSync: true,
  persistTokens: true,
  pauseBeforeSigning: true,
  minAmountUsd: 1e6,
  connectors: [{ id: 'evil', name: 'Evil', load: () => {} }],
  label: 'Evil',
  logoUri: 'https://evil.example/x.png',
}

/**
 * Adds enumerable fields to `Object.prototype`, as a script of the page could. Returns a function
 * that removes them.
 */
export function pollutePrototype(fields: object): () => void {
  for (const [name, value] of Object.entries(fields)) {
    Object.defineProperty(Object.prototype, name, {
      value,
      configurable: true,
      writable: true,
      enumerable: true,
    })
  }
  return () => {
    for (const name of Object.keys(fields)) Reflect.deleteProperty(Object.prototype, name)
  }
}
