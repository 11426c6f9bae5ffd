import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { THIS_NODE } from '../scripts/lib/typescript-node.mjs'
import type { ServiceConfig } from '../service/config/types.ts'

/** The service in a separate process with its embedded database, as `npm run service` starts it. */
export interface ServiceProcess {
  url: string
  pid: number
  /** Milliseconds since the start of the process. */
  listeningMs: number
  /** Milliseconds until every chain and its catalogue are ready. */
  readyMs: number
  stop(): Promise<void>
}

export async function startServiceProcess(
  config: ServiceConfig,
  environment: Record<string, string> = {},
): Promise<ServiceProcess> {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
  const configPath = join(directory, 'service.json')
  writeFileSync(configPath, JSON.stringify(config))
  const startedAt = performance.now()
  const sinceStart = () => performance.now() - startedAt
  const [node, ...flags] = THIS_NODE
  const child = spawn(node, [...flags, join(import.meta.dirname, '../service/main.ts')], {
    env: {
      ...process.env,
      SLUICE_CONFIG: configPath,
      SLUICE_SERVICE_PORT: '0',
      SLUICE_DATA_DIR: join(directory, 'data'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    rmSync(directory, { recursive: true, force: true })
  }
  let url = ''
  let listeningMs = Number.NaN
  for await (const line of createInterface({ input: child.stdout })) {
    const [, found] = line.match(/(http:\/\/localhost:\d+)/) ?? []
    if (found) {
      url = found
      listeningMs = sinceStart()
    }
    if (line.includes('every chain is followed')) {
      return { url, pid: child.pid ?? 0, listeningMs, readyMs: sinceStart(), stop }
    }
  }
  await stop()
  throw new Error('The service exited before it was ready')
}
