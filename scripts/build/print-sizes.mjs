import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** Prints the size of each built file: raw, gzip, brotli. */
export function printSizes(dist) {
  const line = (name, sizes) =>
    process.stdout.write(`${name.padEnd(44)}${sizes.map((size) => size.padStart(11)).join('')}\n`)
  line('file', ['raw', 'gzip', 'brotli'])
  for (const folder of ['', 'chunks', 'embed']) {
    for (const file of filesIn(join(dist, folder))) {
      const content = readFileSync(join(dist, folder, file))
      const sizes = [content, gzipSync(content), brotliCompressSync(content)]
      line(
        join(folder, file),
        sizes.map(({ length }) => `${(length / 1000).toFixed(1)} kB`),
      )
    }
  }
}

function filesIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((file) => /[.](js|css)$/.test(file))
}
