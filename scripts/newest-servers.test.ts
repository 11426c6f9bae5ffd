import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { wrapProgram } from './install/debian-program.mjs'
import { getNewestMajors, pairMajors, withNewestServers } from './install/newest-servers.mjs'

const VARIABLES = ['SLUICE_POSTGRES', 'SLUICE_INITDB', 'SLUICE_REDIS_SERVER']
const stage = { name: 'servers', report: 'servers.json' }
const line = (name: string, version: string, suite: string) =>
  ` ${name} | ${version} | http://mirror.example/debian ${suite}/main amd64 Packages\n`

const postgres = [
  line('postgresql-15', '15.18-0+deb12u1', 'oldstable'),
  line('postgresql-17', '17.11-0+deb13u1', 'stable'),
  line('postgresql-18', '18.6-3', 'testing'),
  line('postgresql-18', '18.6-3', 'unstable'),
].join('')
const redis = [
  line('redis-server', '5:8.0.6-3', 'testing'),
  line('redis-server', '5:8.0.6-3', 'unstable'),
  line('redis-server', '5:8.0.2-3+deb13u2', 'stable'),
  line('redis-server', '5:7.0.15-1~deb12u7', 'oldstable'),
].join('')

afterEach(() => vi.unstubAllEnvs())

describe('the servers of the proof', () => {
  it('are the newest releases of the two newest major versions, each from the most stable suite', () => {
    expect(getNewestMajors(postgres)).toEqual([
      { name: 'postgresql-18', version: '18.6-3', suite: 'testing', major: 18 },
      { name: 'postgresql-17', version: '17.11-0+deb13u1', suite: 'stable', major: 17 },
    ])
    expect(getNewestMajors(redis)).toEqual([
      { name: 'redis-server', version: '5:8.0.6-3', suite: 'testing', major: 8 },
      { name: 'redis-server', version: '5:7.0.15-1~deb12u7', suite: 'oldstable', major: 7 },
    ])
  })

  it('exclude prereleases', () => {
    const early = ['19~beta2-1', '19~rc1-1'].map((version) => line('postgresql-19', version, 'unstable'))
    expect(getNewestMajors(postgres + early.join('')).map(({ major }) => major)).toEqual([18, 17])
    expect(getNewestMajors(postgres + line('postgresql-19', '19.0-1', 'unstable'))).toMatchObject([
      { major: 19, suite: 'unstable' },
      { major: 18, suite: 'testing' },
    ])
  })

  it('are paired by age, and a single major version is in both pairs', () => {
    const majors = (lines: string) =>
      pairMajors(getNewestMajors(postgres), getNewestMajors(lines)).map((pair) => [
        pair.postgres.major,
        pair.redis.major,
      ])
    expect(majors(redis)).toEqual([
      [18, 8],
      [17, 7],
    ])
    expect(majors(line('redis-server', '5:8.0.6-3', 'testing'))).toEqual([
      [18, 8],
      [17, 8],
    ])
  })

  it.each(VARIABLES)('are the programs in %s, without a download', (variable) => {
    for (const name of VARIABLES) vi.stubEnv(name, '')
    vi.stubEnv(variable, '/somewhere/program')
    expect(withNewestServers(stage)).toEqual([{ ...stage, servers: true }])
  })

  it('are named in the error message if they cannot be downloaded', () => {
    const script = `import { withNewestServers } from './scripts/install/newest-servers.mjs'
withNewestServers(${JSON.stringify(stage)})
console.log('it goes on')`
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', script],
      {
        cwd: new URL('..', import.meta.url).pathname,
        // An empty path hides apt-get.
        env: { PATH: '' },
        encoding: 'utf8',
      },
    )
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^\nThe stage "servers" needs .* from Debian’s archive, which failed: .+/)
    for (const name of VARIABLES) expect(stderr).toContain(name)
  })
})

describe('a program of unpacked packages', () => {
  // Uses the architecture names of Debian.
  const architecture = `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`
  const own = join('/lib', architecture)
  const loader = existsSync(own) ? readdirSync(own).find((name) => /^ld-.*[.]so[.]\d$/.test(name)) : undefined

  it.skipIf(!loader || !existsSync('/bin/dash'))(
    'runs with its own loader and libraries after it was moved',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'sluice-program-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const root = join(folder, 'root')
      const libraries = join('usr', 'lib', architecture)
      mkdirSync(join(root, libraries), { recursive: true })
      mkdirSync(join(root, 'usr', 'bin'))
      for (const name of ['libc.so.6', loader ?? '']) {
        cpSync(join(own, name), join(root, libraries, name), { dereference: true })
      }
      cpSync('/bin/dash', join(root, 'usr', 'bin', 'dash'), { dereference: true })
      wrapProgram(root, 'usr/bin/dash')
      const moved = join(folder, 'moved')
      renameSync(root, moved)
      const script = 'echo "$1"; while read -r line; do echo "$line"; done < /proc/$$/maps'
      const { status, stdout } = spawnSync(join(moved, 'usr/bin/dash'), ['-c', script, '', 'two words'], {
        encoding: 'utf8',
      })
      expect([status, stdout.split('\n')[0]]).toEqual([0, 'two words'])
      const loaded = [...stdout.matchAll(/ (\/\S+)$/gm)].map(([, path = '']) => path)
      expect(loaded).toContain(join(moved, libraries, 'libc.so.6'))
      expect(loaded.filter((path) => !path.startsWith(moved))).toEqual([])
    },
  )
})
