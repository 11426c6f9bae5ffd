// Dependency-free, like setup.mjs.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wrapProgram } from './debian-program.mjs'
import { retry } from './packages.mjs'

/** apt verifies the lists with it, and each package with the lists, whatever the machine's own sources say. */
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'
/** By the names that stay when releases move on. A version that several have is taken from the first. */
const SUITES = ['oldstable', 'stable', 'testing', 'unstable']
const MAX_OUTPUT_BYTES = 64 * 1024 ** 2

/**
 * The packages of Debian's suites, from the mirror that this machine's apt uses. Lists and unpacked packages are kept in
 * `folder`; nothing is installed, and the machine's own apt is left as it is. Throws an error that says why it cannot be had.
 */
export function openDebianArchive(folder) {
  const mirror = findMirror()
  const roots = join(folder, 'roots')
  const archives = join(folder, 'archives')
  for (const path of [join(folder, 'lists', 'partial'), roots]) mkdirSync(path, { recursive: true })
  const sources = SUITES.map((suite) => `deb [signed-by=${KEYRING}] ${mirror} ${suite} main\n`)
  writeFileSync(join(folder, 'sources.list'), sources.join(''))
  // No package counts as installed: each brings all that it needs.
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
  const ask = (...args) => run('apt-cache', [...options, ...args]).output

  function insist(command, ...args) {
    let said = ''
    const isDone = retry(`apt-get ${command}`, () => {
      const ran = run('apt-get', [...options, '-qq', command, ...args])
      said = ran.said
      return ran.isDone
    })
    if (!isDone) throw new Error(`apt-get ${command} ${args.join(' ')} said:\n${said}`)
  }

  insist('update', '--error-on=any')

  return {
    /** What `apt-cache madison` tells of the packages with such a name: a line for each version, the newest first. */
    list(pattern) {
      const names = ask('pkgnames')
        .split('\n')
        .filter((name) => pattern.test(name))
      if (names.length === 0) throw new Error(`No suite has a package ${pattern}.`)
      return ask('madison', ...names)
    },

    /** Unpacks a release and all that it needs, where that was not done before. Gives the folder of its `programs`, which run there. */
    unpack(release, { within, programs }) {
      const root = join(roots, nameFolder(release))
      if (existsSync(root)) return join(root, within)
      const { name, version, suite } = release
      process.stdout.write(`Downloading ${name} ${version} of Debian ${suite} (once)…\n`)
      // Those of a release that did not come to its end would be mixed with these.
      rmSync(archives, { recursive: true, force: true })
      mkdirSync(join(archives, 'partial'), { recursive: true })
      insist('install', '-y', '--no-install-recommends', '--download-only', '-t', suite, name)
      const unfinished = join(roots, 'unfinished')
      rmSync(unfinished, { recursive: true, force: true })
      for (const file of readdirSync(archives).filter((path) => path.endsWith('.deb'))) {
        const { isDone, said } = run('dpkg-deb', ['-x', join(archives, file), unfinished])
        if (!isDone) throw new Error(`dpkg-deb of ${file} said:\n${said}`)
      }
      rmSync(archives, { recursive: true })
      for (const program of programs) wrapProgram(unfinished, join(within, program))
      renameSync(unfinished, root)
      return join(root, within)
    },

    /** Removes what was unpacked of other releases. */
    keepOnly(releases) {
      const kept = releases.map(nameFolder)
      for (const name of readdirSync(roots)) {
        if (!kept.includes(name)) rmSync(join(roots, name), { recursive: true })
      }
    },
  }
}

/** Without the colon of an epoch: in a list of folders it would end the path. */
const nameFolder = ({ name, version }) => `${name}_${version.replace(/^\d+:/, '')}`

/** The first of this machine's sources that has a release of Debian. */
function findMirror() {
  const system = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  const codename = /^VERSION_CODENAME=(\w+)$/m.exec(system)?.[1]
  if (!/^ID=debian$/m.test(system)) throw new Error('This machine does not run Debian.')
  const format = '$(RELEASE) $(COMPONENT) $(REPO_URI)'
  const { isDone, said, output } = run('apt-get', [
    'indextargets',
    '--format',
    format,
    'Created-By: Packages',
  ])
  if (!isDone) throw new Error(`apt-get cannot tell the sources of this machine: ${said}`)
  const releases = [codename, 'sid', ...SUITES]
  const sources = output.split('\n').map((line) => line.split(' '))
  const own = sources.find(([release, component]) => component === 'main' && releases.includes(release))
  if (!own) throw new Error('No source of apt on this machine has a release of Debian.')
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
  return { isDone: status === 0, output: stdout ?? '', said: error?.message ?? stderr.trim() }
}
