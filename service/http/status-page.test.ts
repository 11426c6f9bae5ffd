import { createRequire } from 'node:module'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../testing/test-app.ts'
import { STATUS_PAGE } from './status-page.ts'
import type { reportStatus } from './status-report.ts'

/** jsdom has no types of its own. */
const { JSDOM }: { JSDOM: new (html: string, options: object) => { window: Window } } = createRequire(
  import.meta.url,
)('jsdom')

type Report = ReturnType<typeof reportStatus>
type ChainReport = Report['chains'][number]

const NODE = { callsToday: 1_234, callsPerDay: null, callsPerSecond: null, overBudget: 0, isSpent: false }
const CHAIN: ChainReport = {
  chainID: 'base',
  networkID: 8453,
  blockNumber: '1234567',
  headAgeSeconds: 1.25,
  isStale: false,
  discovery: null,
  waitsFor: null,
  tokens: 40,
  pools: 1_200,
  knownPools: null,
  nodes: [NODE],
  modules: [
    { module: 'uniswap-v2', name: 'Uniswap <V2>', pools: 1_200 },
    { module: 'aerodrome', name: 'Aerodrome', pools: 0 },
  ],
}
const REPORT: Report = {
  name: 'sluice',
  status: 'up',
  problems: [],
  uptimeSeconds: 7_200,
  memoryBytes: 512_000_000,
  chains: [CHAIN],
  requests: { atLeastSeconds: 600, bucketsMs: [1, 5], routes: [] },
  interfaces: { router: [], tokens: [], rates: [], yield: [] },
}

const pages: { window: Window }[] = []
afterEach(() => {
  for (const { window } of pages.splice(0)) window.close()
})

/**
 * Opens the page as a browser does, with the given responses. Undefined means that the service does
 * not respond.
 */
async function open(report: () => object | undefined) {
  const asked: string[] = []
  const page = new JSDOM(STATUS_PAGE, {
    url: 'http://service.test/',
    runScripts: 'dangerously',
    beforeParse(own: object) {
      Object.assign(own, {
        AbortSignal,
        fetch: async (path: string) => {
          asked.push(path)
          const answer = report()
          if (!answer) throw new Error('refused')
          return Response.json(answer)
        },
      })
    },
  })
  pages.push(page)
  const { document } = page.window
  const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? ''
  await expect.poll(() => textOf('#status')).not.toBe('')
  const facts = [...document.querySelectorAll('#chains dl > div')].map((fact) => {
    const [name, value] = fact.children
    return [name?.textContent, value?.textContent, value?.className === 'bad'] as const
  })
  const fact = (name: string) => facts.find(([own]) => own === name)?.slice(1)
  return { document, textOf, fact, names: facts.map(([name]) => name), asked }
}

const openChain = (chain: Partial<ChainReport>) =>
  open(() => ({ ...REPORT, chains: [{ ...CHAIN, ...chain }] }))

describe('the status page', () => {
  it('shows the service, its chains and their pools, as text', async () => {
    const { document, textOf, fact, asked } = await open(() => REPORT)
    expect(asked).toEqual(['status.json'])
    expect(document.title).toBe('up · Sluice service')
    expect(textOf('#about')).toMatch(/^Up for 2 h · 512 MB · as of /)
    expect(textOf('#chains h3')).toBe('basenetwork 8453')
    expect(textOf('#chains .state')).toBe('live')
    expect([fact('Block'), fact('Head age'), fact('Pools')]).toEqual([
      ['1,234,567', false],
      ['1.3 s', false],
      ['1,200', false],
    ])
    expect(textOf('#chains li')).toBe('Uniswap <V2>1200')
    expect(textOf('#chains li.none')).toBe('Aerodrome0')
  })

  it('shows the progress of a discovery, and nothing without one', async () => {
    const discovery = { block: 4_500, toBlock: 10_000, blocksPerSecond: 120, secondsLeft: 95 }
    const { fact } = await openChain({ blockNumber: null, headAgeSeconds: null, discovery })
    expect(fact('Discovery')).toEqual(['block 4,500 of 10,000, 120/s, 1 min left', false])
    expect([fact('Block'), fact('Head age')]).toEqual([
      ['–', false],
      ['–', false],
    ])
    const begun = { ...discovery, secondsLeft: undefined }
    const { fact: atFirst } = await openChain({ discovery: begun })
    expect(atFirst('Discovery')).toEqual(['block 4,500 of 10,000, 120/s', false])
    const recent = await openChain({ discovery: { ...discovery, stage: 'recent' } })
    expect(recent.fact('Discovery')).toEqual([
      'recent blocks, block 4,500 of 10,000, 120/s, 1 min left',
      false,
    ])
    const ofPools = { ...discovery, blocksPerSecond: 0, pools: 3_000, toPools: 20_000 }
    const measuring = await openChain({ discovery: { ...ofPools, stage: 'measuring' } })
    expect(measuring.fact('Discovery')).toEqual(['measuring pools, 3,000 of 20,000, 1 min left', false])
    const loaded = { ...ofPools, stage: 'loading', pools: 20_000, secondsLeft: 0 } as const
    const loading = await openChain({ discovery: loaded })
    expect(loading.fact('Discovery')).toEqual(['loading pools, 20,000 of 20,000', false])
    expect((await open(() => REPORT)).names).not.toContain('Discovery')
  })

  it('shows a stale chain as stale, its head age as bad, and the problems in words', async () => {
    const problems = ['base: no recent block', 'gnosis: no recent block']
    const chains = [{ ...CHAIN, isStale: true, headAgeSeconds: 75 }]
    const { textOf, fact } = await open(() => ({ ...REPORT, status: 'down', problems, chains }))
    expect(textOf('#status')).toBe('down')
    expect(textOf('#chains .state')).toBe('stale')
    expect(fact('Head age')).toEqual(['75.0 s', true])
    expect(textOf('#when')).toBe('base: no recent block · gnosis: no recent block')
  })

  it('shows the calls to each node, its limits by day and second, and how often they were reached', async () => {
    const { fact, names } = await openChain({
      nodes: [
        {
          ...NODE,
          callsToday: 300_000,
          callsPerDay: 300_000,
          callsPerSecond: 25,
          overBudget: 1_007,
          isSpent: true,
        },
        { ...NODE, callsPerSecond: 10, overBudget: 3 },
        { ...NODE, callsPerDay: 5_000 },
        NODE,
      ],
    })
    expect(fact('Node 1 today')).toEqual(['300,000 of 300,000 calls, at most 25/s', true])
    expect(fact('Node 1 over budget')).toEqual(['1,007 calls since the start', false])
    expect(fact('Node 2 today')).toEqual(['1,234 calls, at most 10/s', false])
    expect(fact('Node 2 over budget')).toEqual(['3 calls since the start', false])
    expect(fact('Node 3 today')).toEqual(['1,234 of 5,000 calls', false])
    expect(fact('Node 3 over budget')).toEqual(['0 calls since the start', false])
    expect(fact('Node 4 today')).toEqual(['1,234 calls', false])
    expect(names).not.toContain('Node 4 over budget')
  })

  it('says that the service does not answer', async () => {
    const { textOf } = await open(() => undefined)
    expect(textOf('#status')).toBe('out of reach')
    expect(textOf('#when')).toContain('The service does not answer (refused)')
  })

  it('takes what a service reports', async () => {
    const report = await (await createTestApp().get('/status.json')).json()
    const { textOf, names } = await open(() => report)
    expect(textOf('#status')).toBe('up')
    expect(names).toContain('Block')
  })
})
