import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findObstacles } from './lib/release-obstacles.mjs'
import { ensureInstalled, fail, root } from './lib/setup.mjs'

// Builds, examines and publishes dist/. `npm run release -- --dry-run` does all but the last.
const words = process.argv.slice(2)
const isDryRun = words.includes('--dry-run')
const unknown = words.find((word) => word !== '--dry-run')
if (unknown) fail(`There is no option "${unknown}". The one there is: --dry-run.`)

ensureInstalled()
run(process.execPath, ['scripts/build.mjs'])
run(process.execPath, ['node_modules/publint/src/cli.js', 'dist', '--strict'])

const [packed] = JSON.parse(read('npm', ['pack', './dist', '--dry-run', '--json', '--ignore-scripts']))
const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env
const release = {
  manifest: JSON.parse(readFileSync(join(root, 'dist/package.json'), 'utf8')),
  changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
  files: packed.files.map(({ path }) => path),
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
// With provenance: npm signs where it was built, and refuses where no CI can vouch for it.
run('npm', ['publish', './dist', '--ignore-scripts', '--loglevel=warn', ...(isDryRun ? ['--dry-run'] : [])])

const later = findObstacles({ ...release, isDryRun: false })
if (isDryRun && later.length) process.stdout.write(`To be done before the release:\n${list(later)}\n`)

function list(obstacles) {
  return obstacles.map((text) => `- ${text}`).join('\n')
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) fail(`${command} ${args.join(' ')} ended with ${status}; the lines above say why.`)
}

/** What a command prints. */
function read(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) fail(`${command} ${args.join(' ')} ended with ${status}:\n${stderr}`)
  return stdout
}
