import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { chainConfig } from '../service/testing/literal-chain.ts'
import { findMaintainedNode, MAINTAINED_NODE } from './lib/maintained-node.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const node = findMaintainedNode() ?? ''
const isBuilt = existsSync(join(root, 'dist', 'index.js'))

// A sample: `npm run proof node` runs everything on it.
describe.skipIf(!node)('on the Node the image has', () => {
  it('is what runs', () => {
    const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
    expect(Number.parseInt(stdout.slice(1), 10)).toBeGreaterThanOrEqual(Number.parseInt(MAINTAINED_NODE, 10))
  })

  it('the service starts, answers, and ends when it is told to', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'sluice-node-'))
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
    const chain = { ...chainConfig('ethereum', 31337), rpcUrls: ['http://127.0.0.1:9'] }
    writeFileSync(join(directory, 'service.json'), JSON.stringify({ chains: [chain] }))
    const child = spawn(node, ['service/main.ts'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        SLUICE_CONFIG: join(directory, 'service.json'),
        SLUICE_SERVICE_PORT: '0',
        SLUICE_PRICING_WORKERS: '1',
        SLUICE_DATA_DIR: join(directory, 'data'),
      },
    })
    const ended = once(child, 'exit')
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await ended
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
    const url = () => /^Service: (http:\S+),/m.exec(output)?.[1]
    await expect.poll(url).toBeDefined()

    const health = await fetch(`${url()}/healthz`)
    expect([health.status, (await health.json()).status]).toEqual([503, 'down'])
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ query: '{ __schema { queryType { name } } }' })
    const catalogue = await fetch(`${url()}/tokens/graphql`, { method: 'POST', headers, body })
    expect(await catalogue.json()).toEqual({ data: { __schema: { queryType: { name: 'Query' } } } })
    const price = await fetch(`${url()}/router/v1/price`, { method: 'POST', headers, body: '{}' })
    expect(price.status).toBe(401)
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  it.skipIf(!isBuilt).each(['index', 'embed', 'client', 'analytics', 'doctor', 'testing'])(
    'a page can be rendered with %s of the package at hand',
    (entry) => {
      const script = `import(${JSON.stringify(join(root, 'dist', `${entry}.js`))}).then((all) => console.log(Object.keys(all).length))`
      const { stdout, stderr } = spawnSync(node, ['--input-type=module', '--eval', script], {
        encoding: 'utf8',
      })
      expect(stderr).toBe('')
      expect(Number(stdout)).toBeGreaterThan(0)
    },
  )
})
