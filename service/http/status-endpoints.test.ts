import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createLiteralChain } from '../testing/literal-chain.ts'
import { createTestApp } from '../testing/test-app.ts'

describe('the status page', () => {
  it('serves one page that allows its own style and script and sends no other request', async () => {
    const response = await createTestApp().get('/')
    const page = await response.text()
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(policy).toContain("default-src 'none'")
    for (const tag of ['style', 'script']) {
      const [, text = ''] = page.match(new RegExp(`<${tag}>([\\s\\S]*)</${tag}>`)) ?? []
      expect(policy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    }
    expect(page).not.toMatch(/https?:|\/\/[a-z]/)
  })

  it('reports chains, modules and pools, but no node', async () => {
    const text = await (await createTestApp().get('/status.json')).text()
    expect(JSON.parse(text)).toMatchObject({
      status: 'up',
      chains: [
        {
          chainID: 'ethereum',
          blockNumber: '1',
          headAgeSeconds: 0,
          isStale: false,
          pools: 2,
          modules: [{ module: 'uniswap-v2', name: 'Uniswap V2', pools: 2 }],
        },
      ],
    })
    expect(text).not.toContain('8545')
  })

  it('reports the calls and limits of nodes, how often a limit was reached, and a chain that is stale because no calls are left', async () => {
    const use = {
      callsPerSecond: 5,
      callsPerDay: 100,
      callsToday: 100,
      overBudget: 7,
      isSpent: true,
      isSpentForCallers: true,
    }
    const chain = { ...createLiteralChain(), nodeUse: () => [use], isStale: () => true }
    const { get } = createTestApp({ chains: [chain] })
    const nodes = [{ callsPerSecond: 5, callsPerDay: 100, callsToday: 100, overBudget: 7, isSpent: true }]
    const response = await get('/healthz')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      problems: ['ethereum: no node has calls left today'],
      chains: [{ nodes }],
    })
    expect(await (await get('/status.json')).json()).toMatchObject({ chains: [{ nodes }] })
  })

  it.each([
    [{ stage: 'recent', block: 900, toBlock: 1_000 }, 'reading recent blocks, block 900 of 1000'],
    [
      { stage: 'measuring', block: 1_000, toBlock: 1_000, pools: 3_000, toPools: 20_000 },
      'measuring pools, 3,000 of 20,000',
    ],
    [
      { stage: 'loading', block: 1_000, toBlock: 1_000, pools: 0, toPools: 20_000 },
      'loading pools, 0 of 20,000',
    ],
  ] as const)('says what a start does after the final blocks: %o', async (progress, words) => {
    for (const [secondsLeft, left] of [
      [20, ', about 20 s left'],
      [0, ''],
      [undefined, ''],
    ] as const) {
      const discovery = { ...progress, blocksPerSecond: 0, secondsLeft }
      const chain = { ...createLiteralChain(), isStale: () => true, discovery: () => discovery }
      const { get } = createTestApp({ chains: [chain] })
      const told = JSON.parse(JSON.stringify(discovery))
      const health = await (await get('/healthz')).json()
      expect(health).toMatchObject({ problems: [`ethereum: ${words}${left}`], chains: [{ discovery: told }] })
      expect(await (await get('/status.json')).json()).toMatchObject({ chains: [{ discovery: told }] })
    }
  })

  it('says what a discovery waits for, without the address or the key of the node', async () => {
    const key = '0123456789abcdef0123456789abcdef'
    const rpcUrls = [`https://mainnet.node.example/v3/${key}`, `https://eu.node.example/${key}`]
    const wait = {
      ...{ sources: ['uniswap-v2'], fromBlock: 100, toBlock: 199, node: 2, sinceMs: 1_700_000_000_000 },
      error: `HTTP 404: Cannot POST /v3/${key}\n at https://eu.node.example/${key}, eu.node.example:443 ${'x'.repeat(500)}`,
    }
    const chain = {
      ...createLiteralChain({ config: { rpcUrls } }),
      ...{ isStale: () => true, discoveryWait: () => wait },
    }
    const { get } = createTestApp({ chains: [chain] })
    for (const path of ['/healthz', '/status.json']) {
      const text = await (await get(path)).text()
      const { problems, chains } = JSON.parse(text)
      expect(chains).toMatchObject([
        {
          chainID: 'ethereum',
          waitsFor: {
            ...{ sources: ['uniswap-v2'], fromBlock: 100, toBlock: 199 },
            ...{ node: 'node 2 of 2', since: '2023-11-14T22:13:20.000Z' },
            error: expect.stringMatching(/^HTTP 404: Cannot POST/),
          },
        },
      ])
      expect(problems[0]).toMatch(
        /^ethereum: waits for the logs of blocks 100 to 199 \(uniswap-v2\) since 2023-11-14T22:13:20.000Z: node 2 of 2: HTTP 404/,
      )
      expect(text).not.toContain(key)
      expect(text).not.toContain('node.example')
      expect(text.length).toBeLessThan(4_000)
    }
  })

  it('waits for nothing while nothing fails', async () => {
    const { get } = createTestApp({ chains: [createLiteralChain()] })
    expect(await (await get('/healthz')).json()).toMatchObject({ chains: [{ waitsFor: null }] })
  })

  it('says why a chain has no prices, where that is known', async () => {
    const chain = { ...createLiteralChain(), isStale: () => true, trouble: () => 'the newest block is old' }
    const response = await createTestApp({ chains: [chain] }).get('/healthz')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ problems: ['ethereum: the newest block is old'] })
  })

  it('is degraded, with words and numbers, while a chain has lost more than half of its pools', async () => {
    const chain = { ...createLiteralChain(), poolLoss: () => ({ left: 40, before: 90 }) }
    const response = await createTestApp({ chains: [chain] }).get('/healthz')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      status: 'degraded',
      problems: ['ethereum: 40 pools are left of 90 within the last hour'],
    })
  })

  it('is not healthy once the instance is about to stop, however well it is', async () => {
    let isEnding = false
    const { get } = createTestApp({ isEnding: () => isEnding })
    expect((await get('/healthz')).status).toBe(200)
    isEnding = true
    expect((await get('/healthz')).status).toBe(503)
    expect((await get('/rates/chains')).status).toBe(200)
  })

  it('counts what was answered lately, by path and outcome, and forgets it', async () => {
    const { get, post, wait } = createTestApp()
    await post('/rates', 'no JSON')
    await get('/rates/chains')
    await get('/no-such-place')
    const routes = async () => (await (await get('/status.json')).json()).requests.routes
    expect(await routes()).toContainEqual(
      expect.objectContaining({ route: 'rates /', requests: 1, clientErrors: 1, serverErrors: 0 }),
    )
    expect(await routes()).toContainEqual(expect.objectContaining({ route: 'rates /chains', requests: 1 }))
    wait(20 * 60_000)
    expect(await routes()).toEqual([])
  })
})
