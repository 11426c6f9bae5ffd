// Dependency-free, like setup.mjs.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { canInstallPackages, findProgram, installPackages } from '../lib/packages.mjs'

/**
 * Returns the programs of the servers that tests start: from the environment, from the path, or
 * from Debian's folder. `undefined` for a program that is not installed.
 */
export function findServers() {
  return {
    postgres: findProgram('SLUICE_POSTGRES', 'postgres', debianPostgres()),
    initdb: findProgram('SLUICE_INITDB', 'initdb', debianPostgres()),
    redis: findProgram('SLUICE_REDIS_SERVER', 'redis-server', [
      '/usr/bin',
      '/usr/local/bin',
      '/opt/homebrew/bin',
    ]),
  }
}

/**
 * Returns the first existing account that can run PostgreSQL, which refuses to run as root. Returns
 * `undefined` if this process does not run as root.
 */
export function findOtherAccount() {
  if (process.getuid?.() !== 0) return undefined
  const getId = (flag, name) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
  return ['postgres', 'nobody']
    .map((name) => ({ name, uid: getId('-u', name), gid: getId('-g', name) }))
    .find(({ uid }) => uid > 0)
}

/** Installs missing servers from Debian if possible. Otherwise the tests that need them are skipped. */
export function ensureServers() {
  const missing = missingPackages()
  if (missing.length === 0) return
  let errors = ''
  if (canInstallPackages()) {
    process.stdout.write(`Installing ${missing.join(' and ')} for the service's tests (once)…\n`)
    errors = installPackages(missing) ?? ''
  }
  const still = missingPackages()
  if (still.length === 0) return
  process.stdout.write(
    `Without ${still.join(' and ')} the tests of shared keys and limits are skipped. Install them ` +
      '(Debian: apt-get install postgresql redis-server), or set SLUICE_POSTGRES, SLUICE_INITDB and ' +
      `SLUICE_REDIS_SERVER to the paths of their programs.\n${errors && `apt-get failed:\n${errors}\n`}`,
  )
}

function missingPackages() {
  const { postgres, initdb, redis } = findServers()
  return [...(postgres && initdb ? [] : ['postgresql']), ...(redis ? [] : ['redis-server'])]
}

/** Returns the folders of Debian's PostgreSQL programs, the newest version first. */
function debianPostgres() {
  const base = '/usr/lib/postgresql'
  if (!existsSync(base)) return []
  return readdirSync(base)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(base, version, 'bin'))
}
