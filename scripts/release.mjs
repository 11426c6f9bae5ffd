import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findObstacles } from './lib/release-obstacles.mjs'
import { ensureInstalled, fail, root } from './lib/setup.mjs'

// Builds, checks and publishes dist/. `npm run release -- --dry-run` does not publish.
const args = process.argv.slice(2)
const isDryRun = args.includes('--dry-run')
const unknown = args.find((arg) => arg !== '--dry-run')
if (unknown) fail(`Unknown option "${unknown}". The only option is --dry-run.`)

ensureInstalled()
run(process.execPath, ['scripts/build.mjs'])
run(process.execPath, ['node_modules/publint/src/cli.js', 'dist', '--strict'])

const [packed] = JSON.parse(read('npm', ['pack', './dist', '--dry-run', '--json', '--ignore-scripts']))
const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env
const release = {
  manifest: JSON.parse(readFileSync(join(root, 'dist/package.json'), 'utf8')),
  changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
  files: packed.files.map(({ path }) => path),
  contacts: Object.fromEntries(
    ['SECURITY.md', '.github/CODE_OF_CONDUCT.md'].map((file) => [
      file,
      readFileSync(join(root, file), 'utf8'),
    ]),
  ),
  changes: read('git', ['status', '--porcelain']).trim(),
  source: GITHUB_REPOSITORY && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`,
}
const obstacles = findObstacles({ ...release, isDryRun })
if (obstacles.length) fail(`Not released:\n${list(obstacles)}`)

const { id, filename, files, size, unpackedSize, integrity } = packed
const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
process.stdout.write(
  `${id}: ${files.length} files, ${kb(unpackedSize)}, as ${filename} ${kb(size)}\n${integrity}\n`,
)
// npm signs where the package was built, which works only in a CI workflow.
run('npm', ['publish', './dist', '--ignore-scripts', '--loglevel=warn', ...(isDryRun ? ['--dry-run'] : [])])

const remaining = findObstacles({ ...release, isDryRun: false })
if (isDryRun && remaining.length) process.stdout.write(`Required before the release:\n${list(remaining)}\n`)

function list(obstacles) {
  return obstacles.map((text) => `- ${text}`).join('\n')
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0)
    fail(`${command} ${args.join(' ')} failed with exit code ${status}: see the errors above.`)
}

/** Returns the output of a command. */
function read(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) fail(`${command} ${args.join(' ')} failed with exit code ${status}:\n${stderr}`)
  return stdout
}
