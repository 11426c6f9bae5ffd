import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type InlineConfig, type Rolldown } from 'vite'

type Terms = Pick<NonNullable<NonNullable<InlineConfig['build']>['rolldownOptions']>, 'external' | 'plugins'>

/** What a host's build makes of the component and of what that loads at once: minified, its peers left out. */
export function buildAsHost(built: string): Promise<Buffer[]> {
  const { peerDependencies } = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'))
  const peers = Object.keys(peerDependencies)
  return buildFirstLoad(join(built, 'index.js'), {
    external: (id) => peers.some((name) => id === name || id.startsWith(`${name}/`)),
  })
}

/** The chunk that a host's build makes of a module, and those that it imports. */
export async function buildFirstLoad(input: string, terms: Terms): Promise<Buffer[]> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      rolldownOptions: {
        ...{ input, preserveEntrySignatures: 'strict', ...terms },
        output: { chunkFileNames: ({ name }) => `assets/${name}-${hashOf(name)}.js` },
      },
    },
  })
  const { output } = built as Rolldown.RolldownOutput
  const chunks = new Map(
    output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  )
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const imported of chunks.get(name)?.imports ?? []) visit(imported)
  }
  for (const { isEntry, fileName } of chunks.values()) if (isEntry) visit(fileName)
  return [...found]
    .flatMap((name) => Buffer.from(chunks.get(name)?.code ?? []))
    .filter(({ length }) => length > 0)
}

/** As long as the hash of a host's build, and not of the content: else the size would change by 80 bytes whenever anything does. */
function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 8)
}

/** The size of chunks by brotli, each compressed by itself. */
export const sumBrotli = (chunks: readonly Buffer[]) =>
  chunks.reduce((sum, chunk) => sum + brotliCompressSync(chunk).length, 0)
