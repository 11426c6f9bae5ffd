import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The script that a page includes. */
const TAG = 'sluice.js'
/** The script of the page in a frame. */
const FRAME = 'frame.js'

/**
 * Returns the files of an embed build that the first page runs: the tag, the chunk that it loads,
 * and their static imports.
 */
export function firstPageFiles(folder) {
  const read = (file) => readFileSync(join(folder, file), 'utf8')
  const found = new Set([TAG])
  const add = (file) => {
    if (found.has(file)) return
    found.add(file)
    for (const [, imported] of read(file).matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g))
      add(imported)
  }
  const [, mount] = /import\(["'`]\.\/(first-page[^"'`]*)["'`]\)/.exec(read(TAG)) ?? []
  if (!mount) throw new Error(`${TAG} loads no first-page chunk.`)
  add(mount)
  return [...found]
}

/** Returns the Subresource Integrity of each script of an embed build. */
export function readIntegrity(folder) {
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'))
  return Object.fromEntries(
    scripts.sort().map((file) => [file, `sha384-${hash('sha384', readFileSync(join(folder, file)))}`]),
  )
}

/**
 * Returns the HTML that includes an embed build served from `base`, a URL with a trailing slash.
 * The HTML requests the first page immediately, and the browser checks every file. `policySource`
 * is the source that a Content-Security-Policy needs in `script-src` for the import map, in
 * addition to the origin of `base`.
 */
export function createSnippet(folder, base) {
  const integrity = readIntegrity(folder)
  const map = createImportMap(integrity, base)
  const tags = firstPageFiles(folder).filter((file) => file !== TAG)
  const html = [
    map.html,
    ...tags.map(
      (file) => `<link rel="modulepreload" href="${base}${file}" integrity="${integrity[file]}" crossorigin>`,
    ),
    `<script type="module" src="${base}${TAG}" integrity="${integrity[TAG]}" crossorigin></script>`,
  ].join('\n')
  return { html, policySource: map.policySource }
}

/**
 * Returns the import map by which the browser checks every file loaded from `base`, and its policy
 * source.
 */
function createImportMap(integrity, base) {
  const chunks = Object.entries(integrity).filter(([file]) => file !== TAG)
  const map = JSON.stringify({
    integrity: Object.fromEntries(chunks.map(([file, digest]) => [base + file, digest])),
  })
  return {
    html: `<script type="importmap">${map}</script>`,
    policySource: `'sha256-${hash('sha256', map)}'`,
  }
}

/**
 * Returns the text of `snippet.html`: the snippet and its policy source. `url` is the address that
 * serves the folder. An address with the version, such as the default, lets browsers cache every
 * file without end.
 */
export function createSnippetPage(folder, { version, url }) {
  const base = new URL(url || `https://cdn.example/sluice/${version}/`)
  const { html, policySource } = createSnippet(folder, base.href.replace(/\/?$/, '/'))
  return `<!-- Content-Security-Policy: script-src ${base.origin} ${policySource} -->\n${html}\n`
}

/**
 * Returns the HTML of the page that a frame loads: its script and the chunks that it imports. The
 * browser checks every file, as with the snippet. `parents` are origins.
 */
export function createFramePage(folder, parents) {
  const integrity = readIntegrity(folder)
  const code = readFileSync(join(folder, FRAME), 'utf8')
  const imported = [...code.matchAll(/from\s*["'`]\.\/([^"'`]+)["'`]/g)].map(([, file]) => file)
  const { html, policySource } = createImportMap(integrity, './')
  return [
    '<!doctype html>',
    `<!-- Content-Security-Policy: script-src 'self' ${policySource} -->`,
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="sluice-parents" content="${parents.join(' ')}">`,
    '<title>Swap</title>',
    '<body>',
    html,
    ...imported.map((file) => `<link rel="modulepreload" href="${file}" integrity="${integrity[file]}">`),
    `<script type="module" src="${FRAME}" integrity="${integrity[FRAME]}"></script>`,
    '',
  ].join('\n')
}

function hash(algorithm, content) {
  return createHash(algorithm).update(content).digest('base64')
}
