import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The script a page includes. */
const TAG = 'sluice.js'
/** The script of the page in a frame. */
const FRAME = 'frame.js'

/** The files of an embed build that the first page runs: the tag, the chunk it loads, and their static imports. */
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
  if (!mount) throw new Error(`${TAG} loads no first page`)
  add(mount)
  return [...found]
}

/** Subresource Integrity of each script of an embed build. */
export function readIntegrity(folder) {
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'))
  return Object.fromEntries(
    scripts.sort().map((file) => [file, `sha384-${hash('sha384', readFileSync(join(folder, file)))}`]),
  )
}

/**
 * The HTML that includes an embed build served from `base`, a URL with a trailing slash. It asks for the first page at
 * once, and the browser checks every file, those that are loaded later included. `policySource` is what a
 * Content-Security-Policy needs in `script-src` for the import map, beside the origin of `base`.
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

/** The import map by which the browser checks every file that is loaded from `base`, and what a policy needs for it. */
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
 * The text of `snippet.html`: the snippet, and what a policy needs for it. `url` is where the folder will be served; one that
 * contains the version, as that without `url` does, lets every file be cached forever.
 */
export function createSnippetPage(folder, { version, url }) {
  const base = new URL(url || `https://cdn.example/sluice/${version}/`)
  const { html, policySource } = createSnippet(folder, base.href.replace(/\/?$/, '/'))
  return `<!-- Content-Security-Policy: script-src ${base.origin} ${policySource} -->\n${html}\n`
}

/**
 * The HTML of the page that a frame loads: its script, and the chunks that one imports. The browser checks every file, as with
 * the snippet. `parents` are origins.
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
