// Dependency-free, like setup.mjs.
import { canInstallPackages, findProgram, installPackages } from '../lib/packages.mjs'

/**
 * Returns the programs of the other engines that tests run in. `undefined` for an engine that is
 * not installed.
 */
export function findEngines() {
  const firefox =
    findProgram('SLUICE_FIREFOX', 'firefox-esr') ?? findProgram('SLUICE_FIREFOX', 'firefox', MAC_FIREFOX)
  const driver = findProgram('SLUICE_WEBKIT_DRIVER', 'WebKitWebDriver')
  const xvfb = findProgram('SLUICE_XVFB', 'Xvfb')
  return { firefox, webkit: driver && xvfb ? { driver, xvfb } : undefined }
}

const MAC_FIREFOX = ['/Applications/Firefox.app/Contents/MacOS']

/** Installs missing engines from Debian if possible. Otherwise the tests that need them are skipped. */
export function ensureEngines() {
  const missing = missingPackages()
  if (missing.length === 0) return
  let errors = ''
  if (canInstallPackages()) {
    process.stdout.write(`Installing ${missing.join(' and ')} for the tests in other browsers (once)…\n`)
    errors = installPackages(missing) ?? ''
  }
  const still = missingPackages()
  if (still.length === 0) return
  process.stdout.write(
    `Without ${still.join(' and ')} the tests in Firefox or WebKit are skipped. Install them (Debian: ` +
      `apt-get install ${still.join(' ')}), or set SLUICE_FIREFOX, SLUICE_WEBKIT_DRIVER and SLUICE_XVFB ` +
      `to the paths of the programs.\n${errors && `apt-get failed:\n${errors}\n`}`,
  )
}

function missingPackages() {
  const { firefox, webkit } = findEngines()
  return [...(firefox ? [] : ['firefox-esr']), ...(webkit ? [] : ['webkit2gtk-driver', 'xvfb'])]
}
