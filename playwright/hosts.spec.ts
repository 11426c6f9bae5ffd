import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Page } from '@playwright/test'
import {
  CROSSED_PEERS,
  FLOOR_ALIASES,
  NEWEST_PEERS,
  OLDEST_PEERS,
  PEERS,
  PUBLISHED_PEERS,
} from '../scripts/testing/peer-versions.ts'
import { devWalletScript } from '../src/testing/dev-wallet-script.ts'
import { defaultConfig } from '../stories/playground/default-config.ts'
import { devWalletOptions } from '../stories/playground/dev-wallet-options.ts'
import { ButtonWatch } from './button-watch.ts'
import { manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'
import {
  type HostApp,
  type HostAppOptions,
  pack,
  startHostApp,
  typecheckHost,
  writeWorkspace,
  yarn,
} from './host-app.ts'
import { stackAddresses } from './stack.ts'
import { WidgetDriver } from './widget.ts'

/** The globals of the host's page that the test reads. */
interface HostWindow {
  host: {
    receivedEvents: string[]
    broken: string[]
    version: string
    unmount(): void
    /** The account of the host's own wagmi config. */
    account(): string | undefined
    /** The number of queries in the host's own client. */
    queries(): number
  }
  devWallet: { listenerCount(): number }
  /** Violations of the page's content security policy. */
  violations: string[]
}

const INSTALL_TIMEOUT_MS = 600_000

// The locale differs from the server's, and hydration must still match.
test.use({ locale: 'sv-SE' })

test('a packed widget hydrates server-rendered HTML in a host’s app and swaps', async ({ page }) => {
  await withHost({ kind: 'server-rendered' }, (host) => swapOnItsOwn(page, host))
})

test('a packed widget swaps with the oldest supported wagmi, TanStack Query and React', async ({ page }) => {
  await withHost({ kind: 'wagmi', aliases: FLOOR_ALIASES }, async (host) => {
    await swapInWagmi(page, host)
    expect(await read(page, ({ host: { version } }) => version)).toBe(OLDEST_PEERS.react)
  })
})

for (const [age, install] of Object.entries({ oldest: OLDEST_PEERS, newest: NEWEST_PEERS })) {
  test(`a widget with the ${age} peers, installed from scratch, hydrates server-rendered HTML without providers`, {
    tag: '@proof',
  }, async ({ page }) => {
    test.setTimeout(INSTALL_TIMEOUT_MS)
    await withHost({ kind: 'server-rendered', install }, async (host) => {
      await swapOnItsOwn(page, host)
      expect(await read(page, ({ host: { version } }) => version)).toBe(install.react)
    })
  })

  test(`a widget with the ${age} peers, installed from scratch, swaps inside the host’s wagmi`, {
    tag: '@proof',
  }, async ({ page }) => {
    test.setTimeout(INSTALL_TIMEOUT_MS)
    await withHost({ kind: 'wagmi', install }, (host) => swapInWagmi(page, host))
  })
}

for (const [peers, install] of Object.entries(CROSSED_PEERS)) {
  test(`a widget with ${peers}, installed from scratch, typechecks and swaps inside the host’s wagmi`, {
    tag: '@proof',
  }, async ({ page }) => {
    test.setTimeout(INSTALL_TIMEOUT_MS)
    await withHost({ kind: 'wagmi', install }, async (host) => {
      // The wallets of wagmi 2 have their own copies of viem.
      expect(findShared(host)).toEqual(Object.fromEntries(PEERS.map((name) => [name, [name]])))
      expect(examine(host.folder, host.app)).toEqual(['No problems found.'])
      typecheckHost(host.app)
      await swapInWagmi(page, host)
      expect(await read(page, ({ host: { version } }) => version)).toBe(install.react)
    })
  })
}

test('a widget with the newest published peers, installed from scratch, swaps inside the host’s wagmi', {
  tag: '@newest',
}, async ({ page }) => {
  test.setTimeout(INSTALL_TIMEOUT_MS)
  await withHost({ kind: 'wagmi', install: { ...PUBLISHED_PEERS, '@types/react': '19' } }, async (host) => {
    expect(countCopies(host.folder)).toEqual(Object.fromEntries(PEERS.map((name) => [name, 1])))
    typecheckHost(host.app)
    await swapInWagmi(page, host)
  })
})

const BUILDS = {
  webpack: 'built by webpack',
  rspack: 'built by Rspack',
  parcel: 'built by Parcel',
  esbuild: 'built by esbuild',
  bun: 'built by Bun',
  preact: 'rendered by preact/compat',
  'react-compiler': 'in an app of the React compiler',
} as const

for (const [kind, build] of Object.entries(BUILDS) as [keyof typeof BUILDS, string][]) {
  test(`a widget ${build}, installed from scratch, swaps inside the host’s wagmi`, {
    tag: '@proof',
  }, async ({ page }) => {
    test.setTimeout(INSTALL_TIMEOUT_MS)
    await withHost({ kind, install: NEWEST_PEERS }, async (host) => {
      expect(countCopies(host.folder)).toEqual(Object.fromEntries(PEERS.map((name) => [name, 1])))
      await swapInWagmi(page, host)
    })
  })
}

for (const [name, kind] of [
  ['RainbowKit', 'rainbowkit'],
  ['ConnectKit', 'connectkit'],
] as const) {
  test(`a widget inside ${name}, installed from scratch, swaps after connecting through its button`, {
    tag: '@proof',
  }, async ({ page }) => {
    test.setTimeout(INSTALL_TIMEOUT_MS)
    const install = { ...NEWEST_PEERS, react: '18.3.1', 'react-dom': '18.3.1', wagmi: '2.19.5' }
    await withHost({ kind, install }, async (host) => {
      const widget = await open(page, host)
      await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Dev Wallet' }).click()
      await expect(widget.button(/^Wallet 0x/)).toBeVisible()
      await swap(widget)
    })
  })
}

test('a widget in an island of an Astro page, installed from scratch, swaps', { tag: '@proof' }, async ({
  page,
}) => {
  test.setTimeout(INSTALL_TIMEOUT_MS)
  await withHost({ kind: 'astro', install: NEWEST_PEERS }, async (host) => {
    expect(host.html).toContain('aria-label="Amount you pay"')
    const widget = await open(page, host)
    await widget.connect()
    await swap(widget)
  })
})

test('a widget on a server-rendered page of React Router, installed from scratch, survives navigation', {
  tag: '@proof',
}, async ({ page }) => {
  test.setTimeout(INSTALL_TIMEOUT_MS)
  await withHost({ kind: 'react-router', install: NEWEST_PEERS }, async (host) => {
    expect(host.html).toContain('aria-label="Amount you pay"')
    const widget = await open(page, host)
    await widget.connect()
    await swap(widget)
    await expectNoErrors(page)

    await page.getByRole('link', { name: 'About us' }).click()
    await expect(page.getByRole('heading', { name: 'About us' })).toBeVisible()
    await expect(widget.root).toHaveCount(0)
    await expect.poll(() => read(page, ({ devWallet }) => devWallet.listenerCount())).toBe(0)
    await page.getByRole('link', { name: 'Trade' }).click()
    await expect(widget.button(/^Wallet 0x/)).toBeVisible()
    expect(await read(page, ({ host: { broken } }) => broken)).toEqual([])
  })
})

for (const [router, kind] of [
  ['app router', 'next-app'],
  ['pages router', 'next-pages'],
] as const) {
  test(`a widget in the ${router} of Next.js, installed from scratch, is server-rendered under a strict policy`, {
    tag: '@proof',
  }, async ({ page }) => {
    test.setTimeout(INSTALL_TIMEOUT_MS)
    await withHost({ kind, install: NEWEST_PEERS }, async (host) => {
      expect(countCopies(host.folder)).toEqual(Object.fromEntries(PEERS.map((name) => [name, 1])))
      expect(host.html).toContain('aria-label="Amount you pay"')
      const served = await page.request.get(host.url)
      expect(served.headers()['content-security-policy']).not.toContain('unsafe')
      await page.addInitScript(() => {
        const broken: string[] = []
        const violations: string[] = []
        Object.assign(window, { host: { receivedEvents: [], broken }, violations })
        // Next.js reports recovered hydration errors here.
        addEventListener('error', ({ message }) => broken.push(message))
        addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
          violations.push(`${effectiveDirective} ${blockedURI}`),
        )
      })
      const watch = await startWatch(page)
      const widget = await open(page, host)
      await expectNoShift(watch, widget)
      await widget.connect()
      await swap(widget)
      await expectNoErrors(page)
      expect(await read(page, ({ violations }) => violations)).toEqual([])
    })
  })
}

test('a widget installed by pnpm, which isolates dependencies, swaps inside the host’s wagmi', {
  tag: '@proof',
}, async ({ page }) => {
  test.setTimeout(INSTALL_TIMEOUT_MS)
  await withHost({ kind: 'wagmi', install: NEWEST_PEERS, installer: 'pnpm' }, async (host) => {
    // The app cannot import the widget's own dependencies.
    expect(existsSync(join(host.folder, 'node_modules/valibot'))).toBe(false)
    expect(countCopies(host.folder)).toEqual(Object.fromEntries(PEERS.map((name) => [name, 1])))
    await swapInWagmi(page, host)
  })
})

test('a widget installed by yarn Plug’n’Play, without node_modules, swaps inside the host’s wagmi', {
  tag: '@proof',
}, async ({ page }) => {
  test.setTimeout(INSTALL_TIMEOUT_MS)
  await withHost({ kind: 'esbuild', install: NEWEST_PEERS, installer: 'pnp' }, async (host) => {
    expect(existsSync(join(host.folder, 'node_modules'))).toBe(false)
    await swapInWagmi(page, host)
  })
})

test('a widget in a yarn workspace, which hoists shared packages, swaps inside the host’s wagmi', {
  tag: '@proof',
}, async ({ page }) => {
  test.setTimeout(INSTALL_TIMEOUT_MS)
  await withHost({ kind: 'wagmi', install: NEWEST_PEERS, installer: 'yarn' }, async (host) => {
    expect(existsSync(join(host.app, 'node_modules/@sluice'))).toBe(false)
    expect(countCopies(host.folder)).toEqual(Object.fromEntries(PEERS.map((name) => [name, 1])))
    expect(examine(host.folder, host.app)).toEqual(['No problems found.'])
    await swapInWagmi(page, host)
  })
})

test('the doctor reports each package that a yarn workspace installs twice, for the widget and for its app', {
  tag: '@proof',
}, async () => {
  test.setTimeout(INSTALL_TIMEOUT_MS)
  const folder = mkdtempSync(join(tmpdir(), 'sluice-workspace-'))
  try {
    const widget = `file:${pack(folder)}`
    // The wallets of the oldest wagmi take minutes to install.
    const older: Record<string, string> = { ...OLDEST_PEERS, wagmi: '3.0.0' }
    writeWorkspace(folder, { ...NEWEST_PEERS, '@sluice/widget': widget }, { app: older })
    yarn(folder, ['install'])
    const app = join(folder, 'packages/app')
    writeFileSync(join(app, 'config.json'), JSON.stringify(hostConfig()))
    const copies = ['react', 'wagmi', 'viem', '@tanstack/react-query']
    expect(examine(folder, app)).toEqual(
      copies.map((name) => expect.stringContaining(`There are two copies of ${name} (${realpathSync(app)}`)),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Runs the doctor of the installed package on the config of an app. */
function examine(folder: string, app: string): string[] {
  const command = join(folder, 'node_modules/@sluice/widget/doctor-command.js')
  const { stdout } = spawnSync(process.execPath, [command, 'config.json'], { cwd: app, encoding: 'utf8' })
  return stdout.trim().split('\n')
}

/**
 * Counts the installed copies of each peer in all folders. Ignores links, as pnpm creates them,
 * because some versions of Node follow them.
 */
function countCopies(folder: string): Record<string, number> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const isOf = (name: string, path: string) => `/${path}`.endsWith(`/node_modules/${name}/package.json`)
  const places = (name: string) =>
    files.filter((path) => isOf(name, path)).map((path) => realpathSync(join(folder, path)))
  return Object.fromEntries(PEERS.map((name) => [name, new Set(places(name)).size]))
}

/**
 * Returns the folders in `node_modules` from which the app, the widget and wagmi import each peer.
 */
function findShared({ app, folder }: HostApp): Record<string, string[]> {
  const modules = join(realpathSync(folder), 'node_modules')
  const find = (name: string, from: string): string => {
    const path = join(from, 'node_modules', name)
    if (existsSync(path)) return realpathSync(path)
    if (from === dirname(from)) throw new Error(`${name} is not installed`)
    return find(name, dirname(from))
  }
  const wagmi = find('wagmi', app)
  const users = [app, find('@sluice/widget', app), wagmi, find('@wagmi/core', wagmi)]
  return Object.fromEntries(
    PEERS.map((name) => {
      const folders = users.map((user) => relative(modules, find(name, user)))
      return [name, [...new Set(folders)]]
    }),
  )
}

async function withHost(
  options: Omit<HostAppOptions, 'config'>,
  use: (host: HostApp) => Promise<void>,
): Promise<void> {
  const host = await startHostApp({ config: hostConfig(), ...options })
  try {
    await use(host)
  } finally {
    await host.stop()
  }
}

function hostConfig() {
  return defaultConfig({ manifest: manifest(), serviceUrl: stackAddresses().serviceUrl })
}

async function open(page: Page, { url }: HostApp): Promise<WidgetDriver> {
  const accounts = [manifest().accounts[9]!.address]
  await page.addInitScript(devWalletScript({ ...devWalletOptions(manifest()), accounts }))
  await page.goto(url)
  return new WidgetDriver(page.locator('[data-sluice-root]'))
}

async function swap(widget: WidgetDriver): Promise<void> {
  await widget.type('0.25')
  await widget.review()
  await widget.confirm()
  await expect(widget.heading('Swap complete')).toBeVisible()
}

async function swapOnItsOwn(page: Page, host: HostApp): Promise<void> {
  expect(host.html).toContain('aria-label="Amount you pay"')
  const watch = await startWatch(page)
  const widget = await open(page, host)
  await expectNoShift(watch, widget)
  await widget.connect()
  await swap(widget)
  await expectNoErrors(page)
  expect(await read(page, ({ violations }) => violations)).toEqual([])

  await page.evaluate(() => (window as unknown as HostWindow).host.unmount())
  await expect(widget.root).toHaveCount(0)
  await expect.poll(() => read(page, ({ devWallet }) => devWallet.listenerCount())).toBe(0)
}

async function startWatch(page: Page): Promise<ButtonWatch> {
  const watch = new ButtonWatch(page)
  await watch.begin()
  return watch
}

/** Expects no layout shift between the server's HTML and the first price. */
async function expectNoShift(watch: ButtonWatch, widget: WidgetDriver): Promise<void> {
  await widget.type('0.25')
  await expect(widget.output).toHaveValue(/[0-9]/)
  const { shift, shifted } = await watch.read()
  expect(shift, shifted.join('\n')).toBeLessThan(0.02)
}

async function swapInWagmi(page: Page, host: HostApp): Promise<void> {
  const widget = await open(page, host)
  await widget.connect()
  expect(await read(page, ({ host: { account } }) => account()?.toLowerCase())).toBe(
    manifest().accounts[9]!.address.toLowerCase(),
  )
  expect(await read(page, ({ host: { queries } }) => queries())).toBeGreaterThan(0)
  await swap(widget)
  await expectNoErrors(page)
}

/** Expects every event once, and no recoverable error of React. */
async function expectNoErrors(page: Page): Promise<void> {
  const receivedEvents = await read(page, ({ host }) => host.receivedEvents)
  for (const once of ['walletConnected', 'routeExecutionStarted', 'routeExecutionCompleted']) {
    expect(receivedEvents.filter((name) => name === once)).toHaveLength(1)
  }
  expect(await read(page, ({ host }) => host.broken)).toEqual([])
}

function read<Value>(page: Page, look: (host: HostWindow) => Value): Promise<Value> {
  return page.evaluate(`(${look})(window)`) as Promise<Value>
}
