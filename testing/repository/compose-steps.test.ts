import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startTestDevnet, type TestDevnet } from '../../devnet/testing/devnet.ts'
import { findMaintainedNode } from '../../scripts/install/maintained-node.mjs'
import { freePort } from '../../scripts/testing/free-port.ts'
import {
  type ImagePostgres,
  type ImagePostgresOptions,
  startImagePostgres,
} from '../../scripts/testing/image-postgres.ts'
import { hasPostgres, hasRedis } from '../../scripts/testing/servers.ts'

// Runs the steps of `docker compose up` on this machine (`npm run proof compose`). Docker's own
// features (users, read-only files, networks, limits) are not tested. PostgreSQL is this machine's,
// initialized as its image does.
const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const dockerfile = read('Dockerfile')
  .replaceAll('\\\n', ' ')
  .replace(/^ *#.*\n/gm, '')
const { services } = parse(read('compose.yaml'), { merge: true })
/** The variables that the operator writes into `.env`. */
const ENV_FILE: Record<string, string> = {
  POSTGRES_PASSWORD: 'letters4nd9',
  REDIS_PASSWORD: 'oth3rletters',
}
const within = { timeout: 180_000, interval: 250 }

describe.skipIf(process.env.SLUICE_PROOF !== 'compose' || !hasPostgres || !hasRedis)('compose', () => {
  const app = mkdtempSync(join(tmpdir(), 'sluice-image-'))
  const children: ChildProcess[] = []
  const node = findMaintainedNode() ?? process.execPath
  let devnet: TestDevnet
  let postgres: ImagePostgres
  let redisPort: number

  beforeAll(async () => {
    ;[devnet, redisPort] = await Promise.all([startTestDevnet(), freePort()])
    // With this setting the pools of a young chain are final, and therefore exported.
    const chains = devnet.serviceConfig.chains.map((chain) => ({ ...chain, finalityBlocks: 0 }))
    writeFileSync(join(app, 'service.json'), JSON.stringify({ ...devnet.serviceConfig, chains }))
  }, 180_000)
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await Promise.all([postgres?.stop(), devnet?.stop()])
    rmSync(app, { recursive: true, force: true })
  })

  /**
   * Returns the environment that compose passes to a service, with local addresses for container
   * names.
   */
  async function getEnvironment(name: string) {
    const environment = interpolate(services[name].environment)
    const at = (url: string | undefined, host: string, port: number) => {
      expect(url).toContain(`@${host}/`)
      return url?.replace(`@${host}/`, `@127.0.0.1:${port}/`) ?? ''
    }
    return {
      PATH: process.env.PATH,
      ...environment,
      NODE_ENV: 'production',
      SLUICE_CONFIG: join(app, 'service.json'),
      SLUICE_SERVICE_PORT: String(await freePort()),
      DATABASE_URL: at(environment.DATABASE_URL, 'postgres:5432', postgres.port),
      REDIS_URL: at(environment.REDIS_URL, 'redis:6379', redisPort),
    }
  }

  it('builds the image from exactly what the Dockerfile copies and installs', () => {
    const ignored = read('.dockerignore')
    expect(ignored).toContain('**/*.test.ts\n**/testing\n')
    for (const [, list = ''] of dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)) {
      const paths = list.trim().split(/\s+/)
      const target = paths.pop() ?? '.'
      for (const path of paths) {
        const to = target.endsWith('/') ? join(app, target, path.split('/').at(-1) ?? '') : join(app, target)
        mkdirSync(dirname(to), { recursive: true })
        const filter = (source: string) => !/[.]test[.]ts$|\/testing$/.test(source)
        cpSync(join(root, path), to, { recursive: true, filter })
      }
    }
    const [install = ''] = /^RUN (npm ci .+)$/m.exec(dockerfile)?.slice(1) ?? []
    execFileSync('sh', ['-c', install], { cwd: app, stdio: 'pipe' })
  }, 300_000)

  it('starts PostgreSQL and Redis, which report healthy to the health checks of compose', async () => {
    const [shell, flag, script] = services.redis.command.map((word: string) => word.replaceAll('$$', '$'))
    const here = `${script.replaceAll('/tmp', app)} --bind 127.0.0.1 --port ${redisPort}`
    const env = { PATH: process.env.PATH, ...interpolate(services.redis.environment) }
    children.push(spawn(shell, [flag, here], { env, stdio: 'ignore' }))
    const check = services.redis.healthcheck.test[1]
      .replaceAll('$$', '$')
      .replace('redis-cli', `redis-cli -p ${redisPort}`)
    await expect.poll(() => succeeds('sh', ['-c', check], env), within).toBe(true)
    const [, program, ...args] = services.postgres.healthcheck.test
    const isReady = (port: number) => succeeds(program, ['-p', String(port), ...args], env)
    let wasReadyEarly: boolean | undefined
    postgres = await startImagePostgres({
      environment: interpolate(services.postgres.environment) as ImagePostgresOptions['environment'],
      onInitializing(port) {
        wasReadyEarly = isReady(port)
      },
    })
    expect(wasReadyEarly).toBe(false)
    expect(isReady(postgres.port)).toBe(true)
  }, 60_000)

  it('opens the database with the password of .env and rejects a wrong or missing password', async () => {
    const env = await getEnvironment('service-a')
    const withPassword = (password: string) => {
      const url = new URL(env.DATABASE_URL)
      url.password = password
      return url.href
    }
    const open = async (connectionString: string) => {
      const client = new Client({ connectionString })
      await client.connect()
      const result = client.query('SELECT current_user AS user, current_database() AS name')
      const { rows } = await result.finally(() => client.end())
      return rows[0]
    }
    expect(await open(env.DATABASE_URL)).toEqual({ user: 'sluice', name: 'sluice' })
    const isRefused = 'password authentication failed for user "sluice"'
    await expect(open(withPassword('guessed'))).rejects.toThrow(isRefused)
    await expect(open(withPassword(''))).rejects.toThrow('password')

    const wrong = { ...env, DATABASE_URL: withPassword('guessed') }
    const message = `Cannot open the database at 127.0.0.1:${postgres.port}/sluice: ${isRefused}. Is it up, and is DATABASE_URL right?`
    const keys = findCommand(/keys-command.ts list/).split(' ')
    const listing = spawnSync(node, keys, { cwd: app, env: wrong, encoding: 'utf8' })
    expect(listing.status).toBe(1)
    expect(listing.stderr).toContain(message)
    const child = spawn(node, getStartCommand(), { cwd: app, env: wrong, stdio: ['ignore', 'pipe', 'pipe'] })
    children.push(child)
    let log = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (log += data))
    await expect.poll(() => log, within).toContain('"keys cannot be read; retrying"')
    expect(log).toContain(JSON.stringify(message).slice(1, -1))
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(listing.stdout + listing.stderr + log).not.toContain('guessed')
  }, 120_000)

  it('starts two services from the image that respond, share a database, stop in time and export pools', async () => {
    const [health = ''] = /^HEALTHCHECK .*?CMD (\[.+\])$/m.exec(dockerfile)?.slice(1) ?? []
    const instances = await Promise.all(
      ['service-a', 'service-b'].map(async (name) => {
        const env = await getEnvironment(name)
        const child = spawn(node, getStartCommand(), { cwd: app, env, stdio: 'ignore' })
        children.push(child)
        return { name, child, env }
      }),
    )
    for (const { env } of instances) {
      const isHealthy = () => succeeds(node, JSON.parse(health).slice(1), env)
      await expect.poll(isHealthy, within).toBe(true)
      const url = `http://127.0.0.1:${env.SLUICE_SERVICE_PORT}/router/liquidity`
      expect((await fetch(url, { headers: { 'x-api-key': 'dev-enterprise' } })).status).toBe(200)
    }
    const [{ env }] = instances as [(typeof instances)[number]]
    const run = (line: string, input = '') => {
      const [program = '', ...args] = line.split(' ')
      return execFileSync(node, [program, ...args], { cwd: app, env, input, encoding: 'utf8', stdio: 'pipe' })
    }
    const [exports, imports, keys] = [
      /pools-command.ts export/,
      /pools-command.ts import/,
      /keys-command.ts list/,
    ].map(findCommand) as [string, string, string]
    const pools = await exportPools(() => run(exports))
    expect(run(keys)).toMatch(/^No keys in |\blive\b/)
    expect(() => run(imports, pools)).toThrow('Stop it first')
    for (const { name, child } of instances) {
      const startedAt = performance.now()
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      const graceMs = 1000 * Number.parseInt(services[name].stop_grace_period, 10)
      expect(performance.now() - startedAt).toBeLessThan(graceMs)
      expect(child.signalCode).toBe(null)
    }
    const database = new Client({ connectionString: instances[0]?.env.DATABASE_URL })
    await database.connect()
    await database.query('TRUNCATE sluice_pools, sluice_pool_checkpoints, sluice_pool_sources')
    await database.end()
    run(imports, pools)
    expect(run(exports)).toBe(pools)
  }, 400_000)
})

/** Substitutes the variables of `.env` as compose does, and no other variables. */
function interpolate(environment: Record<string, string>): Record<string, string> {
  const read = (value: string) =>
    value.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, text: string) => {
      const set = ENV_FILE[name]
      if (!set && kind === '?') throw new Error(text)
      return set || text
    })
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, read(value)]))
}

/** Returns the arguments of `node` in the image's start command. */
function getStartCommand(): string[] {
  const [command = ''] = /^CMD (\[.+\])$/m.exec(dockerfile)?.slice(1) ?? []
  return JSON.parse(command).slice(1)
}

/** Returns the arguments of `node` in the container command that matches. */
function findCommand(wanted: RegExp): string {
  const operations = read('docs/content/guides/operations.md')
  const lines = [...operations.matchAll(/docker compose (?:run|exec) .*? node ([^`\n<>]+)/g)]
  const line = lines.map(([, command = '']) => command.trim()).find((command) => wanted.test(command))
  if (!line)
    throw new Error(
      `The operations page has no command like ${wanted}. Add the command to docs/content/guides/operations.md.`,
    )
  return line
}

/** Returns the export once all sources are stored, some seconds after the start. */
async function exportPools(run: () => string): Promise<string> {
  await expect.poll(() => run().split('\n').length, within).toBeGreaterThan(10)
  return run()
}

function succeeds(program: string, args: string[], env: NodeJS.ProcessEnv): boolean {
  try {
    execFileSync(program, args, { env, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
