import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { WidgetConfig } from '../src/config/types.ts'
import { buildWhenStale } from './build-when-stale.ts'
import { serveBuilt, serveBy } from './host-server.ts'
import { type HostKind, hostSources, serverRenderedPage } from './host-sources.ts'
import { PEERS } from './peer-versions.ts'
import { root } from './stack.ts'

export interface HostAppOptions {
  kind: HostKind
  config: WidgetConfig
  /** Versions of the peers to install from the registry. Default: the packages installed in this repository. */
  install?: Readonly<Record<string, string>>
  /** What installs them. Default npm. */
  installer?: 'npm' | 'pnpm'
  /** Installed packages that replace others, by the name of the replaced one. */
  aliases?: Readonly<Record<string, string>>
}

export interface HostApp {
  /** Where the app is, with its `node_modules`. */
  folder: string
  url: string
  /** The page's HTML as served. */
  html: string
  stop(): Promise<void>
}

const BUNDLED_WITH_HOST = ['mitt', 'valibot', 'zustand']

/** A third-party app in its own folder, with the widget from a packed tarball, built and served. */
export async function startHostApp({
  kind,
  config,
  install,
  installer = 'npm',
  aliases,
}: HostAppOptions): Promise<HostApp> {
  buildWhenStale('package')
  const folder = mkdtempSync(join(tmpdir(), 'sluice-host-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const sources = hostSources(kind, config)
  const [tool, ...args] = sources.build
  try {
    const tarball = pack(folder)
    write(folder, 'package.json', JSON.stringify({ name: 'host', private: true, type: 'module' }))
    for (const [path, text] of Object.entries(sources.files)) write(folder, path, text)
    if (install)
      installFresh(folder, { installer, packages: [tarball, ...specifiers(install), ...sources.packages] })
    else link(folder, { tarball, aliases })
    if (kind === 'server-rendered') {
      write(folder, 'index.html', serverRenderedPage(run(folder, process.execPath, ['server.mjs'])))
    }
    run(folder, process.execPath, [join(install ? folder : root, 'node_modules', tool), ...args], sources.env)
    const server = sources.serve ? await serveBy(folder, sources.serve) : await serveBuilt(folder)
    const html = await (await fetch(server.url)).text()
    const stop = async () => {
      await server.stop()
      remove()
    }
    return { folder, url: server.url, html, stop }
  } catch (error) {
    remove()
    throw error
  }
}

/** Packs the built widget into the folder, and returns the path of the tarball. */
export function pack(folder: string): string {
  const out = run(root, 'npm', [
    'pack',
    './dist',
    '--silent',
    '--ignore-scripts',
    '--pack-destination',
    folder,
  ])
  return join(folder, out.trim().split('\n').at(-1) ?? '')
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function specifiers(versions: Readonly<Record<string, string>>): string[] {
  return Object.entries(versions).map(([name, version]) => `${name}@${version}`)
}

/** pnpm is run from a folder of npm's, and keeps what it downloads in that of the app: nothing is left behind. */
const PNPM = ['exec', '--yes', '--package=pnpm@10', '--', 'pnpm', 'add', '--store-dir=.store']

function installFresh(
  folder: string,
  { installer, packages }: { installer: 'npm' | 'pnpm'; packages: string[] },
): void {
  const npm = ['install', '--no-audit', '--no-fund']
  run(folder, 'npm', [...(installer === 'pnpm' ? PNPM : npm), '--ignore-scripts', ...packages])
}

/** Links the packages of this repository into the app's folder. */
function link(
  folder: string,
  { tarball, aliases = {} }: { tarball: string; aliases: HostAppOptions['aliases'] | undefined },
): void {
  const modules = join(folder, 'node_modules')
  const own = join(modules, '@sluice/widget')
  mkdirSync(own, { recursive: true })
  run(folder, 'tar', ['-xzf', tarball, '-C', own, '--strip-components=1'])
  for (const name of [...PEERS, ...Object.values(aliases), ...BUNDLED_WITH_HOST]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  write(folder, 'vite.config.mjs', `export default ${JSON.stringify({ resolve: { alias: aliases } })}\n`)
}

/** Runs a command and returns its output. Throws with the output on failure. */
export function run(
  cwd: string,
  command: string,
  args: string[],
  env: Record<string, string> = { NODE_ENV: 'development' },
): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stderr}${stdout}`)
  return stdout
}
