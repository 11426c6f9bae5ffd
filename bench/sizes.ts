import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { buildAsHost } from '../scripts/build/build-as-host.ts'
import { buildWagmiHost } from '../scripts/build/build-wagmi-host.ts'
import { firstPageFiles } from '../scripts/build/embed-html.mjs'
import type { Row } from './table.ts'

const dist = join(import.meta.dirname, '..', 'dist')

/** Measures the sizes of the script tag and the package in kilobytes. */
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
    weigh('script tag: loaded on demand', later),
    weigh('package: index and its imports', closure([join(dist, 'index.js')])),
    weighContents("package: index in a host's build, without its peers", await buildAsHost(dist)),
    weighContents('a host with wagmi, first load', await buildWagmiHost(dist)),
    weighContents('the same with the widget', await buildWagmiHost(dist, { hasWidget: true })),
    weigh('package: style.css', [join(dist, 'style.css')]),
  ]
}

/** Returns the files and their static relative imports. */
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
