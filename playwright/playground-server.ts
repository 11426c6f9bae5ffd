import { join } from 'node:path'
import { build, preview } from 'vite'
import { buildWhenStale } from '../scripts/testing/build-when-stale.ts'
import { root } from './stack.ts'

interface PlaygroundOptions {
  devnetDir: string
  serviceUrl: string
  port: number
}

const configFile = join(root, 'vite.config.ts')

/**
 * Builds the playground and the embed script, with the development React, so that StrictMode is
 * effective.
 */
export async function buildPlayground(): Promise<void> {
  buildWhenStale('embed')
  process.env.NODE_ENV = 'development'
  await build({ configFile, mode: 'development', logLevel: 'error', build: { minify: false } })
}

/**
 * Serves the built playground. Call it sequentially, because the config reads the addresses from
 * the environment.
 */
export async function servePlayground({ devnetDir, serviceUrl, port }: PlaygroundOptions) {
  process.env.SLUICE_DEVNET_DIR = devnetDir
  process.env.SLUICE_SERVICE_PORT = new URL(serviceUrl).port
  process.env.SLUICE_PLAYGROUND_PORT = String(port)
  const server = await preview({ configFile, logLevel: 'error' })
  return { url: `http://localhost:${port}`, stop: () => server.close() }
}
