// Dependency-free, like setup.mjs.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { retry } from '../lib/packages.mjs'
import { root } from '../lib/setup.mjs'

/**
 * The Node release of the service's image, of a maintained line. The tests also run on older ones.
 */
export const MAINTAINED_NODE = '24.21.0'

/**
 * Returns the path of this release if it is present: from `SLUICE_MAINTAINED_NODE`, this process,
 * or an earlier installation.
 */
export function findMaintainedNode() {
  const named = process.env.SLUICE_MAINTAINED_NODE
  if (named) return named
  if (Number.parseInt(process.versions.node, 10) >= Number.parseInt(MAINTAINED_NODE, 10)) {
    return process.execPath
  }
  const { program } = installed()
  return existsSync(program) ? program : undefined
}

/**
 * Installs the release if it is missing. Only tests and measurements use it, because it is a
 * download of 40 MB.
 */
export function ensureMaintainedNode() {
  const found = findMaintainedNode()
  if (found) return found
  const { name, folder } = installed()
  process.stdout.write(`Installing Node ${MAINTAINED_NODE} for tests and measurements (once)…\n`)
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' }
  const quietly = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  const args = ['install', '--prefix', folder, ...quietly, `${name}@${MAINTAINED_NODE}`]
  retry('npm install', () => spawnSync('npm', args, options).status === 0)
  const program = findMaintainedNode()
  if (program) return program
  process.stdout.write(
    `Without Node ${MAINTAINED_NODE} the tests on it are skipped. Set SLUICE_MAINTAINED_NODE to the path of its program.\n`,
  )
  return undefined
}

/** Returns the npm package that contains only the Node program of this platform. */
function installed() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const prefix = system === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  const name = `${prefix}-${system}-${process.arch}`
  const folder = join(root, 'node_modules', '.cache', `node-${MAINTAINED_NODE}`)
  const program = join(folder, 'node_modules', name, 'bin', system === 'win' ? 'node.exe' : 'node')
  return { name, folder, program }
}
