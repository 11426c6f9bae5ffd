import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { firstPageFiles } from './embed-html.mjs'

/** The maximum size of the files that the script's first page runs, compressed with brotli. */
export const MAX_FIRST_PAGE_BYTES = 54_400
/** The maximum number of files after the tag, because each one waits for the network. */
export const MAX_FIRST_PAGE_FILES = 2

/** The number of the largest modules that a message lists. */
const NAMED = 12

/** Returns the brotli size of each file that the first page of an embed build runs. */
export function measureFirstPage(folder) {
  return firstPageFiles(folder).map((file) => ({
    name: file,
    bytes: brotliCompressSync(readFileSync(join(folder, file))).length,
  }))
}

/** Returns the excess of a first page and its largest modules, or undefined within the limits. */
export function describeExcess({ files, modules = [] }) {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const excess = total - MAX_FIRST_PAGE_BYTES
  const tooMany = files.length - 1 - MAX_FIRST_PAGE_FILES
  if (excess <= 0 && tooMany <= 0) return undefined
  return [
    ...(excess > 0
      ? [
          `The first page of the script is ${kb(total)} by brotli: ${kb(excess)} over ${kb(MAX_FIRST_PAGE_BYTES)}.`,
        ]
      : []),
    ...(tooMany > 0
      ? [
          `The first page of the script is ${files.length} files: ${tooMany} over the tag and ${MAX_FIRST_PAGE_FILES}.`,
        ]
      : []),
    'Load what the swap form does not need at first behind a dynamic import.',
    'Its files, by brotli:',
    ...list(files),
    ...(modules.length ? ['Its largest modules, before compression:', ...list(modules).slice(0, NAMED)] : []),
  ].join('\n')
}

function list(parts) {
  return [...parts]
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes }) => `${kb(bytes).padStart(12)}  ${name}`)
}

function kb(bytes) {
  return `${(bytes / 1000).toFixed(bytes < 1000 ? 3 : 1)} kB`
}
