import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { preview } from 'vite'
import type { WidgetConfig } from '../src/config/types.ts'
import { buildWhenStale } from './build-when-stale.ts'
import { root } from './stack.ts'

export interface HostAppOptions {
  config: WidgetConfig
  /** This version of React, and all else, from the registry; without one, what is installed here. */
  react?: string
}

export interface HostApp {
  url: string
  /** What the host's own server rendered. */
  html: string
  stop(): Promise<void>
}

/** What the package expects a host to have. */
const PEERS = ['react', 'react-dom', 'wagmi', 'viem', '@tanstack/react-query']
const BUNDLED_WITH_HOST = ['mitt', 'valibot', 'zustand']

/**
 * An app of somebody else: a folder of its own, in it the widget from a packed tarball, rendered by a server in
 * plain Node, built by Vite and served.
 */
export async function startHostApp({ config, react }: HostAppOptions): Promise<HostApp> {
  buildWhenStale('package')
  const folder = mkdtempSync(join(tmpdir(), 'sluice-host-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const tarball = pack(folder)
    writeSources(folder, config)
    if (react) installFresh(folder, tarball, react)
    else link(folder, tarball)
    const html = run(folder, process.execPath, ['server.mjs'])
    writeFileSync(join(folder, 'index.html'), pageOf(html))
    run(folder, process.execPath, [viteOf(react ? folder : root), 'build', '--mode', 'development'])
    const server = await preview({
      root: folder,
      configFile: false,
      logLevel: 'error',
      preview: { port: 0, host: 'localhost' },
    })
    const stop = async () => {
      // A page that is still open keeps its connection.
      if ('closeAllConnections' in server.httpServer) server.httpServer.closeAllConnections()
      await server.close()
      remove()
    }
    return { url: server.resolvedUrls?.local[0] ?? '', html, stop }
  } catch (error) {
    remove()
    throw error
  }
}

function pack(folder: string): string {
  const out = run(root, 'npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder])
  return join(folder, out.trim().split('\n').at(-1) ?? '')
}

function writeSources(folder: string, config: WidgetConfig): void {
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'host', private: true, type: 'module' }))
  writeFileSync(
    join(folder, 'server.mjs'),
    `import { readFileSync } from 'node:fs'
import { SwapWidget } from '@sluice/widget'
import { create } from '@sluice/widget/embed'
import { createElement, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'

const config = JSON.parse(readFileSync(new URL('./config.json', import.meta.url), 'utf8'))
const handle = create('#swap', config)
await handle.ready
handle.destroy()
process.stdout.write(renderToString(createElement(StrictMode, null, createElement(SwapWidget, config))))
`,
  )
  writeFileSync(
    join(folder, 'main.jsx'),
    `import '@sluice/widget/style.css'
import { SwapWidget } from '@sluice/widget'
import { StrictMode, version } from 'react'
import { hydrateRoot } from 'react-dom/client'
import config from './config.json'

const heard = []
const broken = []
const listen = ({ events }) => events.on('*', (name) => heard.push(name))
const root = hydrateRoot(
  document.querySelector('#root'),
  <StrictMode>
    <SwapWidget {...config} onReady={listen} />
  </StrictMode>,
  { onRecoverableError: (error) => broken.push(String(error)) },
)
window.host = { heard, broken, version, unmount: () => root.unmount() }
`,
  )
}

function pageOf(html: string): string {
  return `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>A host</title></head>
  <body><div id="root">${html}</div><script type="module" src="/main.jsx"></script></body>
</html>
`
}

function installFresh(folder: string, tarball: string, react: string): void {
  const wanted = [`react@${react}`, `react-dom@${react}`, 'wagmi@3', 'viem@2.57.1', 'vite@8']
  const peers = [...wanted, '@tanstack/react-query@5']
  run(folder, 'npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', tarball, ...peers])
}

function link(folder: string, tarball: string): void {
  const modules = join(folder, 'node_modules')
  const own = join(modules, '@sluice/widget')
  mkdirSync(own, { recursive: true })
  run(folder, 'tar', ['-xzf', tarball, '-C', own, '--strip-components=1'])
  for (const name of [...PEERS, ...BUNDLED_WITH_HOST]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
}

function viteOf(folder: string): string {
  return join(folder, 'node_modules/vite/bin/vite.js')
}

/** What a command says; throws with its complaint where it fails. */
function run(cwd: string, command: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'development' },
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stderr}${stdout}`)
  return stdout
}
