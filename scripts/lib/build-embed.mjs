import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { BUILD_TARGET } from './browser-support.mjs'
import { createFramePage, createSnippetPage } from './embed-html.mjs'
import { describeExcess, measureFirstPage } from './first-page-limit.mjs'
import { fail, root } from './setup.mjs'
import { createClassNames, exportsPlainNames, minifiesAgain, readNames } from './shrink-chunks.mjs'
import { withoutUnusedQueries } from './shrink-query-core.mjs'
import { splitsLanguages } from './split-languages.mjs'
import { describeNotices } from './third-party-notices.mjs'

const JSX_RUNTIME = join(root, 'src/embed/preact-jsx-runtime.ts')

/**
 * The embed uses Preact instead of React, at a third of the size, and wagmi without its React hooks: their CommonJS
 * dependencies would keep all of Preact in the first page. Its browser tests run on this build.
 */
const aliases = {
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  'react/jsx-runtime': JSX_RUNTIME,
  react: 'preact/compat',
  'wagmi/actions': '@wagmi/core/actions',
  wagmi: '@wagmi/core',
}

/** Builds the script for partners, and its chunks. */
export async function buildEmbed(dist) {
  const isFirst = createFirstPageTest()
  // Not what brings viem: only pages that read a chain or sign need that. Nor what finds wallets: the page around a frame needs
  // that without the later pages.
  const several = {
    test: /[\\/]src[\\/](?!chain[\\/](chain-reader|viem)[.]|wallet[\\/]wallet-discovery[.])/,
    minShareCount: 2,
  }
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: aliases, dedupe: ['zustand'] },
    css: { modules: { generateScopedName: createClassNames() } },
    plugins: [
      react(),
      splitsLanguages(),
      runsJsxRuntime(),
      withoutUnusedQueries(),
      hasAllStyles(),
      withoutStylesheet(),
      withoutRuntimeChunk(),
      standsAlone(),
      minifiesAgain(isTag),
      exportsPlainNames(),
    ],
    build: {
      outDir: join(dist, 'embed'),
      emptyOutDir: true,
      target: BUILD_TARGET,
      cssCodeSplit: false,
      // As a library: an application's build adds a preloader that puts <link> elements into the host's head.
      lib: {
        entry: {
          sluice: join(root, 'src/embed/script.ts'),
          frame: join(root, 'src/embed/frame-page.ts'),
        },
        formats: ['es'],
      },
      rolldownOptions: {
        // A constant where it is used is smaller than the names by which another chunk imports it.
        optimization: { inlineConst: { mode: 'all', pass: 2 } },
        output: {
          entryFileNames: '[name].js',
          // Each character is in the first page once for each chunk that it loads. Seven are the least for this many.
          chunkFileNames: '[name]-[hash:7].js',
          // The first page is one chunk. All of its modules are in the group, also those that no other chunk shares:
          // otherwise the group of later pages takes the ones it depends on, and the first page loads that group too.
          // What later pages share is another chunk: a dozen files of half a kilobyte cost more than they carry.
          codeSplitting: {
            groups: [
              {
                name: (id, graph) => (isFirst(id, graph) ? 'first-page' : null),
                debugName: 'first-page',
                priority: 2,
              },
              {
                name: 'viem-core',
                priority: 1,
                test: /node_modules[\\/](viem|ox|abitype|@noble)[\\/]/,
                minShareCount: 2,
              },
              // Read while the first request is under way, without what only later pages share.
              { name: 'responses', priority: 2, test: RESPONSES },
              { name: 'frame-parts', priority: 2, test: FRAME_PARTS, minShareCount: 2 },
              { name: 'later', priority: 1, ...several },
            ],
          },
          minify: true,
          // The entry imports nothing statically: in a function of its own it runs as a classic script too.
          banner: (chunk) => (isTag(chunk) ? '(()=>{' : ''),
          footer: (chunk) => (isTag(chunk) ? '})()' : ''),
          comments: { annotation: false, legal: true },
        },
      },
    },
  })
  for (const [name, entry] of Object.entries(MODULES)) await buildModule(name, entry, join(dist, 'embed'))
  writeSnippet(join(dist, 'embed'))
  writeFramePage(join(dist, 'embed'))
  const chunks = [built].flat().flatMap(({ output }) => output)
  const modules = chunks.flatMap(({ modules = {} }) => Object.keys(modules))
  writeFileSync(join(dist, 'embed', 'third-party.txt'), describeNotices(modules))
  checkFirstPage(join(dist, 'embed'), chunks)
}

const isTag = ({ name, isEntry }) => isEntry && name === 'sluice'

/** The schemas of the responses that the first page asks for. */
const RESPONSES =
  /[\\/]src[\\/]wire[\\/](first-responses|router|tokens|rates|primitives)[.]ts$|[\\/]node_modules[\\/]valibot[\\/]/

/** What both sides of a frame need, and the dialog in a page. */
const FRAME_PARTS =
  /[\\/]src[\\/](embed[\\/](port-calls|frame-config|frame-title)|widget[\\/]control-dialog)[.]ts$/

/** What a page without a bundler imports by itself, each one file. */
const MODULES = { themes: 'src/exports/themes.ts', sandbox: 'testing/mock/sandbox.ts' }

async function buildModule(name, entry, outDir) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: false,
      target: BUILD_TARGET,
      lib: { entry: { [name]: join(root, entry) }, formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false, minify: true } },
    },
  })
}

/** Fails with the largest modules where the first page exceeds its limit. */
function checkFirstPage(folder, chunks) {
  const files = measureFirstPage(folder)
  const modules = chunks
    .filter(({ fileName }) => files.some(({ name }) => name === fileName))
    .flatMap(({ modules }) => Object.entries(modules))
    .map(([id, { renderedLength }]) => ({ name: relative(root, id), bytes: renderedLength }))
  const excess = describeExcess({ files, modules })
  if (excess) fail(excess)
}

/** Writes what a page includes. `SLUICE_EMBED_URL` is where the folder will be served. */
function writeSnippet(folder) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(
    join(folder, 'snippet.html'),
    createSnippetPage(folder, { version, url: process.env.SLUICE_EMBED_URL }),
  )
}

/**
 * Writes the page of a frame. `SLUICE_FRAME_PARENTS` is the origins that may show it, with spaces between; without one,
 * nobody may.
 */
function writeFramePage(folder) {
  const parents = (process.env.SLUICE_FRAME_PARENTS ?? '').split(/\s+/).filter(Boolean)
  const wrong = parents.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)
  if (wrong) fail(`SLUICE_FRAME_PARENTS: "${wrong}" is no origin, such as https://partner.example`)
  writeFileSync(join(folder, 'frame.html'), createFramePage(folder, parents))
}

/** Re-exported by what the first page imports, and used by later pages alone. */
const LATER = /use(InfiniteQuery|Queries)|(infiniteQuery|queries)Observer/

/** Tests whether the first page imports a module, directly or not. The bundler's own helpers count as imported. */
function createFirstPageTest() {
  const first = new Set()
  function add(id, graph) {
    if (first.has(id) || LATER.test(id)) return
    first.add(id)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) add(imported, graph)
  }
  return function isFirst(id, graph) {
    if (first.size === 0) add(join(root, 'src/embed/mount.tsx'), graph)
    return first.has(id) || id.includes('rolldown/runtime')
  }
}

/** Fails where shadow roots get no copy of a stylesheet: to the bundler, a pattern that matches no file is no error. */
function hasAllStyles() {
  return {
    name: 'sluice-has-all-styles',
    buildEnd(error) {
      const bundled = new Set(this.getModuleIds())
      const missing = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
        (file) =>
          file.endsWith('.css') &&
          // What defends against the rules of a host is not needed there.
          file !== 'theme/light-dom.css' &&
          !bundled.has(`${join(root, 'src', file)}?inline`),
      )
      if (missing.length && !error)
        this.error(`Neither style-sheets.ts nor page-styles.ts has ${missing.join(', ')}.`)
    },
  }
}

/** Runs the JSX runtime although the sources of package.json count as free of side effects. */
function runsJsxRuntime() {
  return {
    name: 'sluice-runs-jsx-runtime',
    transform: (_code, id) => (id === JSX_RUNTIME ? { moduleSideEffects: true } : undefined),
  }
}

/** The styles travel inside a chunk and go to shadow roots; a file beside it would only be mistaken for needed. */
function withoutStylesheet() {
  return {
    name: 'sluice-without-stylesheet',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.keys(bundle)) if (file.endsWith('.css')) delete bundle[file]
    },
  }
}

/**
 * A chunk that imports the entry would run it twice on a page that asks for `sluice.js?v=2`; an entry that imports a
 * chunk is no classic script.
 */
function standsAlone() {
  return {
    name: 'sluice-stands-alone',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        const { type, imports, fileName } = chunk
        if (type !== 'chunk' || !(isTag(chunk) ? imports.length : imports.includes('sluice.js'))) continue
        this.error(
          `${fileName} imports ${imports}. Move what it shares with others out of the script's entry.`,
        )
      }
    },
  }
}

/** The bundler's helpers are a chunk that the first page would discover late: each chunk gets a copy (0.3 kB) instead. */
function withoutRuntimeChunk() {
  return {
    name: 'sluice-without-runtime-chunk',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const runtime = Object.values(bundle).find(({ name }) => name === 'rolldown-runtime')
      if (!runtime) return
      const [body, exported] = runtime.code.split(/export(?=\{[^}]*\};?\s*$)/)
      const helpers = new Map(readNames(exported).map(([local, name]) => [name, local]))
      const imported = new RegExp(`import\\{([^}]*)\\}from["'\`]./${runtime.fileName}["'\`];`)
      for (const chunk of Object.values(bundle)) {
        chunk.code = chunk.code?.replace(imported, (_, list) => {
          const names = readNames(list)
          const returned = names.map(([name]) => `${name}:${helpers.get(name)}`)
          return `const{${names.map((pair) => pair.join(':'))}}=(()=>{${body}return{${returned}}})();`
        })
        if (chunk.code?.includes(`/${runtime.fileName}`))
          this.error(`${chunk.fileName} still imports the helpers.`)
      }
      delete bundle[runtime.fileName]
    },
  }
}
