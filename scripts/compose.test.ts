import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { MAINTAINED_NODE } from './install/maintained-node.mjs'
import { findServers } from './install/servers.mjs'
import { freePort } from './testing/free-port.ts'
import { hasRedis } from './testing/servers.ts'

interface Service {
  image?: string
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  privileged?: boolean
  security_opt?: string[]
  tmpfs?: string[]
  mem_limit?: string
  pids_limit?: number
  networks?: string[]
  ports?: string[]
  environment?: Record<string, string>
  command?: string[]
  healthcheck?: { test: string[] }
}

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const compose: {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
} = parse(read('compose.yaml'), { merge: true })
const services = Object.entries(compose.services)
const kept = services.filter(([name]) => !name.startsWith('service-'))

describe('the services of compose.yaml', () => {
  it('run the service twice, with PostgreSQL and Redis', () => {
    expect(services.map(([name]) => name)).toEqual(['service-a', 'service-b', 'postgres', 'redis'])
  })

  it.each(services)('%s has a read-only image, no privileges, and cannot gain privileges', (_, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      tmpfs: expect.arrayContaining(['/tmp']),
      user: expect.not.stringMatching(/^(root|0)(:|$)/),
    })
    expect(service).not.toHaveProperty('cap_add')
    expect(service).not.toHaveProperty('privileged')
  })

  it.each(services)('%s limits memory and processes', (_, { mem_limit, pids_limit }) => {
    expect(mem_limit).toMatch(/^\d+[mg]$/)
    expect(pids_limit).toBeGreaterThan(0)
  })

  it('size the heap from .env and leave a quarter of the memory for everything else', () => {
    const { environment, mem_limit = '' } = compose.services['service-a'] ?? {}
    const [, megabytes] =
      /^--max-old-space-size=\$\{SLUICE_HEAP_MB:-(\d+)\}$/.exec(environment?.NODE_OPTIONS ?? '') ?? []
    const limit = Number.parseInt(mem_limit, 10) * 1_024
    expect(Number(megabytes)).toBeGreaterThan(limit / 2)
    expect(Number(megabytes)).toBeLessThanOrEqual(limit * 0.75)
    expect(compose.services['service-b']?.environment).toEqual(environment)
  })

  it.each(kept)('%s has a health check and is reachable only by the service', (_, service) => {
    expect(service.healthcheck?.test.length).toBeGreaterThan(1)
    expect(service).not.toHaveProperty('ports')
    const networks = service.networks ?? ['default']
    expect(networks.map((name) => compose.networks[name]?.internal)).toEqual([true])
  })

  it('use versions of PostgreSQL and Redis that the service was tested on', () => {
    const versionLists =
      /Tested on PostgreSQL (.+) and Redis (.+)\./.exec(read('docs/content/guides/service.md'))?.slice(1) ??
      []
    const tested = versionLists.map((versions) => versions.match(/\d+/g) ?? [])
    expect(tested.map(({ length }) => length)).toEqual([3, 2])
    for (const [i, name] of ['postgres', 'redis'].entries()) {
      const image = compose.services[name]?.image
      expect(tested[i]?.map((major) => `${name}:${major}-alpine`)).toContain(image)
    }
    const { redis } = findServers()
    if (redis)
      expect(tested[1]).toContain(/v=(\d+)/.exec(String(spawnSync(redis, ['--version']).stdout))?.[1])
  })

  it('publish their ports only to this machine', () => {
    const ports = services.flatMap(([, service]) => service.ports ?? [])
    expect(ports).toHaveLength(2)
    for (const port of ports) expect(port).toMatch(/^127[.]0[.]0[.]1:/)
  })

  it('require passwords in .env and define no default password', () => {
    const text = read('compose.yaml')
    for (const name of ['POSTGRES_PASSWORD', 'REDIS_PASSWORD']) {
      const uses = [...text.matchAll(new RegExp(`\\$\\{${name}\\b([^}]*)\\}`, 'g'))]
      expect(uses.length).toBeGreaterThan(1)
      for (const [, rest] of uses) expect(rest).toMatch(/^:\?\w/)
    }
    const { DATABASE_URL, REDIS_URL } = compose.services['service-a']?.environment ?? {}
    expect(DATABASE_URL).toMatch(/^postgres:\/\/sluice:\$\{POSTGRES_PASSWORD:[^}]*\}@postgres:/)
    expect(REDIS_URL).toMatch(/^redis:\/\/:\$\{REDIS_PASSWORD:[^}]*\}@redis:/)
  })

  it.skipIf(!hasRedis)(
    'let Redis reject a client without the password, which no process list shows',
    async () => {
      const directory = mkdtempSync(join(tmpdir(), 'sluice-compose-'))
      onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
      const port = await freePort()
      const [shell = '', flag = '', script = ''] = compose.services.redis?.command ?? []
      // Unescapes the command as compose does, and uses a free port.
      const here = script.replaceAll('$$', '$').replaceAll('/tmp', directory)
      const child = spawn(shell, [flag, `${here} --bind 127.0.0.1 --port ${port}`], {
        env: { PATH: process.env.PATH, REDIS_PASSWORD: 'letters4nd9' },
        stdio: 'ignore',
      })
      onTestFinished(async () => {
        child.kill('SIGKILL')
        if (child.signalCode === null) await once(child, 'exit')
      })
      await expect.poll(() => askRedis(port, 'AUTH letters4nd9', 'PING')).toBe('+OK\r\n+PONG\r\n')
      expect(await askRedis(port, 'PING')).toMatch(/^-NOAUTH/)
      expect(await askRedis(port, 'AUTH guess', 'PING')).toMatch(/^-WRONGPASS.*\r\n-NOAUTH/)
      if (process.platform === 'linux') {
        expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')).not.toContain('letters4nd9')
      }
    },
  )
})

describe('the commands of the operations page', () => {
  const operations = read('docs/content/guides/operations.md')
  const commands = [...operations.matchAll(/docker compose (?:run|exec)[^\n`]+/g)].map(([line]) => line)

  it('run programs of the image in services that can reach the database', () => {
    const programs = commands.flatMap((line) => {
      const [, service = '', program] =
        / (?:run|exec)(?: -\S+)* (\S+)(?: node (\S+))?/.exec(line.slice('docker compose'.length)) ?? []
      expect(compose.services[service]?.networks, line).toContain('back')
      return program ?? []
    })
    expect([...new Set(programs)].sort()).toEqual([
      'service/access/keys-command.ts',
      'service/pools/pools-command.ts',
    ])
    expect(read('Dockerfile')).toContain('COPY service ./service\n')
    for (const program of programs) expect(existsSync(join(root, program)), program).toBe(true)
    // A terminal would change standard input and output, which are files here.
    for (const line of commands.filter((line) => /[<>]/.test(line))) expect(line).toContain(' -T ')
  })

  it('import pools in a separate container before an instance runs, because a running instance rejects it', () => {
    const [, start = ''] = /^## Start\n(.*?)^## /ms.exec(operations) ?? []
    const lines = start.split('\n').filter((line) => /^docker compose (run|up)/.test(line))
    const imports = lines.findIndex((line) => line.includes('pools-command.ts import'))
    expect(lines[imports]).toMatch(/^docker compose run --rm /)
    const starts = lines.map((line) => /^docker compose up\b(?!.*\bpostgres\b)/.test(line))
    expect(starts.slice(0, imports + 1)).not.toContain(true)
    expect(starts.slice(imports + 1)).toContain(true)
  })
})

describe('the base image', () => {
  const dockerfile = read('Dockerfile')

  it('is one Node release for every stage, pinned by digest', () => {
    expect(dockerfile).toMatch(/^ARG NODE_IMAGE=node:\d+[.]\d+[.]\d+-\w+-slim@sha256:[0-9a-f]{64}$/m)
    const stages = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image)
    expect(stages.length).toBeGreaterThan(1)
    for (const image of stages) expect(image).toMatch(/^\$\{NODE_IMAGE\}$/)
  })

  it('is the maintained Node release of the tests', () => {
    expect(dockerfile).toContain(`=node:${MAINTAINED_NODE}-`)
  })
})

/**
 * Returns Redis's replies to the commands, one per line. Returns an empty text if the port is
 * closed.
 */
async function askRedis(port: number, ...commands: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => socket.write(`${[...commands, 'QUIT'].join('\r\n')}\r\n`))
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('close', resolve))
  return text.replace(/\+OK\r\n$/, '')
}
