// Dependency-free, like setup.mjs.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { retry } from '../lib/packages.mjs'
import { wrapProgram } from './debian-program.mjs'

/**
 * apt verifies the lists with this key, and each package with the lists, whatever the machine's
 * sources trust.
 */
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'
/**
 * Suites by the names that do not change with a release. A version in several suites is taken from
 * the first.
 */
const SUITES = ['oldstable', 'stable', 'testing', 'unstable']
const MAX_OUTPUT_BYTES = 64 * 1024 ** 2

/**
 * Opens the packages of Debian's suites on the mirror that this machine's apt uses. Lists and
 * unpacked packages are stored in `folder`. Nothing is installed and the machine's apt is
 * unchanged. Throws with the reason if the archive cannot be opened.
 */
export function openDebianArchive(folder) {
  const mirror = findMirror()
  const roots = join(folder, 'roots')
  const archives = join(folder, 'archives')
  for (const path of [join(folder, 'lists', 'partial'), roots]) mkdirSync(path, { recursive: true })
  const sources = SUITES.map((suite) => `deb [signed-by=${KEYRING}] ${mirror} ${suite} main\n`)
  writeFileSync(join(folder, 'sources.list'), sources.join(''))
  // No package counts as installed, so that each download includes all dependencies.
  writeFileSync(join(folder, 'status'), '')
  const options = toOptions({
    'Dir::Etc::SourceList': join(folder, 'sources.list'),
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::Etc::Preferences': '/dev/null',
    'Dir::Etc::PreferencesParts': '/dev/null',
    'Dir::State::Lists': join(folder, 'lists'),
    'Dir::State::status': join(folder, 'status'),
    'Dir::State::extended_states': join(folder, 'extended_states'),
    'Dir::Cache::Archives': archives,
    'Dir::Cache::pkgcache': join(folder, 'pkgcache.bin'),
    'Dir::Cache::srcpkgcache': '',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '3',
    'Acquire::AllowInsecureRepositories': 'false',
    'APT::Get::AllowUnauthenticated': 'false',
  })
  const query = (...args) => run('apt-cache', [...options, ...args]).output

  function aptGet(command, ...args) {
    let errors = ''
    const isDone = retry(`apt-get ${command}`, () => {
      const ran = run('apt-get', [...options, '-qq', command, ...args])
      errors = ran.errors
      return ran.isDone
    })
    if (!isDone) throw new Error(`apt-get ${command} ${args.join(' ')} failed:\n${errors}`)
  }

  aptGet('update', '--error-on=any')

  return {
    /**
     * Returns the output of `apt-cache madison` for packages whose name matches: a line per
     * version, newest first.
     */
    list(pattern) {
      const names = query('pkgnames')
        .split('\n')
        .filter((name) => pattern.test(name))
      if (names.length === 0)
        throw new Error(`Debian has no package that matches ${pattern} in ${SUITES.join(', ')}.`)
      return query('madison', ...names)
    },

    /**
     * Unpacks a release and its dependencies once. Returns the folder of its `programs`, which can
     * run there.
     */
    unpack(release, { within, programs }) {
      const root = join(roots, nameFolder(release))
      if (existsSync(root)) return join(root, within)
      const { name, version, suite } = release
      process.stdout.write(`Downloading ${name} ${version} of Debian ${suite} (once)…\n`)
      // Files of an interrupted download would be mixed with these.
      rmSync(archives, { recursive: true, force: true })
      mkdirSync(join(archives, 'partial'), { recursive: true })
      aptGet('install', '-y', '--no-install-recommends', '--download-only', '-t', suite, name)
      const unfinished = join(roots, 'unfinished')
      rmSync(unfinished, { recursive: true, force: true })
      for (const file of readdirSync(archives).filter((path) => path.endsWith('.deb'))) {
        const { isDone, errors } = run('dpkg-deb', ['-x', join(archives, file), unfinished])
        if (!isDone) throw new Error(`dpkg-deb could not unpack ${file}:\n${errors}`)
      }
      rmSync(archives, { recursive: true })
      for (const program of programs) wrapProgram(unfinished, join(within, program))
      renameSync(unfinished, root)
      return join(root, within)
    },

    /** Removes unpacked packages of other releases. */
    keepOnly(releases) {
      const kept = releases.map(nameFolder)
      for (const name of readdirSync(roots)) {
        if (!kept.includes(name)) rmSync(join(roots, name), { recursive: true })
      }
    },
  }
}

/** Omits the epoch, because a colon would end the path in a list of folders. */
const nameFolder = ({ name, version }) => `${name}_${version.replace(/^\d+:/, '')}`

/** Returns the mirror of the first apt source on this machine that has a Debian release. */
function findMirror() {
  const system = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  const codename = /^VERSION_CODENAME=(\w+)$/m.exec(system)?.[1]
  if (!/^ID=debian$/m.test(system)) throw new Error('This machine does not run Debian.')
  const format = '$(RELEASE) $(COMPONENT) $(REPO_URI)'
  const { isDone, errors, output } = run('apt-get', [
    'indextargets',
    '--format',
    format,
    'Created-By: Packages',
  ])
  if (!isDone) throw new Error(`apt-get returned no package sources: ${errors}`)
  const releases = [codename, 'sid', ...SUITES]
  const sources = output.split('\n').map((line) => line.split(' '))
  const own = sources.find(([release, component]) => component === 'main' && releases.includes(release))
  if (!own) throw new Error('No apt source on this machine has the component main of a Debian release.')
  return own[2]
}

const toOptions = (settings) =>
  Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])

function run(program, args) {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    env: { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { isDone: status === 0, output: stdout ?? '', errors: error?.message ?? stderr.trim() }
}
