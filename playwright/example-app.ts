import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenStale } from '../scripts/testing/build-when-stale.ts'
import { type HostApp, pack, run } from './host-app.ts'
import { serveBuilt } from './host-server.ts'
import { root } from './stack.ts'

const folder = join(root, 'examples')

/** The names of the apps in `examples/`. */
export const EXAMPLES = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/**
 * Installs an app of `examples/` with the packed tarball in a separate folder, builds and serves
 * it. `files` replace some of its files, by path.
 */
export async function startExample(
  name: string,
  files: Readonly<Record<string, string>> = {},
): Promise<HostApp> {
  for (const part of ['package', 'types', 'embed'] as const) buildWhenStale(part)
  const app = mkdtempSync(join(tmpdir(), `sluice-${name}-`))
  const remove = () => rmSync(app, { recursive: true, force: true })
  try {
    const isSource = (path: string) => !/[\\/](node_modules|dist)$/.test(path)
    cpSync(join(folder, name), app, { recursive: true, filter: isSource })
    for (const [path, text] of Object.entries(files)) writeFileSync(join(app, path), text)
    run(app, 'npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', pack(app)])
    run(app, 'npm', ['run', 'build'], { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' })
    const server = await serveBuilt(app)
    return {
      folder: app,
      app,
      url: server.url,
      html: readFileSync(join(app, 'dist/index.html'), 'utf8'),
      async stop() {
        await server.stop()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}
