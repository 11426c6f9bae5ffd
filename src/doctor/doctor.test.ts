import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Component } from 'react'
import { createClient } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConfig, http } from 'wagmi'
import { startTestDevnet, type TestDevnet } from '../../devnet/testing/devnet.ts'
import { USER } from '../../wire/fixtures/addresses.ts'
import { startWidgetService, type WidgetService } from '../clients/testing/widget-service.ts'
import type { ChainConfig, WidgetConfig } from '../config/types.ts'
import { QueryClientContext, WagmiContext } from '../hooks/surrounding-contexts.ts'
import type { HostContexts } from './check-copies.ts'
import { doctor } from './doctor.ts'
import { runDoctor } from './doctor-command.ts'

const DEAD = 'http://127.0.0.1:1'
let devnet: TestDevnet
let service: WidgetService
let options: { fetch: typeof fetch }

beforeAll(async () => {
  devnet = await startTestDevnet({ chains: ['ethereum', 'base'] })
  service = await startWidgetService(devnet)
  await service.caughtUp()
  options = {
    fetch: (input, init) =>
      String(input).startsWith('http://service.test')
        ? service.fetch(new Request(input, init))
        : fetch(input, init),
  }
})
afterAll(async () => {
  await service.stop()
  await devnet.stop()
})

const examine = (changes: Partial<WidgetConfig> = {}) => doctor({ ...service.config, ...changes }, options)

/** The config's chains with changes to the first. */
function chainsWith(changes: Partial<ChainConfig>): ChainConfig[] {
  const [first, ...rest] = service.config.chains
  return [{ ...first!, ...changes }, ...rest]
}

it('finds no problem in a working setup', async () => {
  expect(await examine()).toEqual([])
})

it('warns about private RPCs that the service does not offer for their chain', async () => {
  const [ethereum, base] = service.config.chains.map(({ rpcUrls }) => `${rpcUrls[0]}/?private`)
  expect(await examine({ chains: chainsWith({ privateRpcs: [ethereum!] }) })).toEqual([])
  expect(await examine({ chains: chainsWith({ privateRpcs: [ethereum!, base!] }) })).toEqual([
    {
      severity: 'warning',
      path: 'chains[0].privateRpcs[1]',
      message: expect.stringMatching(/^The service does not offer http:.* for this chain now/),
    },
  ])
})

describe('findings', () => {
  it.each<[string, () => Partial<WidgetConfig>, string, RegExp]>([
    ['an invalid wagmiConfig', () => ({ wagmiConfig: {} as never }), 'wagmiConfig', /a config of wagmi/],
    ['an invalid config', () => ({ slippageBps: 0.5 }), 'slippageBps', /expected a whole number/],
    [
      'an unreachable router service',
      () => ({ baseUrl: DEAD }),
      'baseUrl',
      /does not respond according to the interface \(NETWORK_LOST/,
    ],
    [
      'another service as token catalogue',
      () => ({ tokensUrl: 'http://service.test/rates' }),
      'tokensUrl',
      /check the URL/,
    ],
    ['unreachable rates', () => ({ exchangeRatesUrl: DEAD }), 'exchangeRatesUrl', /check the URL/],
    ['a wrong key', () => ({ apiKey: 'nobody' }), 'apiKey', /rejects the API key/],
    [
      'an unreachable RPC',
      () => ({ chains: chainsWith({ rpcUrls: [DEAD] }) }),
      'chains[0].rpcUrls[0]',
      /does not respond/,
    ],
    [
      'an RPC of another chain',
      () => ({ chains: chainsWith({ rpcUrls: service.config.chains[1]!.rpcUrls }) }),
      'chains[0].rpcUrls[0]',
      /serves chain 31338 but the config contains 31337/,
    ],
    [
      'a chain that the service lists under another name',
      () => ({ chains: chainsWith({ name: 'mainnet' }) }),
      'chains[0]',
      /use one of ethereum \(31337\)/,
    ],
    [
      'a router without code',
      () => ({ chains: chainsWith({ routerAddress: USER }) }),
      'chains[0].routerAddress',
      /There is no contract at/,
    ],
    [
      'a dollar token without code',
      () => ({ chains: chainsWith({ usdToken: USER }) }),
      'chains[0].usdToken',
      /USD values are unknown/,
    ],
    [
      'a name resolver without code',
      () => ({ chains: chainsWith({ ensResolver: USER }) }),
      'chains[0].ensResolver',
      /recipient names cannot be resolved/,
    ],
  ])('include %s', async (_, changes, path, words) => {
    const findings = await examine(changes())
    const told = expect.objectContaining({ severity: 'error', path, message: expect.stringMatching(words) })
    expect(findings).toContainEqual(told)
    for (const { message } of findings) expect(message).not.toMatch(/undefined|\[object/)
  })

  it('include a chain without a router, and come from the other RPC if one fails', async () => {
    const [{ routerAddress: _, ...chain }] = chainsWith({}) as [ChainConfig]
    const rpcUrls = [DEAD, ...chain.rpcUrls]
    const findings = await examine({ chains: [{ ...chain, rpcUrls, usdToken: USER }] })
    expect(findings.map(({ severity, path }) => [severity, path])).toEqual([
      ['error', 'chains[0].rpcUrls[0]'],
      ['error', 'chains[0].usdToken'],
      ['warning', 'chains[0].routerAddress'],
    ])
  })

  it('include chains that the host’s wagmi config lacks', async () => {
    const rpcUrls = { default: { http: [DEAD] } }
    const wagmiConfig = createConfig({
      chains: [
        { id: 31338, name: 'Base', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, rpcUrls },
      ],
      transports: { 31338: http(DEAD) },
      storage: null,
    }) as unknown as NonNullable<WidgetConfig['wagmiConfig']>
    expect(await examine({ wagmiConfig })).toEqual([
      { severity: 'warning', path: 'wagmiConfig', message: expect.stringContaining('ethereum (31337)') },
    ])
  })

  it('include second copies of react, wagmi, viem and react-query, detected from the host’s imports', async () => {
    const found = async (contexts: HostContexts) =>
      (await doctor(service.config, { ...options, contexts })).map(({ severity, path }) => [severity, path])
    const own = { react: Component, wagmi: WagmiContext, viem: createClient, reactQuery: QueryClientContext }
    expect(await found(own)).toEqual([])
    expect(await found({})).toEqual([])
    const { Component: react } = createRequire(import.meta.url)('react-floor') as { Component: unknown }
    expect(await found({ ...own, react })).toEqual([['error', 'react']])
    expect(await found({ react, wagmi: {}, viem: () => {}, reactQuery: {} })).toEqual([
      ['error', 'react'],
      ['error', 'wagmi'],
      ['warning', 'viem'],
      ['error', '@tanstack/react-query'],
    ])
  })
})

describe('sluice-doctor', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-doctor-'))
    await writeFile(join(folder, 'config.json'), JSON.stringify(service.config))
    await writeFile(
      join(folder, 'config.mjs'),
      `export default ${JSON.stringify({ ...service.config, apiKey: 'nobody' })}`,
    )
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function run(...args: string[]) {
    const lines: string[] = []
    const code = await runDoctor(args, { ...options, cwd: folder, print: (line) => lines.push(line) })
    return { code, lines }
  }

  it('reports that no problem was found', async () => {
    expect(await run('config.json')).toEqual({ code: 0, lines: ['No problems found.'] })
  })

  it('reads a module too, and exits with 1 after a problem', async () => {
    const { code, lines } = await run('config.mjs')
    expect(code).toBe(1)
    expect(lines).toEqual([
      expect.stringMatching(/^error: apiKey: The service rejects the API key/),
      '  See reference/errors.html#FORBIDDEN of the documentation.',
    ])
  })

  it.each([
    [[], /^Usage: sluice-doctor/],
    [['none.json'], /none\.json could not be read: ENOENT/],
  ])('prints the usage or the unreadable file: %j', async (args, words) => {
    expect(await run(...args)).toEqual({ code: 1, lines: [expect.stringMatching(words)] })
  })

  it('finds second copies around the config, and explains their effects', async () => {
    for (const name of ['react', 'wagmi', 'viem', '@tanstack/react-query']) {
      const copy = join(folder, 'node_modules', name)
      await mkdir(copy, { recursive: true })
      await writeFile(join(copy, 'package.json'), JSON.stringify({ name, version: '2.0.0' }))
    }
    const { code, lines } = await run('config.json')
    expect(code).toBe(1)
    expect(lines).toEqual([
      expect.stringMatching(
        /^error: react: There are two copies of react \(.*sluice-doctor-.*Invalid hook call/,
      ),
      expect.stringMatching(/^error: wagmi: There are two copies of wagmi \(.*does not see your provider/),
      expect.stringMatching(/^warning: viem: There are two copies of viem \(.*loads both/),
      expect.stringMatching(
        /^error: @tanstack\/react-query: There are two copies .*does not see your provider/,
      ),
    ])
  })
})
