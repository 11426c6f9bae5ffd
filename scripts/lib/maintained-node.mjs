// Dependency-free, like setup.mjs.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { retry } from './packages.mjs'
import { root } from './setup.mjs'

/** The release the service's image runs on, of a line that is maintained; the tests run on older ones too. */
export const MAINTAINED_NODE = '24.21.0'

/** Its program where it is there already: named by `SLUICE_MAINTAINED_NODE`, this one, or installed before. */
export function findMaintainedNode() {
  const named = process.env.SLUICE_MAINTAINED_NODE
  if (named) return named
  if (Number.parseInt(process.versions.node, 10) >= Number.parseInt(MAINTAINED_NODE, 10)) {
    return process.execPath
  }
  const { program } = installed()
  return existsSync(program) ? program : undefined
}

/** The same, installed where it is missing, for tests and measurements alone: 40 MB that no other command downloads. */
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

/** The npm package that is nothing but the program of this platform. */
function installed() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const prefix = system === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  const name = `${prefix}-${system}-${process.arch}`
  const folder = join(root, 'node_modules', '.cache', `node-${MAINTAINED_NODE}`)
  const program = join(folder, 'node_modules', name, 'bin', system === 'win' ? 'node.exe' : 'node')
  return { name, folder, program }
}
