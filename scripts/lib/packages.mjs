// Dependency-free, like setup.mjs.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const TRIES = 3
const PAUSE_MS = 5_000
/** The number of output lines shown of a failed attempt. */
const LAST_LINES = 5

/** Returns whether this process can install Debian packages. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
}

/**
 * Installs Debian packages without prompts. Returns the last output on failure, otherwise
 * undefined.
 */
export function installPackages(names) {
  // RUNLEVEL: the tests start the servers, not the system.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', '-o', 'Acquire::Retries=3', '-o', 'DPkg::Lock::Timeout=120', ...args], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  let errors = ''
  const isDone = retry('apt-get', () => {
    const updated = apt('update')
    const installed = apt('install', '-y', '--no-install-recommends', ...names)
    errors = lastLines(`${updated.stderr ?? ''}${installed.stderr ?? ''}`)
    return installed.status === 0
  })
  return isDone ? undefined : errors
}

/** Retries, because mirrors and registries fail temporarily. Returns whether one attempt succeeded. */
export function retry(command, attempt) {
  for (let tries = 1; ; tries += 1) {
    if (attempt()) return true
    if (tries === TRIES) return false
    process.stdout.write(`${command} failed; retrying (${tries + 1} of ${TRIES})…\n`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS * tries)
  }
}

function lastLines(text) {
  return text.trim().split('\n').slice(-LAST_LINES).join('\n')
}

/** Returns whether the path is an executable program. */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the path in the environment variable, or finds the program on PATH and in the folders. */
export function findProgram(variable, program, folders = []) {
  const path = process.env[variable]
  if (path) return path
  const searched = [...(process.env.PATH ?? '').split(delimiter), ...folders]
  return searched.map((folder) => join(folder, program)).find(isExecutable)
}
