import { afterEach, describe, expect, it, vi } from 'vitest'
import { SluiceError } from '../errors/sluice-error.ts'
import { LANGUAGES } from '../i18n/languages.ts'
import { changedLiveFields, needsRebuild } from './config-changes.ts'
import { howItChanges } from './live-fields.ts'
import { CONFIG_FIELDS, resolveConfig } from './resolve-config.ts'
import type { SwapRequest, WidgetConfig } from './types.ts'
import { WRAPPED_NATIVE } from './wrapped-native.ts'

const ROUTER = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const chain = { id: 1, name: 'ethereum', rpcUrls: ['https://rpc.example'] }
const config: WidgetConfig = {
  integrator: 'my-dapp',
  baseUrl: 'https://api.example/router/',
  tokensUrl: 'https://api.example/tokens',
  exchangeRatesUrl: 'https://api.example/rates',
  chains: [chain],
}

/** A config as an untyped page could pass it. */
const withField = (field: string, value: unknown) => ({ ...config, [field]: value }) as WidgetConfig
const sentTo = (recipient: string): WidgetConfig => ({
  ...config,
  recipient: 'optional',
  output: { token: TOKEN, recipient },
})

function getMistake(mistaken: WidgetConfig): SluiceError {
  try {
    resolveConfig(mistaken)
  } catch (error) {
    if (error instanceof SluiceError) return error
  }
  return expect.unreachable('The config was accepted')
}

describe('optional fields', () => {
  it('have defaults', () => {
    expect(resolveConfig({ ...config, locale: 'de' })).toEqual({
      integrator: 'my-dapp',
      storageKey: 'my-dapp',
      apiKey: undefined,
      baseUrl: 'https://api.example/router',
      yieldUrl: undefined,
      tokensUrl: 'https://api.example/tokens',
      exchangeRatesUrl: 'https://api.example/rates',
      chains: [
        {
          ...chain,
          label: 'ethereum',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          routerAddress: undefined,
          codec: 'sluice',
          explorerUrl: undefined,
          ensResolver: '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe',
          privateRpcs: [],
          usdToken: undefined,
          wrappedNative: WRAPPED_NATIVE[1],
          priceFactories: undefined,
        },
      ],
      input: { chainId: 1, token: undefined, amount: '' },
      output: { chainId: 1, token: undefined, amount: '' },
      tradeType: 'both',
      lockedFields: [],
      slippageBps: 50,
      slippageBoundsBps: { min: 0, max: 5_000 },
      valueLossBps: { warn: 500, confirm: 500, block: undefined },
      impactBps: { notice: 100, high: 500 },
      pauseBeforeSigning: false,
      approvals: { unlimited: false, permits: true, batches: true },
      unknownPrice: 'confirm',
      minAmountUsd: 0,
      hooks: {},
      urlSync: undefined,
      persistTokens: false,
      notifyEnd: 'title',
      onConnect: undefined,
      connectors: [],
      provider: undefined,
      partner: {},
      routing: {},
      priceRefreshMs: 10_000,
      deadlineSeconds: 300,
      quoteToleranceBps: 10,
      verification: 'enforce',
      recipient: 'hidden',
      mode: 'inline',
      theme: 'system',
      themeTokens: {},
      font: 'sluice',
      hidden: [],
      fixedSettings: [],
      locale: 'de',
      languages: LANGUAGES,
      messages: {},
      priceSource: undefined,
      listedTokens: undefined,
      tokens: {},
      tokenImport: true,
      forbiddenPairs: [],
      logoHosts: ['api.example'],
      supportUrl: undefined,
      wagmiConfig: undefined,
      queryClient: undefined,
    })
  })

  it('include an initial recipient when the config allows one', () => {
    for (const recipient of ['optional', 'required'] as const) {
      const given = {
        ...config,
        recipient,
        output: { recipient: ROUTER },
        lockedFields: ['recipient'] as const,
      }
      expect(resolveConfig(given).output.recipient).toBe(ROUTER)
    }
  })

  it('include the chain of the output when only that is set', () => {
    const chains = [chain, { ...chain, id: 8453, name: 'base' }]
    expect(resolveConfig({ ...config, chains, output: { chainId: 8453 } }).input.chainId).toBe(8453)
  })

  it('accept undefined, even for an unknown name', () => {
    const written = { ...config, locale: 'de', apiKey: undefined, children: undefined }
    expect(resolveConfig(written as unknown as WidgetConfig)).toEqual(
      resolveConfig({ ...config, locale: 'de' }),
    )
  })

  it('accept undefined in each optional field of an inner object', () => {
    const inner = {
      themeTokens: { accent: undefined },
      messages: {
        'swap.pay': undefined,
        'tokens.found': { one: undefined, other: '{count} tokens' },
        de: { 'swap.pay': undefined },
      },
      tokens: { 1: { allow: undefined, input: { deny: undefined } } },
      input: { chainId: undefined, token: undefined, amount: undefined },
      impactBps: { warn: undefined },
      slippageBoundsBps: { min: undefined, max: undefined },
      hooks: { onBeforeSwap: undefined },
      connectors: [{ id: 'own', name: 'Own', icon: undefined, load: () => () => undefined }],
    }
    expect(() => resolveConfig({ ...config, ...inner } as unknown as WidgetConfig)).not.toThrow()
  })

  it('have a default slippage inside the bounds', () => {
    expect(resolveConfig({ ...config, slippageBoundsBps: { max: 30 } }).slippageBps).toBe(30)
    expect(resolveConfig({ ...config, slippageBoundsBps: { min: 80 } }).slippageBps).toBe(80)
  })

  it('accept values by chain, and have the default for other chains', () => {
    const partner = { address: ROUTER, feeBps: 10 } as const
    const chains = [chain, { ...chain, id: 8453, name: 'base' }]
    const byChain = { slippageBps: { 8453: 100 }, deadlineSeconds: { 1: 60 }, partner: { 8453: partner } }
    expect(resolveConfig({ ...config, chains, ...byChain })).toMatchObject({
      slippageBps: { 1: 50, 8453: 100 },
      deadlineSeconds: { 1: 60, 8453: 300 },
      partner: { 8453: partner },
    })
    expect(resolveConfig({ ...config, chains, ...byChain }).partner[1]).toBeUndefined()
    expect(resolveConfig({ ...config, chains, partner }).partner).toEqual({ 1: partner, 8453: partner })
  })

  it('lower a default of the value loss to the next given limit', () => {
    const limits = (valueLossBps: WidgetConfig['valueLossBps']) =>
      resolveConfig({ ...config, ...(valueLossBps && { valueLossBps }) }).valueLossBps
    expect(limits(undefined)).toEqual({ warn: 500, confirm: 500, block: undefined })
    expect(limits({ block: 500 })).toEqual({ warn: 500, confirm: 500, block: 500 })
    expect(limits({ warn: 100, block: 3_000 })).toEqual({ warn: 100, confirm: 500, block: 3_000 })
    expect(limits({ confirm: 1_000 })).toEqual({ warn: 1_000, confirm: 1_000, block: undefined })
  })

  it('read no pools without factories', () => {
    const chains = [
      { ...chain, priceFactories: {} },
      { ...chain, id: 2, name: 'two', priceFactories: { v2: [TOKEN] } },
    ] as const
    const [none, some] = resolveConfig({ ...config, chains: structuredClone(chains) as never }).chains
    expect(none.priceFactories).toEqual({ v2: [], v3: [] })
    expect(some?.priceFactories).toEqual({ v2: [TOKEN], v3: [] })
  })

  it('accept the entries of a token list unchanged', () => {
    const entry = { chainId: 1, address: TOKEN, name: 'USD Coin', symbol: 'USDC', decimals: 6 } as const
    expect(resolveConfig({ ...config, listedTokens: [entry] }).listedTokens).toEqual({
      [`1:${TOKEN.toLowerCase()}`]: true,
    })
  })

  it('accept the hooks of an instance and of an inherited object, bound to their object', () => {
    class Limits {
      readonly isOpen = false
      onBeforeSwap() {
        return this.isOpen
      }
    }
    const ask = (hooks: unknown) =>
      resolveConfig(withField('hooks', hooks)).hooks.onBeforeSwap?.({} as SwapRequest)
    expect(ask(new Limits())).toBe(false)
    expect(ask(Object.create({ onBeforeSwap: () => false }))).toBe(false)
    expect(ask({})).toBeUndefined()
  })

  it('keep a key in the query of an RPC URL', () => {
    const chains = [{ ...chain, rpcUrls: ['https://rpc.example/?key=abc'] }]
    expect(resolveConfig({ ...config, chains }).chains[0].rpcUrls).toEqual(['https://rpc.example/?key=abc'])
  })
})

it.each(['sluice', 'route-description', 'none'] as const)('accepts the codec %s of a chain', (codec) => {
  expect(resolveConfig(withField('chains', [{ ...chain, codec }])).chains[0].codec).toBe(codec)
})

describe('invalid config', () => {
  const cases: [path: string, received: string, WidgetConfig][] = [
    ['config', '"text"', 'text' as unknown as WidgetConfig],
    ['integrator', 'nothing', withField('integrator', undefined)],
    ['integrator', '"two words"', withField('integrator', 'two words')],
    ['storageKey', '""', withField('storageKey', '')],
    ['storageKey', '"two words"', withField('storageKey', 'two words')],
    ['apiKey', '""', withField('apiKey', '')],
    ['baseUrl', '"ftp://api"', withField('baseUrl', 'ftp://api')],
    ['baseUrl', '"/router"', withField('baseUrl', '/router')],
    ['tokensUrl', '42', withField('tokensUrl', 42)],
    ['exchangeRatesUrl', '"https://a.example/?x=1"', withField('exchangeRatesUrl', 'https://a.example/?x=1')],
    ['chains', '[]', withField('chains', [])],
    ['chains[0].id', '"1"', withField('chains', [{ ...chain, id: '1' }])],
    ['chains[0].rpcUrls', '[]', withField('chains', [{ ...chain, rpcUrls: [] }])],
    ['chains[0].rpcUrls[0]', '"nowhere"', withField('chains', [{ ...chain, rpcUrls: ['nowhere'] }])],
    ['chains[0].routerAddress', '"0x12"', withField('chains', [{ ...chain, routerAddress: '0x12' }])],
    ['chains[0].codec', '"other"', withField('chains', [{ ...chain, codec: 'other' }])],
    [
      'chains[0].nativeCurrency.decimals',
      '99',
      {
        ...config,
        chains: [{ ...chain, nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 99 } }],
      },
    ],
    [
      'chains[0].ensResolver',
      '"vitalik.eth"',
      withField('chains', [{ ...chain, ensResolver: 'vitalik.eth' }]),
    ],
    ['chains[0].usdToken', '"USDC"', withField('chains', [{ ...chain, usdToken: 'USDC' }])],
    ['chains[0].wrappedNative', '"0x12"', withField('chains', [{ ...chain, wrappedNative: '0x12' }])],
    [
      'chains[0].priceFactories.v3',
      `"${TOKEN}"`,
      withField('chains', [{ ...chain, priceFactories: { v3: TOKEN } }]),
    ],
    [
      'chains[0].priceFactories.v2[1]',
      '"0x12"',
      withField('chains', [{ ...chain, priceFactories: { v2: [TOKEN, '0x12'] } }]),
    ],
    ['chains[0].priceFactories.v4', '[]', withField('chains', [{ ...chain, priceFactories: { v4: [] } }])],
    ['chains[1].id', '1', withField('chains', [chain, { ...chain, name: 'base' }])],
    ['chains[1].name', '"ethereum"', withField('chains', [chain, { ...chain, id: 2 }])],
    ['input.chainId', '2', withField('input', { chainId: 2 })],
    ['input.token', '"ETH"', withField('input', { token: 'ETH' })],
    ['input.amount', '1.5', withField('input', { amount: 1.5 })],
    ['input.amount', '"1e5"', withField('input', { amount: '1e5' })],
    ['output.amount', '"1e5"', withField('output', { amount: '1e5' })],
    ['output.amount', '"2"', { ...config, input: { amount: '1' }, output: { amount: '2' } }],
    ['output.amount', '"2"', { ...config, chains: [{ ...chain, codec: 'none' }], output: { amount: '2' } }],
    [
      'output.token',
      `"${TOKEN.toLowerCase()}"`,
      {
        ...config,
        input: { token: TOKEN },
        output: { token: TOKEN.toLowerCase() as `0x${string}` },
      },
    ],
    ['output.recipient', '"treasury.eth"', withField('output', { recipient: 'treasury.eth' })],
    ['output.recipient', `"${ROUTER}"`, withField('output', { recipient: ROUTER })],
    ['output.recipient', `"${TOKEN}"`, sentTo(TOKEN)],
    ['output.recipient', `"${ROUTER}"`, { ...sentTo(ROUTER), chains: [{ ...chain, routerAddress: ROUTER }] }],
    ['input.recipient', `"${ROUTER}"`, withField('input', { recipient: ROUTER })],
    ['lockedFields[0]', '"recipient"', { ...config, recipient: 'optional', lockedFields: ['recipient'] }],
    ['tradeType', '"exact"', withField('tradeType', 'exact')],
    ['output.amount', '"2"', { ...config, tradeType: 'sell', output: { amount: '2' } }],
    ['input.amount', '"2"', { ...config, tradeType: 'buy', input: { amount: '2' } }],
    ['chains[0].codec', '"none"', { ...config, tradeType: 'buy', chains: [{ ...chain, codec: 'none' }] }],
    ['lockedFields', '"input"', withField('lockedFields', 'input')],
    ['lockedFields[0]', '"price"', withField('lockedFields', ['price'])],
    ['lockedFields[0]', '"amount"', withField('lockedFields', ['amount'])],
    [
      'lockedFields[1]',
      '"output"',
      { ...config, input: { token: TOKEN }, lockedFields: ['input', 'output'] },
    ],
    ['slippageBps', '0.5', withField('slippageBps', 0.5)],
    ['slippageBps', '5001', withField('slippageBps', 5001)],
    ['slippageBps', '301', { ...config, slippageBps: 301, slippageBoundsBps: { max: 300 } }],
    ['slippageBoundsBps', '300', withField('slippageBoundsBps', 300)],
    ['slippageBoundsBps.min', '-1', withField('slippageBoundsBps', { min: -1 })],
    ['slippageBoundsBps.max', '9', withField('slippageBoundsBps', { min: 10, max: 9 })],
    ['slippageBoundsBps.maximum', '9', withField('slippageBoundsBps', { maximum: 9 })],
    ['valueLossBps', '300', withField('valueLossBps', 300)],
    ['valueLossBps.confirm', '1001', withField('valueLossBps', { confirm: 1001 })],
    ['valueLossBps.confirm', '600', withField('valueLossBps', { confirm: 600, block: 500 })],
    ['valueLossBps.warn', '301', withField('valueLossBps', { warn: 301, confirm: 300 })],
    ['valueLossBps.block', '0.5', withField('valueLossBps', { block: 0.5 })],
    ['valueLossBps.stop', '9', withField('valueLossBps', { stop: 9 })],
    ['impactBps', '50', withField('impactBps', 50)],
    ['impactBps.high', '501', withField('impactBps', { high: 501 })],
    ['impactBps.notice', '201', withField('impactBps', { notice: 201, high: 200 })],
    ['pauseBeforeSigning', '"yes"', withField('pauseBeforeSigning', 'yes')],
    ['approvals', '"exact"', withField('approvals', 'exact')],
    ['approvals.unlimited', '1', withField('approvals', { unlimited: 1 })],
    ['approvals.infinite', 'true', withField('approvals', { infinite: true })],
    ['tokenImport', '"off"', withField('tokenImport', 'off')],
    ['minAmountUsd', '"5"', withField('minAmountUsd', '5')],
    ['minAmountUsd', '-1', withField('minAmountUsd', -1)],
    ['unknownPrice', '"allow"', withField('unknownPrice', 'allow')],
    ['slippageBps.2', '30', withField('slippageBps', { 2: 30 })],
    ['slippageBps.1', '301', { ...config, slippageBps: { 1: 301 }, slippageBoundsBps: { max: 300 } }],
    ['deadlineSeconds.1', '29', withField('deadlineSeconds', { 1: 29 })],
    ['partner.1.address', 'nothing', withField('partner', { 1: { feeBps: 10 } })],
    ['partner.7', '{"address"', withField('partner', { 7: { address: ROUTER, feeBps: 10 } })],
    ['partner.feeBps', '1001', withField('partner', { address: ROUTER, feeBps: 1001 })],
    ['partner.address', 'nothing', withField('partner', { feeBps: 10 })],
    ['routing', '"fast"', withField('routing', 'fast')],
    ['routing.modulesFilter', '"uniswap-v3"', withField('routing', { modulesFilter: 'uniswap-v3' })],
    [
      'routing.modulesDisabled[1]',
      '"Uniswap V3"',
      withField('routing', { modulesDisabled: ['a', 'Uniswap V3'] }),
    ],
    ['routing.surgeProtection', '1', withField('routing', { surgeProtection: 1 })],
    ['routing.fastMode', '"yes"', withField('routing', { fastMode: 'yes' })],
    ['routing.activateSurplusFee', 'true', withField('routing', { activateSurplusFee: true })],
    ['priceRefreshMs', '500', withField('priceRefreshMs', 500)],
    ['deadlineSeconds', '29', withField('deadlineSeconds', 29)],
    ['deadlineSeconds', '604801', withField('deadlineSeconds', 604_801)],
    ['quoteToleranceBps', '-1', withField('quoteToleranceBps', -1)],
    ['verification', '"off"', withField('verification', 'off')],
    ['recipient', '"maybe"', withField('recipient', 'maybe')],
    ['mode', '"popup"', withField('mode', 'popup')],
    ['theme', '"blue"', withField('theme', 'blue')],
    ['themeTokens.accent', '5', withField('themeTokens', { accent: 5 })],
    ['hidden', '"wallet"', withField('hidden', 'wallet')],
    ['hidden[0]', '"minimum"', withField('hidden', ['minimum'])],
    ['fixedSettings', '"theme"', withField('fixedSettings', 'theme')],
    ['fixedSettings[1]', '"approvals"', withField('fixedSettings', ['theme', 'approvals'])],
    ['hidden[1]', '"warnings"', withField('hidden', ['wallet', 'warnings'])],
    ['locale', '"not a tag"', withField('locale', 'not a tag')],
    ['languages', '[]', withField('languages', [])],
    ['languages', '"de"', withField('languages', 'de')],
    ['languages[1]', '"de-AT"', withField('languages', ['en', 'de-AT'])],
    ['messages', '"Trade"', withField('messages', 'Trade')],
    ['messages.swap.titel', '"Trade"', withField('messages', { 'swap.titel': 'Trade' })],
    ['messages.toString', '"Trade"', withField('messages', { toString: 'Trade' })],
    ['messages.de.swap.titel', '"Trade"', withField('messages', { de: { 'swap.titel': 'Trade' } })],
    ['messages.de', '"Trade"', withField('messages', { de: 'Trade' })],
    ['messages.swap.title', '" "', withField('messages', { 'swap.title': ' ' })],
    ['messages.swap.title', '"{who} trades"', withField('messages', { 'swap.title': '{who} trades' })],
    ['messages.tokens.found', 'nothing', withField('messages', { 'tokens.found': { one: 'one' } })],
    ['priceSource', '"https://prices.example"', withField('priceSource', 'https://prices.example')],
    ['listedTokens', '{}', withField('listedTokens', {})],
    ['listedTokens', '{"tokens":{}}', withField('listedTokens', { tokens: {} })],
    ['listedTokens', '"https://list.example"', withField('listedTokens', 'https://list.example')],
    ['tokens', '[]', withField('tokens', [])],
    ['tokens.5', '{}', withField('tokens', { 5: {} })],
    ['tokens.1.allow', `"${TOKEN}"`, withField('tokens', { 1: { allow: TOKEN } })],
    ['tokens.1.deny[0]', '"USDC"', withField('tokens', { 1: { deny: ['USDC'] } })],
    ['tokens.1.input.allow[0]', '"DAI"', withField('tokens', { 1: { input: { allow: ['DAI'] } } })],
    ['tokens.1.output.featured', '[]', withField('tokens', { 1: { output: { featured: [] } } })],
    [
      'output.token',
      `"${TOKEN}"`,
      { ...config, output: { token: TOKEN }, tokens: { 1: { output: { deny: [TOKEN] } } } },
    ],
    ['tokens.1.block', '[]', withField('tokens', { 1: { block: [] } })],
    ['input.token', `"${TOKEN}"`, { ...config, input: { token: TOKEN }, tokens: { 1: { deny: [TOKEN] } } }],
    [
      'output.token',
      `"${TOKEN}"`,
      { ...config, output: { token: TOKEN }, tokens: { 1: { allow: [ROUTER] } } },
    ],
    ['forbiddenPairs', '{}', withField('forbiddenPairs', {})],
    ['forbiddenPairs[0].chainId', '5', withField('forbiddenPairs', [{ chainId: 5 }])],
    [
      'forbiddenPairs[0].output',
      '"DAI"',
      withField('forbiddenPairs', [{ chainId: 1, input: TOKEN, output: 'DAI' }]),
    ],
    [
      'output.token',
      `"${ROUTER}"`,
      {
        ...config,
        input: { token: TOKEN },
        output: { token: ROUTER },
        forbiddenPairs: [{ chainId: 1, input: TOKEN.toLowerCase(), output: ROUTER }],
      },
    ],
    [
      'chains[0].privateRpcs[0]',
      '"quiet.example"',
      withField('chains', [{ ...chain, privateRpcs: ['quiet.example'] }]),
    ],
    ['logoHosts[0]', '"https://cdn.example"', withField('logoHosts', ['https://cdn.example'])],
    ['supportUrl', '"http://help.example"', withField('supportUrl', 'http://help.example')],
    ['supportUrl', '"javascript:alert(1)"', withField('supportUrl', 'javascript:alert(1)')],
    ['supportUrl', '"help@example.com"', withField('supportUrl', 'help@example.com')],
    ['urlSync', '"?a"', withField('urlSync', '?a')],
    ['persistTokens', '"yes"', withField('persistTokens', 'yes')],
    ['notifyEnd', 'true', withField('notifyEnd', true)],
    ['connectors', '"walletConnect"', withField('connectors', 'walletConnect')],
    ['connectors[0].load', 'nothing', withField('connectors', [{ id: 'a', name: 'A' }])],
    ['hooks', 'a function', withField('hooks', () => true)],
    ['hooks.onBeforeSwap', 'true', withField('hooks', { onBeforeSwap: true })],
    ['hooks.onBeforeBridge', 'a function', withField('hooks', { onBeforeBridge: () => true })],
    ['hooks', '{}', withField('hooks', new (class {})())],
    ['hooks', '{}', withField('hooks', Object.create({ onBeforeSwop: () => false }))],
    ['hooks.onBeforeSwap', '1', withField('hooks', Object.create({ onBeforeSwap: 1 }))],
    ['onConnect', '"modal"', withField('onConnect', 'modal')],
    ['wagmiConfig', '{}', withField('wagmiConfig', {})],
    ['wagmiConfig', '{"chains":[]}', withField('wagmiConfig', { chains: [] })],
    ['wagmiConfig', '"none"', withField('wagmiConfig', 'none')],
    ['queryClient', '{}', withField('queryClient', {})],
    ['queryClient', '"client"', withField('queryClient', 'client')],
    ['provider', '{"on":1}', withField('provider', { on: 1 })],
    [
      'provider',
      '{}',
      { ...config, provider: { request: async () => null }, wagmiConfig: {} } as unknown as WidgetConfig,
    ],
    ['chains[0].routerAdress', `"${ROUTER}"`, withField('chains', [{ ...chain, routerAdress: ROUTER }])],
    [
      'chains[0].nativeCurrency.symbl',
      '"ETH"',
      withField('chains', [
        { ...chain, nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18, symbl: 'ETH' } },
      ]),
    ],
    [
      'chains[0].rpcUrls[0]',
      '"https://me:secret@rpc.example"',
      withField('chains', [{ ...chain, rpcUrls: ['https://me:secret@rpc.example'] }]),
    ],
    ['input.tokn', `"${TOKEN}"`, withField('input', { tokn: TOKEN })],
    ['output.ammount', '"1"', withField('output', { ammount: '1' })],
    ['partner.fee', '5', withField('partner', { address: ROUTER, feeBps: 5, fee: 5 })],
    [
      'forbiddenPairs[0].outputs',
      `"${ROUTER}"`,
      withField('forbiddenPairs', [{ chainId: 1, input: TOKEN, output: ROUTER, outputs: ROUTER }]),
    ],
    ['aplKey', '"typo"', withField('aplKey', 'typo')],
  ]

  it.each(cases)('throws for %s with the path and the received %s', (path, received, mistaken) => {
    const error = getMistake(mistaken)
    expect(error.code).toBe('CONFIG_INVALID')
    expect(error.details).toMatch(new RegExp(`^${path.replace(/[.[\]]/g, '\\$&')}: expected `))
    expect(error.details).toContain(`received ${received}`)
    expect(error.message).toContain(error.details)
    expect(error.message).toContain(error.docsPath)
  })

  it('truncates a long value and formats values that JSON cannot contain', () => {
    expect(getMistake(withField('integrator', 'x y '.repeat(200))).message.length).toBeLessThan(300)
    expect(getMistake(withField('integrator', 5n)).details).toContain('5n')
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(getMistake(withField('integrator', circle)).details).toContain('[object Object]')
  })
})

describe('changed config', () => {
  const running = resolveConfig(config)

  it('has no changes when an equal config is passed', () => {
    const again = resolveConfig(structuredClone(config))
    expect(changedLiveFields(running, again)).toEqual([])
    expect(needsRebuild(running, again)).toBe(false)
  })

  it('lists the live fields that differ, and omits the initial ones', () => {
    const newer = resolveConfig({ ...config, theme: 'dark', priceRefreshMs: 5_000, input: { amount: '2' } })
    expect(changedLiveFields(running, newer)).toEqual(['priceRefreshMs', 'theme'])
    expect(needsRebuild(running, newer)).toBe(false)
  })

  it('detects another price source', () => {
    const priceSource = async () => []
    const changed = resolveConfig({ ...config, priceSource })
    expect(changedLiveFields(running, changed)).toEqual(['priceSource'])
    expect(changedLiveFields(changed, resolveConfig({ ...config, priceSource }))).toEqual([])
    expect(changedLiveFields(changed, resolveConfig({ ...config, priceSource: async () => [] }))).toEqual([
      'priceSource',
    ])
  })

  it('detects another hook', () => {
    const onBeforeSwap = () => true
    const hooked = resolveConfig({ ...config, hooks: { onBeforeSwap } })
    expect(changedLiveFields(running, hooked)).toEqual(['hooks'])
    expect(changedLiveFields(hooked, resolveConfig({ ...config, hooks: { onBeforeSwap } }))).toEqual([])
    const other = resolveConfig({ ...config, hooks: { onBeforeSwap: () => true } })
    expect(changedLiveFields(hooked, other)).toEqual(['hooks'])
  })

  it('needs another widget when the chains differ', () => {
    const chains = [chain, { ...chain, id: 8453, name: 'base' }]
    expect(needsRebuild(running, resolveConfig({ ...config, chains }))).toBe(true)
  })

  it('has every field of a config, and no other', () => {
    expect(Object.keys(running).sort()).toEqual([...CONFIG_FIELDS].sort())
  })

  it.each([
    ['theme', 'live'],
    ['input', 'initial'],
    ['provider', 'rebuild'],
  ] as const)('classifies %s as %s', (field, change) => {
    expect(howItChanges(field)).toBe(change)
  })
})

describe('locale of the browser', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it.each<[string, object | undefined]>([
    ['de-CH', { language: 'de-CH' }],
    ['de-CH', { language: 'C', languages: ['C', 'de-CH'] }],
    ['fr', { language: 'en-US@posix', languages: ['en_US', '', 'fr'] }],
    ['en', { language: '' }],
    ['en', { language: 'x-private', languages: ['i-default'] }],
    ['en', { language: undefined, languages: undefined }],
    ['en', { language: null, languages: [null] }],
    ['en', {}],
    ['en', undefined],
  ])('is %s for a navigator of %o', (locale, navigator) => {
    vi.stubGlobal('navigator', navigator)
    expect(resolveConfig(config).locale).toBe(locale)
  })

  it.each(['C', 'en-US@posix', '', 'x-private', 'en_US'])('rejects %j as the locale of a host', (locale) => {
    expect(getMistake(withField('locale', locale)).details).toContain('locale')
  })
})
