import { afterEach, describe, expect, it } from 'vitest'
import { formOfConfig } from '../instance/apply-config.ts'
import { withSettings } from '../store/with-settings.ts'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { POLLUTED_FIELDS, pollutePrototype } from '../testing/pollute-prototype.ts'
import { resolveConfig } from './resolve-config.ts'
import { resolveFields } from './resolve-fields.ts'

let clean = () => {}
afterEach(() => clean())

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

  it.each(Object.entries(POLLUTED_FIELDS))('adds no inherited %s to a config', (name, value) => {
    const expected = resolveConfig(withParts)
    clean = pollutePrototype({ [name]: value })
    expect({ ...resolveConfig(withParts) }).toEqual(expected)
  })

  it.each([
    ['without these fields', {}],
    ['with empty fields', { routing: {}, hooks: {}, tokens: {}, messages: {}, themeTokens: {} }],
    [
      'with other fields',
      {
        routing: { fastMode: true },
        hooks: { onBeforeApproval: () => true },
        messages: { 'swap.title': 'Mine' },
        themeTokens: { radius: '8px' },
      },
    ],
  ])('leaves no inherited field to be read from objects of a config %s', (_, given) => {
    const bare = { ...config, ...given, lockedFields: [] } as typeof config
    const resolved = resolveConfig(bare)
    for (const part of [
      resolved.routing,
      withSettings(resolved, { deadlineSeconds: undefined, modulesDisabled: ['a'] }).routing,
      resolved.hooks,
      resolved.tokens,
      resolved.messages,
      resolved.themeTokens,
    ]) {
      expect(Object.getPrototypeOf(part)).toBeNull()
    }
  })

  it('adds no inherited field to a config or to fields that are set later', () => {
    const expected = resolveConfig(withParts)
    const form = formOfConfig(expected)
    const fields = resolveFields({}, form, expected)
    clean = pollutePrototype(POLLUTED_FIELDS)
    expect({ ...resolveConfig(withParts) }).toEqual(expected)
    expect(resolveFields({}, form, expected)).toEqual(fields)
  })
})
