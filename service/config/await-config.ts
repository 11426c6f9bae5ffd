import { setTimeout as pause } from 'node:timers/promises'
import type { NodeVariables } from './config-nodes.ts'
import { loadServiceConfig } from './load-config.ts'
import type { ServiceConfig } from './types.ts'
import type { Presets } from './with-presets.ts'

export interface AwaitConfigOptions {
  path: string
  nodes?: NodeVariables
  presets?: Presets
  /** How long to wait for a missing file; 0 when the path was set explicitly. */
  waitMs: number
  signal: AbortSignal
  onWaiting(): void
}

const POLL_MS = 250

/** Loads the config and waits for a missing file. Throws immediately if the file is invalid. */
export async function awaitServiceConfig(options: AwaitConfigOptions): Promise<ServiceConfig> {
  const { path, nodes = {}, presets = {}, waitMs, signal, onWaiting } = options
  for (let waited = 0; ; waited += POLL_MS) {
    signal.throwIfAborted()
    try {
      return await loadServiceConfig(path, { nodes, presets })
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
    await pause(POLL_MS, undefined, { signal })
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
