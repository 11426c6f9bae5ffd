import { afterEach, describe, expect, it } from 'vitest'
import { formOfConfig } from '../instance/apply-config.ts'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { pollutePrototype } from '../testing/pollute-prototype.ts'
import { resolveConfig } from './resolve-config.ts'
import { resolveFields } from './resolve-fields.ts'

const EVIL = '0x000000000000000000000000000000000000dEaD'
let clean = () => {}
afterEach(() => clean())

/** Values that differ from the defaults, by the fields of configs and of objects in them. */
const FIELDS: Record<string, unknown> = {
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

describe('polluted Object.prototype', () => {
  const { output: _output, ...config } = FIXTURE_CONFIG
  const withParts = {
    ...config,
    approvals: {},
    valueLossBps: {},
    impactBps: {},
    routing: {},
    hooks: {},
    tokens: { [config.chains[0]!.id]: {} },
    chains: config.chains.map(({ id, name, rpcUrls }) => ({ id, name, rpcUrls, priceFactories: {} })),
  } as never

  it.each(Object.entries(FIELDS))('adds no inherited %s to a config', (name, value) => {
    const expected = resolveConfig(withParts)
    clean = pollutePrototype({ [name]: value })
    expect({ ...resolveConfig(withParts) }).toEqual(expected)
  })

  it('adds no inherited field to a config or to fields that are set later', () => {
    const expected = resolveConfig(withParts)
    const form = formOfConfig(expected)
    const fields = resolveFields({}, form, expected)
    clean = pollutePrototype(FIELDS)
    expect({ ...resolveConfig(withParts) }).toEqual(expected)
    expect(resolveFields({}, form, expected)).toEqual(fields)
  })
})
