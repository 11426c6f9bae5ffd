import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { buildAsHost, buildFirstLoad } from '../scripts/lib/build-as-host.ts'
import { firstPageFiles } from '../scripts/lib/embed-html.mjs'
import type { Row } from './table.ts'

const dist = join(import.meta.dirname, '..', 'dist')

/** Sizes of the script tag and the package, in kilobytes. */
export async function measureSizes(): Promise<Row[]> {
  if (!existsSync(join(dist, 'embed', 'sluice.js'))) {
    throw new Error('There is no build to measure. Run: npm run build')
  }
  const embed = join(dist, 'embed')
  const first = firstPageFiles(embed).map((file) => join(embed, file))
  const later = readdirSync(embed)
    .filter((file) => file.endsWith('.js'))
    .map((file) => join(embed, file))
    .filter((file) => !first.includes(file))
  return [
    weigh('script tag: the tag itself', [join(embed, 'sluice.js')]),
    weigh('script tag: until the first page is usable', first),
    weigh('script tag: loaded when wanted', later),
    weigh('package: index and what it imports', closure([join(dist, 'index.js')])),
    weighContents('package: index as a host builds it, beside its peers', await buildAsHost(dist)),
    weighContents('a host with wagmi, first load', await buildWithWagmi(WAGMI_HOST)),
    weighContents('the same with the widget', await buildWithWagmi(`${WAGMI_HOST}\n${WIDGET}`)),
    weigh('package: style.css', [join(dist, 'style.css')]),
  ]
}

/** The files and their static relative imports. */
function closure(entries: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file) || !existsSync(file)) return
    found.add(file)
    const source = readFileSync(file, 'utf8')
    for (const [, path] of source.matchAll(/(?:from|import)\s*["'](\.[^"']+)["']/g)) {
      if (path) visit(resolve(dirname(file), path))
    }
  }
  for (const entry of entries) visit(entry)
  return [...found]
}

/** An app of one page that connects a wallet and shows the balance. */
const WAGMI_HOST = `
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'
import { createConfig, http, injected, useBalance, useConnect, useConnection, WagmiProvider } from 'wagmi'

const config = createConfig({ chains: [mainnet], connectors: [injected()], transports: { [mainnet.id]: http() } })
function Page() {
  const { address } = useConnection()
  const { mutate } = useConnect()
  const { data } = useBalance({ address })
  return createElement('button', { onClick: () => mutate({ connector: injected() }) }, String(data?.value), globalThis.child)
}
const page = createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Page))
createRoot(document.body).render(createElement(WagmiProvider, { config }, page))
`
const WIDGET = `
import { SwapWidget } from '${join(dist, 'index.js')}'
globalThis.child = createElement(SwapWidget, { config: { chains: [] } })
`

/** What such an app loads at once, its packages and all. */
function buildWithWagmi(code: string): Promise<Buffer[]> {
  const host = join(dist, '..', 'host.js')
  const plugin = {
    name: 'host',
    resolveId: (id: string) => (id === host ? id : undefined),
    load: (id: string) => (id === host ? code : undefined),
  }
  return buildFirstLoad(host, { plugins: [plugin] })
}

function weigh(what: string, files: readonly string[]): Row {
  return weighContents(
    what,
    files.map((file) => readFileSync(file)),
  )
}

function weighContents(what: string, contents: readonly Buffer[]): Row {
  const sum = (size: (content: Buffer) => number) =>
    (contents.reduce((total, content) => total + size(content), 0) / 1000).toFixed(1)
  return {
    what,
    files: contents.length,
    'raw kB': sum((content) => content.length),
    'gzip kB': sum((content) => gzipSync(content).length),
    'brotli kB': sum((content) => brotliCompressSync(content).length),
  }
}
