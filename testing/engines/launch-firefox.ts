import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../wire/testing/until.ts'
import type { EngineBrowser } from './engine-browser.ts'
import { connectMarionette } from './marionette.ts'
import { runProgram } from './run-program.ts'

/** The tests reach only servers of this machine, and the browser contacts no other. */
const PREFERENCES = {
  // A free port, which Firefox writes into the profile.
  'marionette.port': 0,
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
  'ui.prefersReducedMotion': 1,
}

/** Starts a Firefox without windows and with a new profile. */
export async function launchFirefox(path: string): Promise<EngineBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'sluice-firefox-'))
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const program = runProgram(path, {
    args: ['--headless', '--marionette', '--no-remote', '--profile', profile, 'about:blank'],
    // Firefox refuses to run as root with the home folder of another account.
    env: { HOME: profile, MOZ_HEADLESS_WIDTH: '1280', MOZ_HEADLESS_HEIGHT: '900' },
  })
  const remove = async () => {
    await program.stop()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const portFile = join(profile, 'MarionetteActivePort')
    await until(() => program.exitCode() !== undefined || (existsSync(portFile) && readPort(portFile) > 0))
    if (program.exitCode() !== undefined) throw new Error(`Firefox exited with ${program.exitCode()}`)
    const marionette = await connectMarionette(readPort(portFile))
    await marionette.send('WebDriver:NewSession', { capabilities: {} })
    return {
      open: async (url) => void (await marionette.send('WebDriver:Navigate', { url })),
      evaluate: async <T>(script: string, values: readonly unknown[] = []) => {
        const result = await marionette.send('WebDriver:ExecuteScript', { script, args: values })
        return (result as { value: T }).value
      },
      perform: async (actions) => void (await marionette.send('WebDriver:PerformActions', { actions })),
      async stop() {
        marionette.close()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

const readPort = (file: string) => Number(readFileSync(file, 'utf8'))
