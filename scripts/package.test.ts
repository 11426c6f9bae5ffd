import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAsHost, sumBrotli } from './build/build-as-host.ts'
import { createSnippetPage } from './build/embed-html.mjs'
import { describeExcess, measureFirstPage } from './build/first-page-limit.mjs'
import { findKeys } from './lib/find-keys.ts'
import { root } from './lib/setup.mjs'
import { buildWhenStale } from './testing/build-when-stale.ts'
import { FLOOR_ALIASES, OLDEST_PEERS, PEERS } from './testing/peer-versions.ts'

interface Manifest {
  exports: Record<string, string | Record<string, string>>
  [field: string]: unknown
}

let folder: string
/** The folder of the installed package. */
let own: string
let files: string[]
let manifest: Manifest

beforeAll(() => {
  for (const part of ['package', 'types', 'embed'] as const) buildWhenStale(part)
  folder = mkdtempSync(join(tmpdir(), 'sluice-package-'))
  const [packed] = JSON.parse(
    run(root, 'npm', ['pack', './dist', '--json', '--ignore-scripts', '--pack-destination', folder]),
  ) as [{ filename: string; files: { path: string }[] }]
  write('package.json', JSON.stringify({ private: true, type: 'module' }))
  files = packed.files.map(({ path }) => path)
  own = join(folder, 'node_modules/@sluice/widget')
  mkdirSync(own, { recursive: true })
  run(folder, 'tar', ['-xzf', join(folder, packed.filename), '-C', own, '--strip-components=1'])
  manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as Manifest
  for (const name of [...PEERS, ...Object.keys(manifest.dependencies as object), '@types/react']) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the published package', () => {
  it('has no file that imports itself, which esbuild cannot build', () => {
    const modules = files.filter((file) => file.endsWith('.js'))
    const faulty = modules.filter((file) =>
      readFileSync(join(own, file), 'utf8').includes(`import("./${basename(file)}")`),
    )
    expect(faulty).toEqual([])
  })

  it('contains only files that a host can use', () => {
    const expected = [
      /^(package\.json|README\.md|CHANGELOG\.md|LICENSE)$/,
      /^(index|client|embed|analytics|doctor|doctor-command|testing|themes)\.js(\.map)?$/,
      /^languages\/[a-z]{2}\.js(\.map)?$/,
      /^style\.css(\.d\.ts)?$/,
      /^chunks\/[\w.-]+\.js(\.map)?$/,
      /^schema\/(config|events)\.json$/,
      /^embed\/([\w-]+\.js|(snippet|frame)\.html|third-party\.txt)$/,
      /^types\/(src|wire)\/[\w/-]+\.d\.ts$/,
    ]
    expect(files.filter((file) => !expected.some((pattern) => pattern.test(file)))).toEqual([])
    expect(Object.keys(manifest).sort()).toEqual([
      'bin',
      'dependencies',
      'description',
      'engines',
      'exports',
      'jsdelivr',
      'keywords',
      'license',
      'name',
      'peerDependencies',
      'publishConfig',
      'sideEffects',
      'type',
      'types',
      'typesVersions',
      'unpkg',
      'version',
    ])
  })

  it('serves the script of each version under a stable path', () => {
    expect([manifest.unpkg, manifest.jsdelivr]).toEqual(['./embed/sluice.js', './embed/sluice.js'])
    const { resolve } = createRequire(join(folder, 'package.json'))
    expect(resolve('@sluice/widget/embed/sluice.js')).toBe(join(own, 'embed/sluice.js'))
  })

  it('is ignored by Git once it is packed', () => {
    expect(readFileSync(join(root, '.gitignore'), 'utf8').split('\n')).toContain('*.tgz')
  })

  it('has its command under a path that npm publishes', () => {
    expect(manifest.bin).toEqual({ 'sluice-doctor': 'doctor-command.js' })
    expect(files).toContain('doctor-command.js')
  })

  it('contains every file in its exports', () => {
    const named = Object.values(manifest.exports).flatMap((entry) =>
      typeof entry === 'string' ? [entry] : Object.values(entry),
    )
    expect(named).toContain('./index.js')
    const single = named.filter((path) => !path.includes('*'))
    expect(single.filter((path) => !files.includes(path.replace('./', '')))).toEqual([])
  })

  it('has the types of each entry also for moduleResolution node10, which ignores exports', () => {
    const paths = Object.entries(manifest.exports).flatMap(([entry, target]) =>
      typeof target === 'string' || !target.types ? [] : [[entry.replace(/^\.\/?/, ''), target.types]],
    )
    expect(paths.length).toBeGreaterThan(5)
    const { '': main, ...others } = Object.fromEntries(paths) as Record<string, string>
    const lists = Object.entries(others).map(([entry, types]) => [entry, [types.replace('./', '')]])
    expect([manifest.types, manifest.typesVersions]).toEqual([main, { '*': Object.fromEntries(lists) }])
  })

  it('declares only types that its exports reach', () => {
    const reachable = new Set<string>()
    for (const entry of Object.values(manifest.exports)) {
      if (typeof entry !== 'string' && entry.types) follow(entry.types.replace('./', ''), reachable)
    }
    expect(files.filter((file) => file.endsWith('.d.ts') && !reachable.has(file))).toEqual([])
  })

  it('accepts peers from the oldest tested version on', () => {
    const tested = Object.entries(FLOOR_ALIASES).map(([name, alias]) => {
      const { version } = JSON.parse(
        readFileSync(join(root, 'node_modules', alias, 'package.json'), 'utf8'),
      ) as { version: string }
      return [name, version]
    })
    expect(OLDEST_PEERS).toMatchObject(Object.fromEntries(tested))
  })

  it("can be imported by a server component, because its entry begins with 'use client'", () => {
    expect(readFileSync(join(own, 'index.js'), 'utf8')).toMatch(/^(['"])use client\1/)
  })

  it("keeps the script's first page within its limit", () => {
    expect(describeExcess({ files: measureFirstPage(join(own, 'embed')) })).toBeUndefined()
  })

  it('pins each file of the snippet by hash, under a URL with the version or SLUICE_EMBED_URL', () => {
    const embed = join(own, 'embed')
    const version = String(manifest.version)
    const written = readFileSync(join(embed, 'snippet.html'), 'utf8')
    expect(written).toBe(createSnippetPage(embed, { version, url: process.env.SLUICE_EMBED_URL }))
    const told = createSnippetPage(embed, { version, url: 'https://static.test/swap/7' })
    for (const [snippet, base] of [
      [createSnippetPage(embed, { version }), `https://cdn.example/sluice/${version}/`],
      [told, 'https://static.test/swap/7/'],
    ] as const) {
      expect(snippet).toContain(`script-src ${new URL(base).origin} 'sha256-`)
      const tags = [...snippet.matchAll(/(?:src|href)="([^"]+)" integrity="sha384-([^"]+)"/g)]
      expect(tags.length).toBeGreaterThan(1)
      const { integrity } = JSON.parse(/<script type="importmap">(.*?)<\/script>/.exec(snippet)?.[1] ?? '')
      const pinned = {
        ...integrity,
        ...Object.fromEntries(tags.map(([, url, hash]) => [url, `sha384-${hash}`])),
      }
      const scripts = files.filter((file) => /^embed\/[\w-]+\.js$/.test(file))
      const expected = scripts.map((file) => [
        file.replace('embed/', base),
        `sha384-${createHash('sha384')
          .update(readFileSync(join(own, file)))
          .digest('base64')}`,
      ])
      expect(pinned).toEqual(Object.fromEntries(expected))
    }
  })

  it("pins each file of a frame by hash in an import map, whose own hash is in the page's policy", () => {
    const page = readFileSync(join(own, 'embed/frame.html'), 'utf8')
    const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(page) ?? []
    const { integrity } = JSON.parse(map) as { integrity: Record<string, string> }
    const scripts = files.filter((file) => /^embed\/(?!sluice\.)[\w-]+\.js$/.test(file))
    const pins = scripts.map((file) => {
      const hash = createHash('sha384').update(readFileSync(join(own, file)))
      return [file.replace('embed/', './'), `sha384-${hash.digest('base64')}`]
    })
    expect(integrity).toEqual(Object.fromEntries(pins))
    expect(page.indexOf('importmap')).toBeLessThan(page.indexOf('modulepreload'))
    const own256 = createHash('sha256').update(map).digest('base64')
    expect(page).toContain(`<!-- Content-Security-Policy: script-src 'self' 'sha256-${own256}' -->`)
  })

  it('has a classic loader of less than 1.5 kB that pins the script by hash', () => {
    const loader = readFileSync(join(own, 'embed/loader.js'), 'utf8')
    const hash = createHash('sha384').update(readFileSync(join(own, 'embed/sluice.js')))
    expect(loader).toContain(`sha384-${hash.digest('base64')}`)
    expect(loader.length).toBeLessThan(1_500)
  })

  it('includes the licenses of the packages in the script', () => {
    const notices = readFileSync(join(own, 'embed/third-party.txt'), 'utf8')
    const carried = [...notices.matchAll(/^(\S+) \d+\.\d+\.\d+ \(.+\)$/gm)].map(([, name]) => name)
    expect(carried).toEqual(expect.arrayContaining(['@wagmi/core', 'preact', 'valibot', 'viem', 'zustand']))
    expect(carried).not.toContain('react')
    expect(notices.match(/Permission is hereby granted/g)?.length).toBe(carried.length)
  })

  it("loads the component from four files of 40 kB, which a host's build joins to two of 35 kB", async () => {
    const atOnce = (file: string, found = new Set<string>()): Set<string> => {
      if (found.has(file)) return found
      found.add(file)
      for (const [, path = ''] of readFileSync(join(own, file), 'utf8').matchAll(
        /from\s*['"](\.[^'"]+)['"]/g,
      ))
        atOnce(join(dirname(file), path), found)
      return found
    }
    const files = [...atOnce('index.js')]
    expect(files.includes('chunks/widget.js')).toBe(true)
    expect(files.length).toBeLessThanOrEqual(4)
    const sizes = files.map((file) => brotliCompressSync(readFileSync(join(own, file))).length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(39_900)
    const ofHost = await buildAsHost(own)
    expect(ofHost.length).toBe(2)
    // The size is 34.99 kB at present.
    expect(sumBrotli(ofHost)).toBeLessThan(35_050)
  })

  it("contains no chunk that only re-exports another, because a host's build would request both", () => {
    const chunks = files.filter((file) => /^chunks\/[^/]+\.js$/.test(file))
    const isReexport = (file: string) =>
      /^\s*export\s*\{[^}]*\}\s*from\s*"\.[^"]*";?\s*$/.test(readFileSync(join(own, file), 'utf8'))
    expect(chunks.length).toBeGreaterThan(50)
    expect(chunks.filter(isReexport)).toEqual([])
  })

  it('contains the mock service and the sandbox only in their own entry and in embed/sandbox.js', () => {
    const isMock = (file: string) =>
      /sluice-sandbox|prices are made up/.test(readFileSync(join(own, file), 'utf8'))
    const production = ['index', 'embed', 'client', 'analytics', 'doctor'].map((name) => `${name}.js`)
    const script = files.filter((file) => /^embed\/.*[.]js$/.test(file))
    expect([...chunksOf('testing.js')].some(isMock)).toBe(true)
    expect(
      [...new Set(production.flatMap((entry) => [...chunksOf(entry)])), ...script].filter(isMock),
    ).toEqual(['embed/sandbox.js'])
    expect(script.filter((file) => readFileSync(join(own, file), 'utf8').includes('sandbox.js'))).toEqual([])
  })

  it('contains event adapters only in their own entry, which is tree-shaken to the imported adapter', async () => {
    const isAdapter = (file: string) =>
      /dataLayer|`(track|webhook) \$\{/.test(readFileSync(join(own, file), 'utf8'))
    const others = ['index', 'embed', 'client'].map((name) => `${name}.js`)
    const script = files.filter((file) => /^embed\/.*[.]js$/.test(file))
    expect([...chunksOf('analytics.js')].some(isAdapter)).toBe(true)
    expect(
      [...new Set(others.flatMap((entry) => [...chunksOf(entry)])), ...script].filter(isAdapter),
    ).toEqual([])

    write('track.js', `export { forwardToTrack } from '@sluice/widget/analytics'\n`)
    const kept = await bundleCode('track.js')
    expect(kept).toMatch(/`track \$\{/)
    expect(kept).not.toMatch(/dataLayer|`webhook \$\{/)
  })

  it('contains no text that looks like a key', () => {
    const found = files.flatMap((file) =>
      findKeys(readFileSync(join(own, file), 'utf8')).map((key) => `${file}: ${key}`),
    )
    expect(found).toEqual([])
  })

  it.each(['parseAmount', 'createClients'])(
    'bundles %s of the client without React and the widget',
    async (name) => {
      write(`${name}.js`, `export { ${name} } from '@sluice/widget/client'\n`)
      const modules = await bundle(`${name}.js`)
      expect(modules.some((id) => id.startsWith('@sluice/widget/chunks/'))).toBe(true)
      expect(modules.filter((id) => /^(react|wagmi|viem|zustand|@tanstack|@wagmi)\b/.test(id))).toEqual([])
      expect(modules.filter((id) => /chunks\/(widget|swap)/.test(id))).toEqual([])
    },
  )

  it('bundles the mock service without React, so that a server can import it', async () => {
    write('mock.js', "export { createMockService } from '@sluice/widget/testing'\n")
    const modules = await bundle('mock.js')
    expect(modules).toContain('@sluice/widget/testing.js')
    expect(modules.filter((id) => /^(react|wagmi|zustand|@tanstack|@wagmi)\b/.test(id))).toEqual([])
    expect(modules.filter((id) => /chunks\/(widget|later|swap)/.test(id))).toEqual([])
  })

  it('uses ranges for its dependencies, so that a host installs no second copy', () => {
    expect(Object.values(manifest.dependencies as object).filter((range) => !/^\^/.test(range))).toEqual([])
  })
})

describe('a host without a browser', () => {
  it('renders the widget on a server without a warning', () => {
    write('server.mjs', SERVER)
    expect(JSON.parse(run(folder, process.execPath, ['server.mjs']))).toEqual({ hasForm: true, warnings: [] })
  })

  it('runs the documented test in a DOM of jsdom beside the fetch and AbortSignal of Node', () => {
    symlinkSync(join(root, 'node_modules/jsdom'), join(folder, 'node_modules/jsdom'))
    write('dom.mjs', IN_JSDOM)
    const { text, warnings } = JSON.parse(run(folder, process.execPath, ['dom.mjs'])) as Rendered
    expect(text).toMatch(/No route/)
    expect(warnings).toEqual([])
  })
})

interface Rendered {
  text: string
  warnings: string[]
}

const COLLECT_WARNINGS = `
const warnings = []
for (const name of ['error', 'warn']) console[name] = (...words) => warnings.push(words.join(' '))
`

const SERVER = `import { SwapWidget } from '@sluice/widget'
import { createMockService } from '@sluice/widget/testing'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
${COLLECT_WARNINGS}
const html = renderToString(createElement(SwapWidget, createMockService().config()))
process.stdout.write(JSON.stringify({ hasForm: html.includes('aria-label="Amount you pay"'), warnings }))
`

/** Sets the globals as jest-fixed-jsdom does: all of jsdom, except the ones that Node has too. */
const IN_JSDOM = `import { JSDOM } from 'jsdom'
${COLLECT_WARNINGS}
const { window } = new JSDOM('<div id="root"></div>', { url: 'http://localhost/', pretendToBeVisual: true })
const ofDom = ['Event', 'EventTarget', 'CustomEvent', 'navigator']
for (const name of Object.getOwnPropertyNames(window)) {
  if (name in globalThis && !ofDom.includes(name)) continue
  Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true })
}
for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'])
  globalThis[name] = window[name].bind(window)
const { SwapWidget } = await import('@sluice/widget')
const { createMockService } = await import('@sluice/widget/testing')
const { createElement } = await import('react')
const { createRoot } = await import('react-dom/client')
const service = createMockService({ scenario: 'no-route' })
service.install()
const input = { token: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', amount: '1' }
createRoot(document.querySelector('#root')).render(createElement(SwapWidget, service.config({ input })))
const readText = () => document.body.textContent
for (let left = 600; left > 0 && !/No route|went wrong/.test(readText()); left--)
  await new Promise((resolve) => setTimeout(resolve, 100))
process.stdout.write(JSON.stringify({ text: readText(), warnings }), () => process.exit())
`

const MODES = {
  bundler: { module: 'ESNext', moduleResolution: 'Bundler' },
  node16: { module: 'Node16', moduleResolution: 'Node16' },
  nodenext: { module: 'NodeNext', moduleResolution: 'NodeNext' },
}

describe('a TypeScript host', () => {
  it.each(Object.entries(MODES))(
    'compiles the documented snippets and each notation of chains with %s resolution',
    (mode, resolution) => {
      const snippets = readSnippets()
      expect(snippets.length).toBeGreaterThan(5)
      for (const [index, snippet] of snippets.entries()) write(`${mode}/snippet-${index}.tsx`, snippet)
      for (const [name, text] of Object.entries(CHAINS)) write(`${mode}/chains-${name}.tsx`, text)
      write(`${mode}/entries.ts`, ENTRIES)
      write(`${mode}/element.tsx`, ELEMENT)
      expect(compile(mode, { ...resolution, skipLibCheck: false })).toEqual([])
    },
  )

  it('passes undefined to each optional field with exactOptionalPropertyTypes', () => {
    write('exact/host.tsx', EXACT)
    const options = { ...MODES.bundler, exactOptionalPropertyTypes: true, skipLibCheck: false }
    expect(compile('exact', options)).toEqual([])
  })

  it('compiles the element and the script without the types of React', () => {
    write('alone/element.ts', WITHOUT_REACT)
    const types = join(folder, 'node_modules/@types/react')
    rmSync(types)
    try {
      expect(compile('alone', { ...MODES.nodenext, skipLibCheck: false })).toEqual([])
    } finally {
      symlinkSync(join(root, 'node_modules/@types/react'), types)
    }
  })
})

/** Returns the TypeScript blocks of the README and of the first pages of the documentation. */
function readSnippets(): string[] {
  const pages = ['README.md', 'docs/content/start/react.md', 'docs/content/start/next.md']
  return pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/^```tsx?\n([\s\S]*?)^```$/gm)].map(
      ([, code = '']) => code,
    ),
  )
}

const WRITTEN = `{
  id: 31337,
  name: 'ethereum',
  rpcUrls: ['http://localhost:8545'],
  routerAddress: '0xB7f8BC63BbcaD18155201308C8f3540b07f84F5e',
  usdToken: '0xB7f8BC63BbcaD18155201308C8f3540b07f84F5e',
}`
const inWidget = (before: string) => `import { type ChainConfig, SwapWidget } from '@sluice/widget'
export type { ChainConfig }
${before}
const partner = { address: '0xB7f8BC63BbcaD18155201308C8f3540b07f84F5e', feeBps: 10 }
const input = { token: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', amount: '1' }
const urls = { baseUrl: 'https://a/r', tokensUrl: 'https://a/t', exchangeRatesUrl: 'https://a/x' }
export const widget = <SwapWidget integrator="me" {...urls} chains={chains} partner={partner} input={input} />
`
const CHAINS = {
  plain: inWidget(`const chains = [${WRITTEN}]`),
  const: inWidget(`const chains = [${WRITTEN}] as const`),
  satisfied: inWidget(`const chains = [${WRITTEN}] satisfies ChainConfig[]`),
  annotated: inWidget(`const chains: ChainConfig[] = [${WRITTEN}]`),
}

const ENTRIES = `import '@sluice/widget/style.css'
export * as analytics from '@sluice/widget/analytics'
export * as client from '@sluice/widget/client'
export * as doctor from '@sluice/widget/doctor'
export * as embed from '@sluice/widget/embed'
export * as testing from '@sluice/widget/testing'
export * as themes from '@sluice/widget/themes'
export * as widget from '@sluice/widget'
`

const ELEMENT = `import { defineSwapElement } from '@sluice/widget/embed'
import type { WidgetConfig } from '@sluice/widget'
declare const config: WidgetConfig
defineSwapElement()
export const element = (
  <sluice-swap
    className="swap"
    config={config}
    slippage-bps={30}
    isolation="frame"
    ref={(swap) => void swap?.setFields({ amount: '1' })}
    onrouteExecutionCompleted={({ detail }) => detail.toToken.symbol}
  />
)
export const waiting = <sluice-swap config={null} onwidgetFailed={({ detail }) => detail.code === 'LOAD_FAILED'} />
// @ts-expect-error: a config is an object, not a text.
export const wrong = <sluice-swap config="{}" />
`

/** Exported types that a host writes values of, by entry. */
const WRITTEN_TYPES = {
  '': [
    ...['SwapWidgetProps', 'SwapWidgetSkeletonProps', 'ChainConfig', 'HostConnector', 'HostProvider'],
    ...['TokenRulesConfig', 'RoutingConfig', 'ApprovalsConfig', 'ImpactConfig', 'ValueLossConfig'],
    ...['TokenChoice', 'FormFields', 'WidgetHooks', 'WidgetEventHandlers', 'Messages', 'ThemeTokens'],
    ...['ListenOptions', 'ListenAnyOptions', 'SluiceErrorOptions', 'LanguageMessages'],
  ],
  embed: ['IsolationOptions', 'WidgetConfig'],
  client: ['HttpOptions', 'CallOptions', 'ClientsConfig', 'PriceRequest', 'VerifyReceiptOptions'],
  testing: ['DevWalletOptions', 'MockServiceOptions', 'SandboxOptions', 'MockResponse', 'MockScenario'],
}

const EXACT = `import type { Messages, WidgetConfig } from '@sluice/widget'
import { SwapWidget } from '@sluice/widget'
type Optional<T> = { [Name in keyof T]-?: object extends Pick<T, Name> ? Name : never }[keyof T]
type Undefined<T> = { [Name in Optional<T>]: undefined }
${Object.entries(WRITTEN_TYPES)
  .flatMap(([entry, names]) => names.map((name) => ({ name, from: join('@sluice/widget', entry) })))
  .map(({ name, from }, index) => {
    const type = `import('${from}').${name}`
    return `export const value${index}: Pick<${type}, Optional<${type}>> = {} as Undefined<${type}>`
  })
  .join('\n')}
declare const config: WidgetConfig
declare const theme: 'dark' | undefined
const plural: Messages = { 'tokens.found': { one: undefined, other: '{count} tokens' } }
const input = { chainId: undefined, token: undefined, usd: undefined }
const handlers = { onReady: undefined, onError: undefined, isolation: undefined }
export const swap = <SwapWidget {...config} {...handlers} theme={theme} messages={plural} input={input} />
// @ts-expect-error: a required field accepts no undefined.
export const unset: Pick<WidgetConfig, 'integrator'> = { integrator: undefined }
`

/** Code for Vue, Lit or Svelte, without React's types. */
const WITHOUT_REACT = `import { defineSwapElement, type SwapElementEventMap } from '@sluice/widget/embed'
import type { WidgetConfig } from '@sluice/widget/embed'
declare const config: WidgetConfig
defineSwapElement()
const element = document.createElement('sluice-swap')
element.config = null
element.config = config
const onCompleted = ({ detail }: SwapElementEventMap['routeExecutionCompleted']) => detail.toToken.symbol
element.addEventListener('routeExecutionCompleted', onCompleted, { once: true })
element.removeEventListener('routeExecutionCompleted', onCompleted)
const onFailed = (event: SwapElementEventMap['widgetFailed']) => {
  event.preventDefault()
  if (event.detail.code === 'CONFIG_INVALID') console.warn(event.detail.message)
}
element.addEventListener('widgetFailed', onFailed)
element.removeEventListener('widgetFailed', onFailed, true)
element.removeEventListener('click', () => {})
window.Sluice ??= { queue: [] }
window.Sluice.queue.push((sluice) => sluice.create('#swap', config))
window.Sluice.create('#swap', config).destroy()
// @ts-expect-error: the name is misspelled.
element.removeEventListener('routeExecutionComplete', onCompleted)
`

/** Returns the compiler's messages about a folder and the package, but not about other packages. */
function compile(mode: string, options: object): string[] {
  write(
    `${mode}/tsconfig.json`,
    JSON.stringify({
      compilerOptions: {
        target: 'ES2022',
        lib: ['ES2023', 'DOM', 'DOM.Iterable'],
        jsx: 'react-jsx',
        strict: true,
        noEmit: true,
        types: [],
        ...options,
      },
      include: ['.'],
    }),
  )
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', mode, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  // Paths outside of the folder are links to other packages. An indented line continues the
  // previous message.
  return stdout.split('\n').filter((line) => /^(?!\.\.\/)\S/.test(line))
}

/**
 * Returns the modules whose code a bundler includes for an entry, by their paths in `node_modules`.
 */
async function bundle(entry: string): Promise<string[]> {
  return (await buildChunks(entry))
    .flatMap(({ modules }) => Object.entries(modules))
    .filter(([, { renderedLength }]) => renderedLength > 0)
    .map(([id]) => id.split('/node_modules/').at(-1) ?? id)
}

/** Returns the code that a bundler includes for an entry. */
async function bundleCode(entry: string): Promise<string> {
  return (await buildChunks(entry)).map(({ code }) => code).join('\n')
}

async function buildChunks(entry: string) {
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry: join(folder, entry), formats: ['es'] } },
  })
  return [built]
    .flat()
    .flatMap((result) => ('output' in result ? result.output : []))
    .filter((part) => part.type === 'chunk')
}

/** Returns a file of the package and all of its imports, static and dynamic. */
function chunksOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !files.includes(file)) return found
  found.add(file)
  const code = readFileSync(join(own, file), 'utf8')
  for (const [, path = ''] of code.matchAll(/(?:from|import)\s*\(?\s*[`'"](\.{1,2}\/[^`'"]+)[`'"]/g)) {
    chunksOf(join(dirname(file), path), found)
  }
  return found
}

function follow(file: string, reachable: Set<string>): void {
  if (reachable.has(file) || !files.includes(file)) return
  reachable.add(file)
  const code = readFileSync(join(own, file), 'utf8')
  for (const [, path = ''] of code.matchAll(/(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)\.js['"]/g)) {
    follow(join(dirname(file), `${path}.d.ts`), reachable)
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Returns the output of a command, and throws with its errors if it fails. */
function run(cwd: string, command: string, args: string[]): string {
  const { stdout, stderr, status } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed with exit code ${status}:\n${stderr}${stdout}`)
  return stdout
}
