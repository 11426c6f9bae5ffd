import type { WidgetConfig } from '../src/config/types.ts'
import { nextHost } from './next-host.ts'

/** The environment of the widget in a third-party app. */
export type HostKind =
  | 'server-rendered'
  | 'wagmi'
  | 'webpack'
  | 'rspack'
  | 'parcel'
  | 'esbuild'
  | 'bun'
  | 'preact'
  | 'react-compiler'
  | 'rainbowkit'
  | 'connectkit'
  | 'astro'
  | 'react-router'
  | 'next-app'
  | 'next-pages'

export interface HostSources {
  files: Record<string, string>
  /** npm specifiers of the packages that the app needs in addition to the widget's peers. */
  packages: readonly string[]
  /** The build tool inside `node_modules`, and its arguments. */
  build: readonly [tool: string, ...args: string[]]
  /** Environment variables of the build. Default: the development environment. */
  env?: Record<string, string>
  /**
   * The app's own server, which receives its port as `PORT`. Default: the built pages are served.
   */
  serve?: readonly [tool: string, ...args: string[]]
}

const VITE = ['vite/bin/vite.js', 'build', '--mode', 'development'] as const

/** Returns the source files and the build command of an app with a widget of this config. */
export function hostSources(kind: HostKind, config: WidgetConfig): HostSources {
  const json = { 'config.json': JSON.stringify(config) }
  switch (kind) {
    case 'server-rendered':
      // The app's server renders index.html before Vite builds the page: see `serverRenderedPage`.
      return {
        files: { ...json, 'server.mjs': SERVER, 'main.jsx': HYDRATED },
        packages: ['vite@8'],
        build: VITE,
      }
    case 'wagmi':
      return {
        files: { ...json, 'index.html': pageOf(), 'main.jsx': IN_WAGMI, 'host.jsx': WAGMI_HOST },
        packages: ['vite@8'],
        build: VITE,
      }
    case 'webpack':
      return {
        files: {
          ...json,
          'index.html': pageOf().replace(/<script.*<\/script>/, ''),
          'main.jsx': IN_WAGMI,
          'host.jsx': WAGMI_HOST,
          'webpack.config.mjs': WEBPACK_CONFIG,
        },
        packages: [
          'webpack@5',
          'webpack-cli@7',
          'swc-loader@0.2',
          '@swc/core@1',
          'css-loader@7',
          'style-loader@4',
          'html-webpack-plugin@5',
        ],
        build: ['webpack-cli/bin/cli.js', 'build', '--mode', 'production'],
        env: { NODE_ENV: 'production' },
      }
    case 'rspack':
    case 'parcel':
    case 'esbuild':
    case 'bun': {
      const { files, ...bundler } = BUNDLERS[kind]
      return { ...bundler, files: { ...json, 'main.jsx': IN_WAGMI, 'host.jsx': WAGMI_HOST, ...files } }
    }
    case 'preact':
    case 'react-compiler': {
      const { packages, vite } = VITE_VARIANTS[kind]
      const config = { 'index.html': pageOf(), 'vite.config.mjs': vite }
      const files = { ...json, ...config, 'main.jsx': IN_WAGMI, 'host.jsx': WAGMI_HOST }
      return { files, packages, build: VITE }
    }
    case 'rainbowkit':
    case 'connectkit': {
      const { main, library } = WALLET_KITS[kind]
      const files = { ...json, 'index.html': pageOf(), 'main.jsx': main, 'host.jsx': WAGMI_HOST }
      return { files, packages: ['vite@8', library], build: VITE }
    }
    case 'astro':
      return {
        files: { ...json, 'astro.config.mjs': ASTRO_CONFIG, 'src/pages/index.astro': ASTRO_PAGE },
        packages: ['astro@5', '@astrojs/react@4'],
        build: ['astro/astro.js', 'build', '--silent'],
      }
    case 'react-router':
      return {
        files: { ...json, ...REACT_ROUTER_APP },
        packages: [
          'vite@8',
          'isbot@5',
          ...['react-router', '@react-router/dev', '@react-router/node', '@react-router/serve'].map(
            (name) => `${name}@7.18.4`,
          ),
        ],
        build: ['@react-router/dev/bin.js', 'build'],
        env: { NODE_ENV: 'production' },
        serve: ['@react-router/serve/bin.js', 'dist/server/index.js'],
      }
    case 'next-app':
    case 'next-pages': {
      const host = nextHost(kind === 'next-app' ? 'app' : 'pages', config)
      return { ...host, files: { ...json, ...host.files } }
    }
  }
}

/**
 * Returns a page with server-rendered HTML. Its content security policy allows stylesheets but no
 * inline styles.
 */
export function serverRenderedPage(html: string): string {
  return pageOf(
    html,
    `<meta http-equiv="Content-Security-Policy" content="style-src 'self'">
    <script>
      window.violations = []
      addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective))
    </script>`,
  )
}

function pageOf(html = '', head = ''): string {
  return `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>A host</title>${head}</head>
  <body><div id="root">${html}</div><script type="module" src="/main.jsx"></script></body>
</html>
`
}

const SERVER = `import { readFileSync } from 'node:fs'
import { SwapWidget } from '@sluice/widget'
import { create } from '@sluice/widget/embed'
import { createElement, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'

const config = JSON.parse(readFileSync(new URL('./config.json', import.meta.url), 'utf8'))
const handle = create('#swap', config)
await handle.ready
handle.destroy()
process.stdout.write(renderToString(createElement(StrictMode, null, createElement(SwapWidget, config))))
`

/** A widget without surrounding providers. */
const HYDRATED = `import '@sluice/widget/style.css'
import { SwapWidget } from '@sluice/widget'
import { StrictMode, version } from 'react'
import { hydrateRoot } from 'react-dom/client'
import config from './config.json'

const receivedEvents = []
const broken = []
const listen = ({ events }) => events.on('*', (name) => receivedEvents.push(name))
const root = hydrateRoot(
  document.querySelector('#root'),
  <StrictMode>
    <SwapWidget {...config} onReady={listen} />
  </StrictMode>,
  { onRecoverableError: (error) => broken.push(String(error)) },
)
window.host = { receivedEvents, broken, version, unmount: () => root.unmount() }
`

/** A widget with the host's own wagmi config and query client, exposed to the test. */
const WAGMI_HOST = `import '@sluice/widget/style.css'
import { SwapWidget } from '@sluice/widget'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, version } from 'react'
import { createRoot } from 'react-dom/client'
import { createConfig, http, WagmiProvider } from 'wagmi'
import config from './config.json'

export function startHost({ connectors = [], around = (children) => children }) {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chains = config.chains.map(({ id, name, rpcUrls }) => (
    { id, name, nativeCurrency, rpcUrls: { default: { http: rpcUrls } } }
  ))
  const transports = Object.fromEntries(chains.map(({ id }) => [id, http()]))
  const wagmi = createConfig({ chains, transports, connectors })
  const client = new QueryClient()
  const receivedEvents = []
  const broken = []
  const listen = ({ events }) => events.on('*', (name) => receivedEvents.push(name))
  const root = createRoot(document.querySelector('#root'), {
    onRecoverableError: (error) => broken.push(String(error)),
  })
  root.render(
    <StrictMode>
      <WagmiProvider config={wagmi}>
        <QueryClientProvider client={client}>
          {around(<SwapWidget {...config} onReady={listen} />)}
        </QueryClientProvider>
      </WagmiProvider>
    </StrictMode>,
  )
  window.host = {
    receivedEvents,
    broken,
    version,
    unmount: () => root.unmount(),
    account: () => wagmi.state.connections.get(wagmi.state.current)?.accounts[0],
    queries: () => client.getQueryCache().getAll().length,
  }
}
`

const IN_WAGMI = `import { startHost } from './host.jsx'

startHost({})
`

const WEBPACK_CONFIG = `import HtmlWebpackPlugin from 'html-webpack-plugin'

const jsc = {
  parser: { syntax: 'ecmascript', jsx: true },
  transform: { react: { runtime: 'automatic' } },
  target: 'es2022',
}

export default {
  entry: './main.jsx',
  output: { clean: true, publicPath: 'auto' },
  module: {
    rules: [
      { test: /\\.jsx$/, exclude: /node_modules/, use: { loader: 'swc-loader', options: { jsc } } },
      { test: /\\.css$/, use: ['style-loader', 'css-loader'] },
    ],
  },
  plugins: [new HtmlWebpackPlugin({ template: './index.html' })],
}
`

/** Builds an app by a script of its own, which is in its folder. */
const BY_SCRIPT = ['../build.mjs'] as const

/** Bundlers of the app with its own wagmi config, and the files that they need. */
const BUNDLERS: Record<'rspack' | 'parcel' | 'esbuild' | 'bun', HostSources> = {
  rspack: {
    files: {
      'index.html': pageOf().replace(/<script.*<\/script>/, ''),
      'rspack.config.mjs': `import { HtmlRspackPlugin } from '@rspack/core'

const jsc = { parser: { syntax: 'ecmascript', jsx: true }, transform: { react: { runtime: 'automatic' } } }

export default {
  entry: './main.jsx',
  output: { clean: true, publicPath: 'auto' },
  experiments: { css: true },
  module: {
    rules: [
      { test: /\\.jsx$/, exclude: /node_modules/, use: { loader: 'builtin:swc-loader', options: { jsc } } },
      { test: /\\.css$/, type: 'css' },
    ],
  },
  plugins: [new HtmlRspackPlugin({ template: './index.html' })],
}
`,
    },
    packages: ['@rspack/core@1', '@rspack/cli@1'],
    build: ['@rspack/cli/bin/rspack.js', 'build', '--mode', 'production'],
    env: { NODE_ENV: 'production' },
  },
  parcel: {
    files: {
      'index.html': pageOf(),
      // Parcel ignores the exports of packages by default.
      'package.json': JSON.stringify({
        name: 'host',
        version: '1.0.0',
        private: true,
        '@parcel/resolver-default': { packageExports: true },
      }),
    },
    packages: ['parcel@2'],
    build: ['parcel/lib/bin.js', 'build', 'index.html', '--dist-dir', 'dist', '--no-cache'],
    env: { NODE_ENV: 'production' },
  },
  esbuild: {
    files: {
      'page.html': pageOf('', '<link rel="stylesheet" href="/main.css">').replace('.jsx', '.js'),
      'build.mjs': `import { copyFileSync } from 'node:fs'
import { build } from 'esbuild'

const format = { bundle: true, format: 'esm', splitting: true, jsx: 'automatic', minify: true }
await build({ ...format, entryPoints: ['main.jsx'], outdir: 'dist' })
copyFileSync('page.html', 'dist/index.html')
`,
    },
    packages: ['esbuild@0.25'],
    build: BY_SCRIPT,
    env: { NODE_ENV: 'production' },
  },
  bun: {
    files: {
      'index.html': pageOf().replace('/main.jsx', './main.jsx'),
      // Starts the program itself, because npm runs no install script here.
      'build.mjs': `import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'

const [platform] = readdirSync('node_modules/@oven').sort((a, b) => b.length - a.length)
const bun = \`node_modules/@oven/\${platform}/bin/bun\`
const args = ['build', './index.html', '--outdir=dist', '--splitting', '--minify']
const { status } = spawnSync(bun, args, { stdio: 'inherit' })
process.exit(status ?? 1)
`,
    },
    packages: ['bun@1'],
    build: BY_SCRIPT,
    env: { NODE_ENV: 'production' },
  },
}

/** Apps of Vite with another renderer or compiler. */
const VITE_VARIANTS = {
  preact: {
    packages: ['vite@8', 'preact@11'],
    vite: `const alias = {
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/jsx-runtime',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  react: 'preact/compat',
}

export default { resolve: { alias } }
`,
  },
  'react-compiler': {
    packages: ['vite@7', '@vitejs/plugin-react@5', 'babel-plugin-react-compiler@1'],
    vite: `import react from '@vitejs/plugin-react'

export default { plugins: [react({ babel: { plugins: ['babel-plugin-react-compiler'] } })] }
`,
  },
}

const IN_RAINBOWKIT = `import '@rainbow-me/rainbowkit/styles.css'
import { ConnectButton, connectorsForWallets, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { injectedWallet } from '@rainbow-me/rainbowkit/wallets'
import { startHost } from './host.jsx'

const connectors = connectorsForWallets([{ groupName: 'Installed', wallets: [injectedWallet] }], {
  appName: 'A host',
  projectId: 'none',
})
startHost({
  connectors,
  around: (widget) => (
    <RainbowKitProvider locale="en">
      <header><ConnectButton /></header>
      {widget}
    </RainbowKitProvider>
  ),
})
`

const IN_CONNECTKIT = `import { ConnectKitButton, ConnectKitProvider } from 'connectkit'
import { injected } from 'wagmi'
import { startHost } from './host.jsx'

startHost({
  connectors: [injected()],
  around: (widget) => (
    <ConnectKitProvider options={{ enforceSupportedChains: false }}>
      <header><ConnectKitButton /></header>
      {widget}
    </ConnectKitProvider>
  ),
})
`

/** Libraries with a dialog of their own that lists wallets. */
const WALLET_KITS = {
  rainbowkit: { main: IN_RAINBOWKIT, library: '@rainbow-me/rainbowkit@2.2.11' },
  connectkit: { main: IN_CONNECTKIT, library: 'connectkit@1.9' },
}

const ASTRO_CONFIG = `import react from '@astrojs/react'
import { defineConfig } from 'astro/config'

export default defineConfig({ integrations: [react()], telemetry: false })
`

const ASTRO_PAGE = `---
import '@sluice/widget/style.css'
import { SwapWidget } from '@sluice/widget'
import config from '../../config.json'
---
<html lang="en">
  <head><meta charset="utf-8" /><title>A host</title></head>
  <body><SwapWidget client:load {...config} /></body>
</html>
`

/** Framework mode: the server renders the widget, and the router unmounts and remounts it. */
const REACT_ROUTER_APP = {
  'react-router.config.mjs': `export default { ssr: true, buildDirectory: 'dist' }
`,
  'vite.config.mjs': `import { reactRouter } from '@react-router/dev/vite'

export default { plugins: [reactRouter()] }
`,
  'app/routes.js': `import { index, route } from '@react-router/dev/routes'

export default [index('swap.jsx'), route('about', 'about.jsx')]
`,
  'app/root.jsx': `import { Link, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'

export function Layout({ children }) {
  return (
    <html lang="en">
      <head><meta charSet="utf-8" /><title>A host</title><Meta /><Links /></head>
      <body>
        <nav><Link to="/">Trade</Link> <Link to="/about">About us</Link></nav>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}
`,
  'app/swap.jsx': `import '@sluice/widget/style.css'
import { SwapWidget } from '@sluice/widget'
import config from '../config.json'

export const loader = () => config

const listen = ({ events }) => events.on('*', (name) => window.host.receivedEvents.push(name))

export default function Swap({ loaderData }) {
  return <SwapWidget {...loaderData} onReady={listen} />
}
`,
  'app/about.jsx': `export default function About() {
  return <h1>About us</h1>
}
`,
  'app/entry.client.jsx': `import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

window.host = { receivedEvents: [], broken: [] }
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
    { onRecoverableError: (error) => window.host.broken.push(String(error)) },
  )
})
`,
}
