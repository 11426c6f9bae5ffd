// Dependency-free, because it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync, utimesSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startHeartbeat } from './heartbeat.mjs'
import { canInstallPackages, installPackages, isExecutable, retry } from './packages.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** The entries of the package, one per file of src/exports. */
export const ENTRIES = ['index', 'embed', 'client', 'analytics', 'doctor', 'testing', 'themes']

/** Prints the message and exits with code 1. */
export function fail(message) {
  process.stderr.write(`\n${message}\n`)
  process.exit(1)
}

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(
      `Sluice needs Node 20.19 or newer; this is ${process.versions.node}. Install a newer Node and try again.`,
    )
  }
}

/** Installs when `node_modules` is missing or older than the lockfile. */
export function ensureInstalled() {
  checkNode()
  const lock = join(root, 'package-lock.json')
  const marker = join(root, 'node_modules', '.package-lock.json')
  const current = existsSync(marker) && statSync(marker).mtimeMs >= statSync(lock).mtimeMs
  if (current) return
  process.stdout.write('Installing dependencies (once; about a minute)…\n')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const options = { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' }
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error']
  const stopHeartbeat = startHeartbeat('Still installing dependencies')
  const isInstalled = retry('npm install', () => spawnSync(npm, args, options).status === 0)
  stopHeartbeat()
  if (!isInstalled) fail('npm install failed: see the errors above.')
  // npm may write the lockfile last, but the marker must be the newer of the two.
  utimesSync(marker, new Date(), new Date())
}

/** Chromium without windows renders the same pages with a fifth less processor time. */
const HEADLESS = 'chromium-headless-shell'
const browserNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const browserPaths = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

function findChromium() {
  const named = process.env.SLUICE_CHROMIUM
  if (named) {
    if (isExecutable(named)) return named
    fail(`SLUICE_CHROMIUM is "${named}", which is not an executable file.`)
  }
  return [...onPath(browserNames), ...browserPaths].find(isExecutable)
}

function onPath(names) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((directory) => names.map((name) => join(directory, name)))
}

/**
 * Returns the path of a Chromium without windows and installs Debian's if possible. Otherwise
 * returns the path of any Chromium.
 */
export function ensureHeadlessChromium() {
  const find = () => onPath([HEADLESS]).find(isExecutable)
  if (process.env.SLUICE_CHROMIUM) return ensureChromium()
  if (!find() && canInstallPackages()) {
    process.stdout.write('Installing Chromium without windows for the browser tests (once)…\n')
    installPackages([HEADLESS])
  }
  return find() ?? ensureChromium()
}

/** Returns the path of a Chromium for the browser tests and installs Debian's if it is missing. */
export function ensureChromium() {
  const found = findChromium()
  if (found) return found
  let errors = ''
  if (canInstallPackages()) {
    process.stdout.write('Installing Chromium for the browser tests (once)…\n')
    errors = installPackages(['chromium']) ?? ''
    const installed = findChromium()
    if (installed) return installed
  }
  fail(
    'The browser tests need Chromium, which is not installed. Install it (Debian: apt-get install chromium) ' +
      `or set SLUICE_CHROMIUM to the path of a Chromium or Chrome.${errors && `\napt-get failed:\n${errors}`}`,
  )
}
