import { setTimeout as pause } from 'node:timers/promises'
import type { NodeVariables } from './config-nodes.ts'
import { loadServiceConfig } from './load-config.ts'
import type { ServiceConfig } from './types.ts'

export interface AwaitConfigOptions {
  path: string
  nodes?: NodeVariables
  /** How long a file that is not there yet is waited for; 0 where somebody named it. */
  waitMs: number
  signal: AbortSignal
  onWaiting(): void
}

const LOOK_EVERY_MS = 250

/** The config, once its file is there. A file that is there and wrong is an error at once. */
export async function awaitServiceConfig(options: AwaitConfigOptions): Promise<ServiceConfig> {
  const { path, nodes, waitMs, signal, onWaiting } = options
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    signal.throwIfAborted()
    try {
      return await loadServiceConfig(path, nodes)
    } catch (error) {
      if (!isMissing(error)) throw error
      if (waited >= waitMs)
        throw new Error(
          waitMs === 0
            ? `No config at ${path}, which SLUICE_CONFIG names. Begin with a copy of config.example.json.`
            : `No config at ${path}. Start the local chains, or set SLUICE_CONFIG.`,
        )
      if (waited === 0) onWaiting()
    }
    await pause(LOOK_EVERY_MS, undefined, { signal })
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
