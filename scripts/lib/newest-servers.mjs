// Dependency-free, like setup.mjs.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { openDebianArchive } from './debian-archive.mjs'
import { findOtherAccount } from './servers.mjs'
import { fail, root } from './setup.mjs'

/** Servers named by one of these are used instead. */
const VARIABLES = ['SLUICE_POSTGRES', 'SLUICE_INITDB', 'SLUICE_REDIS_SERVER']
const POSTGRES_PROGRAMS = ['postgres', 'initdb', 'createdb', 'pg_dump', 'pg_restore', 'psql']
const COUNT = 2
const UNFINISHED = /~(alpha|beta|rc)/

/**
 * A stage for each of the two newest majors of PostgreSQL and of Redis that Debian has, the newest with the newest, and all with its
 * newest promtool. The stage alone where the environment names servers.
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
      `The stage "${stage.name}" takes the two newest majors of PostgreSQL and of Redis from Debian’s archive, and cannot: ` +
        `${error.message}\nGet the programs by hand and set ${VARIABLES.join(', ')} to the paths of postgres, ` +
        'initdb and redis-server; the stage then runs with those, once.',
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
 * The newest release of each of the two newest majors among lines of `apt-cache madison`, which names the newest version of a
 * package first, and a version once for each suite that has it.
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

/** The newest of both, then the ones before. Where Debian has one major alone, it is in each pair. */
export function pairMajors(postgres, redis) {
  const length = Math.max(postgres.length, redis.length)
  return Array.from({ length }, (_, at) => ({
    postgres: postgres[at] ?? postgres.at(-1),
    redis: redis[at] ?? redis.at(-1),
  }))
}

/** Throws an error where it does not run by this account, or by the one of this process. */
function checkProgram(program, account) {
  const { status, error, stderr } = spawnSync(program, ['--version'], {
    ...(account && { uid: account.uid, gid: account.gid }),
    encoding: 'utf8',
  })
  if (status === 0) return
  // As in a home directory of root.
  const by = account ? ` by the account ${account.name}, which must be able to read this folder` : ''
  throw new Error(`${program} does not run${by}: ${error?.message ?? stderr.trim()}`)
}
