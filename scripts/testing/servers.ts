import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { until } from '../../wire/testing/until.ts'
import { findOtherAccount, findServers } from '../install/servers.mjs'
import { freePort } from './free-port.ts'

/** A server for one test, reachable only from this machine. */
export interface TestServer {
  url: string
  /** Its process id, to suspend it with a signal. */
  pid(): number
  /** Kills it and keeps its data. */
  kill(): Promise<void>
  /** Starts it again with the same data and address. */
  restart(): Promise<void>
  /** Stops it and removes its data. */
  stop(): Promise<void>
}

const servers = findServers()
export const hasPostgres = servers.postgres !== undefined && servers.initdb !== undefined
export const hasRedis = servers.redis !== undefined

/** A PostgreSQL that listens on a socket in its own directory. */
export async function startTestPostgres(): Promise<TestServer> {
  const dir = mkdtempSync(join(tmpdir(), 'sluice-postgres-'))
  const other = findOtherAccount()
  if (other) chownSync(dir, other.uid, other.gid)
  chmodSync(dir, 0o755)
  const data = join(dir, 'data')
  const spawnOptions = { cwd: dir, ...(other && { uid: other.uid, gid: other.gid }) }
  const made = spawnSync(
    servers.initdb ?? 'initdb',
    ['-D', data, '-U', 'sluice', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-locale'],
    { ...spawnOptions, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)
  return runServer(dir, {
    url: `postgres://sluice@localhost/postgres?host=${dir}`,
    start: () =>
      spawn(
        servers.postgres ?? 'postgres',
        ['-D', data, '-k', dir, '-c', 'listen_addresses=', '-c', 'fsync=off', '-c', 'shared_buffers=16MB'],
        { ...spawnOptions, stdio: 'ignore' },
      ),
    isReady: () => answersQueries(`postgres://sluice@localhost/postgres?host=${dir}`),
    // Neither signal waits for clients to disconnect.
    endBy: 'SIGINT',
    killBy: 'SIGQUIT',
  })
}

/** A Redis on a free port of the loopback interface, without persistence. */
export async function startTestRedis(): Promise<TestServer> {
  const dir = mkdtempSync(join(tmpdir(), 'sluice-redis-'))
  const port = await freePort()
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    dir,
  ]
  return runServer(dir, {
    url: `redis://127.0.0.1:${port}/0`,
    start: () => spawn(servers.redis ?? 'redis-server', args, { stdio: 'ignore' }),
    isReady: () => accepts(port),
    endBy: 'SIGTERM',
    killBy: 'SIGKILL',
  })
}

/** How a server is started and ended. */
export interface ServerPlan {
  url: string
  start(): ChildProcess
  isReady(): Promise<boolean>
  endBy: NodeJS.Signals
  killBy: NodeJS.Signals
}

/** Runs a server whose data are in `dir`, which its end removes. */
export async function runServer(
  dir: string,
  { url, start, isReady, endBy, killBy }: ServerPlan,
): Promise<TestServer> {
  let child: ChildProcess

  async function run() {
    child = start()
    const orphan = child
    // Kill the server with the test process.
    process.once('exit', () => orphan.kill(killBy))
    await until(async () => child.exitCode !== null || isReady())
    if (child.exitCode !== null) throw new Error(`The server at ${url} did not start`)
  }

  async function end(signal: NodeJS.Signals) {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    // A suspended process handles no other signal.
    child.kill('SIGCONT')
    await gone
  }

  await run()
  return {
    url,
    pid: () => child.pid ?? 0,
    kill: () => end(killBy),
    restart: run,
    async stop() {
      await end(endBy)
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Returns true if it answers queries: it listens before it is ready. */
export async function answersQueries(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString })
  client.on('error', () => undefined)
  const isReady = await client.connect().then(
    () => true,
    () => false,
  )
  await client.end().catch(() => undefined)
  return isReady
}
