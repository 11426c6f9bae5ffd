import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/testing/free-port.ts'
import { until } from '../../wire/testing/until.ts'
import { COMMAND_MS, type EngineBrowser } from './engine-browser.ts'
import { type Program, runProgram } from './run-program.ts'
import { startDisplay } from './start-display.ts'

/** Starts WebKitGTK's MiniBrowser through its WebDriver server, on its own display. */
export async function launchWebKit({
  driver,
  xvfb,
}: {
  driver: string
  xvfb: string
}): Promise<EngineBrowser> {
  const home = mkdtempSync(join(tmpdir(), 'sluice-webkit-'))
  const programs: Program[] = []
  const remove = async () => {
    for (const program of programs.reverse()) await program.stop()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const display = await startDisplay(xvfb)
    programs.push(display)
    const port = await freePort()
    const server = `http://127.0.0.1:${port}`
    // Every Debian has this locale. It makes `navigator.language` "C", which is not a language tag.
    const locale = { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }
    const program = runProgram(driver, {
      args: [`--port=${port}`],
      env: { ...locale, DISPLAY: display.name, HOME: home },
    })
    programs.push(program)
    await until(async () => program.exitCode() !== undefined || (await isReady(server)))
    if (program.exitCode() !== undefined) throw new Error(`WebKitWebDriver exited with ${program.exitCode()}`)

    const { sessionId } = (await send(`${server}/session`, { capabilities: {} })) as { sessionId: string }
    const session = `${server}/session/${sessionId}`
    return {
      open: async (url) => void (await send(`${session}/url`, { url })),
      evaluate: async <T>(script: string, args: readonly unknown[] = []) =>
        (await send(`${session}/execute/sync`, { script, args })) as T,
      perform: async (actions) => void (await send(`${session}/actions`, { actions })),
      stop: remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

async function send(url: string, parameters: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify(parameters),
    signal: AbortSignal.timeout(COMMAND_MS),
  })
  const { value } = await response.json()
  if (!response.ok) throw new Error(`${new URL(url).pathname}: ${value?.error}: ${value?.message}`)
  return value
}

async function isReady(server: string): Promise<boolean> {
  try {
    return (await fetch(`${server}/status`, { signal: AbortSignal.timeout(COMMAND_MS) })).ok
  } catch {
    return false
  }
}
