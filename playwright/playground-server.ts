import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build, preview } from 'vite'
import { root } from './stack.ts'

interface PlaygroundOptions {
  devnetDir: string
  serviceUrl: string
  port: number
}

/**
 * The playground as built files, and the embed script beside it. React is the development one, so that StrictMode
 * does what it is for.
 */
export async function startPlayground({ devnetDir, serviceUrl, port }: PlaygroundOptions) {
  buildEmbedWhenStale()
  process.env.NODE_ENV = 'development'
  process.env.SLUICE_DEVNET_DIR = devnetDir
  process.env.SLUICE_SERVICE_PORT = new URL(serviceUrl).port
  process.env.SLUICE_PLAYGROUND_PORT = String(port)
  const configFile = join(root, 'vite.config.ts')
  await build({ configFile, mode: 'development', logLevel: 'error', build: { minify: false } })
  const server = await preview({ configFile, logLevel: 'error' })
  return { url: `http://localhost:${port}`, stop: () => server.close() }
}

function buildEmbedWhenStale(): void {
  const script = statSync(join(root, 'dist/embed/sluice.js'), { throwIfNoEntry: false })
  const sources = ['src', 'scripts/lib'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(root, folder, file),
    ),
  )
  if (script && sources.every((file) => statSync(file).mtimeMs <= script.mtimeMs)) return
  const result = spawnSync(process.execPath, ['scripts/build.mjs', 'embed'], { cwd: root, stdio: 'inherit' })
  if (result.status !== 0) throw new Error('The embed script did not build')
}
