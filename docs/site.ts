import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { buildWhenStale } from '../scripts/testing/build-when-stale.ts'
import { createLlmsFullText, createLlmsText } from './llms.ts'
import { readPages } from './pages.ts'
import { createReference } from './reference.ts'

const root = join(import.meta.dirname, '..')
const docs = import.meta.dirname

/** Installs VitePress, writes the generated pages, and copies the built widget beside the pages. */
export function prepareSite(): void {
  install()
  for (const [path, markdown] of Object.entries(createReference())) {
    const file = join(docs, 'generated', `${basename(path)}.md`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, markdown)
  }
  copyWidget()
  const pages = readPages()
  writeFileSync(join(docs, 'content/public/llms.txt'), createLlmsText(pages))
  writeFileSync(join(docs, 'content/public/llms-full.txt'), createLlmsFullText(pages))
}

/** Builds the whole site into a folder. The base is the path under which it is served. */
export function buildSite(out: string, base = '/'): void {
  prepareSite()
  const { status } = spawnSync(process.execPath, vitepress('build', '--outDir', out, '--base', base), {
    cwd: docs,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('The documentation could not be built: see the errors above.')
}

/** Serves the site, and renders a page again when it is saved. */
export function serveSite(port: number): ReturnType<typeof spawn> {
  prepareSite()
  return spawn(process.execPath, vitepress('dev', '--port', String(port), '--strictPort'), {
    cwd: docs,
    stdio: 'inherit',
  })
}

function vitepress(command: string, ...options: string[]): string[] {
  return [join(docs, 'node_modules/vitepress/bin/vitepress.js'), command, '.', ...options]
}

function install(): void {
  if (existsSync(join(docs, 'node_modules/vitepress/package.json'))) return
  process.stdout.write('Installing VitePress for the documentation (once)…\n')
  const windows = process.platform === 'win32'
  const { status } = spawnSync(
    windows ? 'npm.cmd' : 'npm',
    ['install', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: docs, stdio: 'inherit', shell: windows },
  )
  if (status !== 0) throw new Error('VitePress could not be installed in docs/: see the errors of npm above.')
}

/** The live widgets run the built script, as a partner's page does. */
function copyWidget(): void {
  buildWhenStale('embed')
  const built = join(root, 'dist/embed')
  const files = join(docs, 'content/public')
  const copy = join(files, 'embed')
  rmSync(copy, { recursive: true, force: true })
  cpSync(join(root, 'public/favicon.svg'), join(files, 'favicon.svg'))
  for (const name of readdirSync(built).filter((file) => /\.(js|woff2|css)$/.test(file))) {
    cpSync(join(built, name), join(copy, name))
  }
}
