import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildWhenStale } from '../scripts/testing/build-when-stale.ts'
import { PEERS } from '../scripts/testing/peer-versions.ts'
import type { WidgetConfig } from '../src/config/types.ts'
import { serveBuilt, serveBy } from './host-server.ts'
import { type HostKind, hostSources, serverRenderedPage } from './host-sources.ts'
import { root } from './stack.ts'

type Installer = 'npm' | 'pnpm' | 'yarn' | 'pnp'

export interface HostAppOptions {
  kind: HostKind
  config: WidgetConfig
  /**
   * Versions of the peers to install from the registry. Default: the packages installed in this
   * repository.
   */
  install?: Readonly<Record<string, string>>
  /**
   * The package manager. `yarn`: yarn 1, with the app as a part of a workspace. `pnp`: yarn 4 without
   * `node_modules`. Default npm.
   */
  installer?: Installer
  /** Installed packages that replace others, by the name of the replaced one. */
  aliases?: Readonly<Record<string, string>>
}

export interface HostApp {
  /** The folder of the installed packages: the app's folder, or its workspace. */
  folder: string
  /** The folder of the app. */
  app: string
  url: string
  /** The page's HTML as served. */
  html: string
  stop(): Promise<void>
}

const BUNDLED_WITH_HOST = ['mitt', 'valibot', 'zustand']

/**
 * Starts a third-party app in a separate folder, with the widget from a packed tarball, built and
 * served.
 */
export async function startHostApp({
  kind,
  config,
  install,
  installer = 'npm',
  aliases,
}: HostAppOptions): Promise<HostApp> {
  buildWhenStale('package')
  if (install) buildWhenStale('types')
  const folder = mkdtempSync(join(tmpdir(), 'sluice-host-'))
  const app = installer === 'yarn' ? join(folder, 'packages/app') : folder
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const sources = hostSources(kind, config)
  const [tool, ...args] = sources.build
  try {
    const tarball = pack(folder)
    if (installer === 'yarn') writeWorkspace(folder)
    write(app, 'package.json', JSON.stringify({ ...MANIFEST, name: 'host' }))
    for (const [path, text] of Object.entries(sources.files)) write(app, path, text)
    if (install)
      installFresh(app, { installer, packages: [tarball, ...specifiers(install), ...sources.packages] })
    else link(app, { tarball, aliases })
    if (kind === 'server-rendered') {
      write(app, 'index.html', serverRenderedPage(run(app, process.execPath, ['server.mjs'])))
    }
    if (installer === 'pnp') yarnPnp(app, ['node', join('node_modules', tool), ...args], sources.env)
    else
      run(app, process.execPath, [join(install ? folder : root, 'node_modules', tool), ...args], sources.env)
    const server = sources.serve ? await serveBy(app, sources.serve) : await serveBuilt(app)
    const html = await (await fetch(server.url)).text()
    const stop = async () => {
      await server.stop()
      remove()
    }
    return { folder, app, url: server.url, html, stop }
  } catch (error) {
    remove()
    throw error
  }
}

const TYPED_HOST = `import { SwapWidget, type SwapWidgetProps } from '@sluice/widget'

declare const config: SwapWidgetProps
export const widget = <SwapWidget {...config} onReady={({ events }) => events.on('walletConnected', () => {})} />
// @ts-expect-error: the type of the package is there, and knows its props.
export const wrong = <SwapWidget {...config} integrator={1} />
`

/**
 * Typechecks a use of the widget, and the widget's own declarations, against the installed peers.
 * Ignores errors in other declarations: wagmi has some with other versions of React.
 */
export function typecheckHost(app: string): void {
  write(app, 'typed.tsx', TYPED_HOST)
  const options = ['--noEmit', '--strict', '--pretty', 'false', '--jsx', 'react-jsx', '--target', 'es2022']
  const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', 'react']
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout, stderr, error } = spawnSync(
    process.execPath,
    [tsc, ...options, ...modules, '--skipLibCheck', 'false', 'typed.tsx'],
    { cwd: app, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  // Errors without a file are about the compiler options.
  const isOurs = (line: string) => /^(typed\.tsx\(|error )|[\\/]@sluice[\\/]widget[\\/][^(]*\(\d/.test(line)
  const ours = stdout.split('\n').filter(isOurs)
  if (error || stderr || ours.length) throw new Error(`${error ?? ''}${stderr}${ours.join('\n')}`)
}

/** Packs the built widget into the folder and returns the path of the tarball. */
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

const MANIFEST = { version: '1.0.0', private: true, type: 'module' }

/** Creates a yarn workspace, whose packages share the dependencies of its root. */
export function writeWorkspace(
  folder: string,
  dependencies: Readonly<Record<string, string>> = {},
  packages: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
): void {
  const workspace = { ...MANIFEST, name: 'workspace', workspaces: ['packages/*'], dependencies }
  write(folder, 'package.json', JSON.stringify(workspace))
  for (const [name, own] of Object.entries(packages)) {
    const manifest = JSON.stringify({ ...MANIFEST, name, dependencies: own })
    write(folder, `packages/${name}/package.json`, manifest)
  }
}

/** Runs yarn in a folder of a workspace, with the registry that npm uses. */
export function yarn(folder: string, args: readonly string[]): void {
  const registry = run(folder, 'npm', ['config', 'get', 'registry', '--workspaces=false']).trim()
  const store = mkdtempSync(join(tmpdir(), 'sluice-yarn-'))
  const options = ['--ignore-scripts', '--non-interactive', '--registry', registry, '--cache-folder', store]
  try {
    run(folder, 'npm', [...npmExec('yarn@1'), 'yarn', ...args, ...options])
  } finally {
    rmSync(store, { recursive: true, force: true })
  }
}

/** Allows a package that wagmi uses and does not declare, without which its app does not build. */
const PNP_CONFIG = `enableGlobalCache: false
enableImmutableInstalls: false
enableScripts: false
enableTelemetry: false
packageExtensions:
  '@wagmi/core@*':
    dependencies:
      '@tanstack/query-core': '^5.0.0'
`

/** Runs yarn 4 in an app without `node_modules`, with the registry that npm uses. */
function yarnPnp(app: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const registry = run(app, 'npm', ['config', 'get', 'registry', '--workspaces=false']).trim()
  const { hostname } = new URL(registry)
  const own = { YARN_NPM_REGISTRY_SERVER: registry.replace(/\/$/, ''), YARN_UNSAFE_HTTP_WHITELIST: hostname }
  run(app, 'npm', [...npmExec('@yarnpkg/cli-dist@4'), 'yarn', ...args], { ...own, ...env })
}

/** Returns the npm arguments that run another package manager without installing it. */
function npmExec(specifier: string): string[] {
  return ['exec', '--yes', '--workspaces=false', `--package=${specifier}`, '--']
}

function installFresh(
  app: string,
  { installer, packages }: { installer: Installer; packages: string[] },
): void {
  const pnpm = [...npmExec('pnpm@10'), 'pnpm', 'add', '--store-dir=.store']
  const npm = ['install', '--no-audit', '--no-fund']
  if (installer === 'yarn') yarn(app, ['add', ...packages])
  else if (installer === 'pnp') {
    write(app, '.yarnrc.yml', PNP_CONFIG)
    write(app, 'yarn.lock', '')
    const [tarball, ...others] = packages
    yarnPnp(app, ['add', `@sluice/widget@file:${tarball}`, ...others])
  } else run(app, 'npm', [...(installer === 'pnpm' ? pnpm : npm), '--ignore-scripts', ...packages])
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
