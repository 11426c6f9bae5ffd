// Dependency-free, like setup.mjs.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fail, root } from '../lib/setup.mjs'
import { openDebianArchive } from './debian-archive.mjs'
import { findOtherAccount } from './servers.mjs'

/** Variables of the environment that name servers to use instead. */
const VARIABLES = ['SLUICE_POSTGRES', 'SLUICE_INITDB', 'SLUICE_REDIS_SERVER']
const POSTGRES_PROGRAMS = ['postgres', 'initdb', 'createdb', 'pg_dump', 'pg_restore', 'psql']
const COUNT = 2
const UNFINISHED = /~(alpha|beta|rc)/

/**
 * Returns a copy of the stage for each of the two newest major versions of PostgreSQL and Redis in
 * Debian, paired by age, with the newest promtool. Returns only the stage itself if the environment
 * names servers.
 */
export function withNewestServers(stage) {
  if (VARIABLES.some((name) => process.env[name])) return [{ ...stage, servers: true }]
  try {
    return ensureNewestServers().map(({ postgres, redis, env }) => {
      const name = `${stage.name}-${postgres.major}-${redis.major}`
      return { ...stage, name, report: `${name}.json`, env: { ...stage.env, ...env } }
    })
  } catch (error) {
    return fail(
      `The stage "${stage.name}" needs the two newest major versions of PostgreSQL and Redis from Debian’s archive, which failed: ` +
        `${error.message}\nInstall the programs and set ${VARIABLES.join(', ')} to the paths of postgres, ` +
        'initdb and redis-server; the stage then runs once, with these programs.',
    )
  }
}

function ensureNewestServers() {
  const archive = openDebianArchive(join(root, 'node_modules', '.cache', 'debian-servers'))
  const [promtool] = getNewestMajors(archive.list(/^promtool$/))
  const pairs = pairMajors(
    getNewestMajors(archive.list(/^postgresql-\d+$/)),
    getNewestMajors(archive.list(/^redis-server$/)),
  )
  const rules = archive.unpack(promtool, { within: join('usr', 'bin'), programs: ['promtool'] })
  const servers = pairs.map(({ postgres, redis }) => {
    const postgresBin = archive.unpack(postgres, {
      within: join('usr', 'lib', 'postgresql', String(postgres.major), 'bin'),
      programs: POSTGRES_PROGRAMS,
    })
    const redisBin = archive.unpack(redis, { within: join('usr', 'bin'), programs: ['redis-server'] })
    const env = {
      SLUICE_POSTGRES: join(postgresBin, 'postgres'),
      SLUICE_INITDB: join(postgresBin, 'initdb'),
      SLUICE_REDIS_SERVER: join(redisBin, 'redis-server'),
      SLUICE_PROMTOOL: process.env.SLUICE_PROMTOOL || join(rules, 'promtool'),
    }
    checkProgram(env.SLUICE_POSTGRES, findOtherAccount())
    checkProgram(env.SLUICE_REDIS_SERVER)
    return { postgres, redis, env }
  })
  archive.keepOnly([promtool, ...pairs.flatMap(({ postgres, redis }) => [postgres, redis])])
  return servers
}

/**
 * Returns the newest release of each of the two newest major versions in the output of `apt-cache
 * madison`, which lists a package's newest version first, and a version once per suite.
 */
export function getNewestMajors(lines) {
  const releases = new Map()
  for (const line of lines.split('\n')) {
    const [name, version = '', source = ''] = line.split('|').map((part) => part.trim())
    const [, major] = /^(?:\d+:)?(\d+)/.exec(version) ?? []
    const [, suite] = / (\S+)\/main .* Packages$/.exec(source) ?? []
    if (!major || !suite || UNFINISHED.test(version) || releases.has(Number(major))) continue
    releases.set(Number(major), { name, version, suite, major: Number(major) })
  }
  return [...releases.values()].sort((a, b) => b.major - a.major).slice(0, COUNT)
}

/** Pairs the newest of both, then the previous ones. A single major version is in each pair. */
export function pairMajors(postgres, redis) {
  const length = Math.max(postgres.length, redis.length)
  return Array.from({ length }, (_, at) => ({
    postgres: postgres[at] ?? postgres.at(-1),
    redis: redis[at] ?? redis.at(-1),
  }))
}

/**
 * Throws if the program does not run with this account, or without one, with the account of this
 * process.
 */
function checkProgram(program, account) {
  const { status, error, stderr } = spawnSync(program, ['--version'], {
    ...(account && { uid: account.uid, gid: account.gid }),
    encoding: 'utf8',
  })
  if (status === 0) return
  // For example, the programs may be in root's home directory.
  const by = account ? ` by the account ${account.name}, which must be able to read this folder` : ''
  throw new Error(`${program} does not run${by}: ${error?.message ?? stderr.trim()}`)
}
