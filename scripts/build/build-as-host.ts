import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type InlineConfig, type Rolldown } from 'vite'

type BuildOptions = Pick<
  NonNullable<NonNullable<InlineConfig['build']>['rolldownOptions']>,
  'external' | 'plugins'
>

/**
 * Returns the chunks that a host's minified build loads for the component at the start, without the
 * peer dependencies.
 */
export function buildAsHost(built: string): Promise<Buffer[]> {
  const { peerDependencies } = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'))
  const peers = Object.keys(peerDependencies)
  return buildFirstLoad(join(built, 'index.js'), {
    external: (id) => peers.some((name) => id === name || id.startsWith(`${name}/`)),
  })
}

/** Returns the chunk that a host's build makes of a module, and the chunks that it imports. */
export async function buildFirstLoad(input: string, options: BuildOptions): Promise<Buffer[]> {
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
        ...{ input, preserveEntrySignatures: 'strict', ...options },
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

/** Hashes the name, because the compressed size varies by 80 bytes with the hash of the content. */
function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 8)
}

/** Returns the total size in bytes of the chunks, each compressed with brotli. */
export const sumBrotli = (chunks: readonly Buffer[]) =>
  chunks.reduce((sum, chunk) => sum + brotliCompressSync(chunk).length, 0)
