import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { findOtherAccount, findServers } from '../install/servers.mjs'
import { freePort } from './free-port.ts'
import { answersQueries, runServer, type TestServer } from './servers.ts'

export interface ImagePostgresOptions {
  /** The environment that the image reads. `POSTGRES_DB` differs from `postgres`. */
  environment: { POSTGRES_USER: string; POSTGRES_DB: string; POSTGRES_PASSWORD: string }
  /** Called while the server initializes, when it listens only on its socket. */
  onInitializing?: (port: number) => void
}

export interface ImagePostgres extends TestServer {
  /** The port on the loopback interface, where it requires the password. */
  port: number
}

/**
 * Starts a PostgreSQL like the entry point of the image `postgres` in an empty volume: a cluster of
 * the user with a password; a server that listens only on a socket and creates the database; then
 * the one that listens on a port.
 */
export async function startImagePostgres(options: ImagePostgresOptions): Promise<ImagePostgres> {
  const { environment, onInitializing = () => {} } = options
  const { POSTGRES_USER: user, POSTGRES_DB: name, POSTGRES_PASSWORD: password } = environment
  const servers = findServers()
  const dir = mkdtempSync(join(tmpdir(), 'sluice-image-postgres-'))
  const data = join(dir, 'data')
  const passwordFile = join(dir, 'password')
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  const other = findOtherAccount()
  if (other) for (const path of [dir, passwordFile]) chownSync(path, other.uid, other.gid)
  chmodSync(dir, 0o755)
  // The image's locale is UTF-8 too, which determines the encoding of the cluster.
  const env = { PATH: process.env.PATH, LANG: 'C.UTF-8' }
  const spawnOptions = { cwd: dir, env, ...(other && { uid: other.uid, gid: other.gid }) }
  // The image trusts its own loopback interface, which the services of compose do not use. Here
  // they do.
  const auth = ['--auth-local=trust', '--auth-host=scram-sha-256']
  const made = spawnSync(
    servers.initdb ?? 'initdb',
    ['-D', data, `--username=${user}`, `--pwfile=${passwordFile}`, ...auth, '--no-sync'],
    { ...spawnOptions, encoding: 'utf8' },
  )
  rmSync(passwordFile)
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)

  const port = await freePort()
  const run = (addresses: string, url: string) =>
    runServer(dir, {
      url,
      start() {
        const settings = [`listen_addresses=${addresses}`, 'fsync=off', 'shared_buffers=16MB']
        const args = ['-D', data, '-k', dir, '-p', String(port), ...settings.flatMap((one) => ['-c', one])]
        return spawn(servers.postgres ?? 'postgres', args, { ...spawnOptions, stdio: 'ignore' })
      },
      isReady: () => answersQueries(url),
      // Neither signal waits for clients to disconnect.
      endBy: 'SIGINT',
      killBy: 'SIGINT',
    })

  const ownUrl = `postgres://${user}@localhost:${port}/postgres?host=${dir}`
  const first = await run('', ownUrl)
  onInitializing(port)
  const client = new Client({ connectionString: ownUrl })
  await client.connect()
  await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  await client.end()
  await first.kill()
  const server = await run('127.0.0.1', `postgres://${user}:${password}@127.0.0.1:${port}/${name}`)
  return { ...server, port }
}
