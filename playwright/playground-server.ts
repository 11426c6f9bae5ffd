import { join } from 'node:path'
import { build, preview } from 'vite'
import { buildWhenStale } from './build-when-stale.ts'
import { root } from './stack.ts'

interface PlaygroundOptions {
  devnetDir: string
  serviceUrl: string
  port: number
}

/**
 * The built playground and the embed script. With the development React, so that StrictMode is effective.
 */
export async function startPlayground({ devnetDir, serviceUrl, port }: PlaygroundOptions) {
  buildWhenStale('embed')
  process.env.NODE_ENV = 'development'
  process.env.SLUICE_DEVNET_DIR = devnetDir
  process.env.SLUICE_SERVICE_PORT = new URL(serviceUrl).port
  process.env.SLUICE_PLAYGROUND_PORT = String(port)
  const configFile = join(root, 'vite.config.ts')
  await build({ configFile, mode: 'development', logLevel: 'error', build: { minify: false } })
  const server = await preview({ configFile, logLevel: 'error' })
  return { url: `http://localhost:${port}`, stop: () => server.close() }
}
