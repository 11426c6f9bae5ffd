import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { fail, root } from '../lib/setup.mjs'
import { BUILD_TARGET } from './browser-support.mjs'
import { createFramePage, createSnippetPage, readIntegrity } from './embed-html.mjs'
import { describeExcess, measureFirstPage } from './first-page-limit.mjs'
import { createClassNames, exportsPlainNames, minifiesAgain, readNames } from './shrink-chunks.mjs'
import { withoutUnusedQueries } from './shrink-query-core.mjs'
import { splitsLanguages } from './split-languages.mjs'
import { describeNotices } from './third-party-notices.mjs'

const JSX_RUNTIME = join(root, 'src/embed/preact-jsx-runtime.ts')

/**
 * The embed uses Preact, which is a third the size of React, and wagmi without its React hooks,
 * whose CommonJS dependencies would keep all of Preact in the first page. Browser tests run on this
 * build.
 */
const aliases = {
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  'react/jsx-runtime': JSX_RUNTIME,
  react: 'preact/compat',
  'wagmi/actions': '@wagmi/core/actions',
  wagmi: '@wagmi/core',
}

/** Builds the script for partners and its chunks. */
export async function buildEmbed(dist) {
  const isFirst = createFirstPageTest()
  // Excludes the import of viem, which only pages that read a chain or sign need, and wallet
  // discovery, which the page around a frame needs without the later pages.
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
      // Library mode, because an application build adds a preloader that puts <link> elements into
      // the host's head.
      lib: {
        entry: {
          sluice: join(root, 'src/embed/script.ts'),
          frame: join(root, 'src/embed/frame-page.ts'),
        },
        formats: ['es'],
      },
      rolldownOptions: {
        // An inlined constant is smaller than the export and import of its name.
        optimization: { inlineConst: { mode: 'all', pass: 2 } },
        output: {
          entryFileNames: '[name].js',
          // The first page contains this name once for each chunk that it loads. Seven characters
          // are the minimum for this number of chunks.
          chunkFileNames: '[name]-[hash:7].js',
          // All modules of the first page are in one group, including modules that no other chunk
          // imports: otherwise the first page also loads the group of later pages. The later pages
          // share one chunk, because a dozen small files cost more than their content.
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
              // Loaded while the first request is pending.
              { name: 'responses', priority: 2, test: RESPONSES },
              { name: 'frame-parts', priority: 2, test: FRAME_PARTS, minShareCount: 2 },
              { name: 'later', priority: 1, ...several },
            ],
          },
          minify: true,
          // The entry has no static imports, so inside a function it also runs as a classic script.
          banner: (chunk) => (isTag(chunk) ? '(()=>{' : ''),
          footer: (chunk) => (isTag(chunk) ? '})()' : ''),
          comments: { annotation: false, legal: true },
        },
      },
    },
  })
  for (const [name, entry] of Object.entries(MODULES)) await buildModule(name, entry, join(dist, 'embed'))
  await buildLoader(join(dist, 'embed'))
  writeSnippet(join(dist, 'embed'))
  writeFramePage(join(dist, 'embed'))
  const chunks = [built].flat().flatMap(({ output }) => output)
  const modules = chunks.flatMap(({ modules = {} }) => Object.keys(modules))
  writeFileSync(join(dist, 'embed', 'third-party.txt'), describeNotices(modules))
  checkFirstPage(join(dist, 'embed'), chunks)
}

const isTag = ({ name, isEntry }) => isEntry && name === 'sluice'

/** Schemas of the responses that the first page requests. */
const RESPONSES =
  /[\\/]wire[\\/](first-responses|router|tokens|rates|primitives|own-object)[.]ts$|[\\/]node_modules[\\/]valibot[\\/]/

/** Modules that both sides of a frame and the dialog on the page need. */
const FRAME_PARTS =
  /[\\/]src[\\/](embed[\\/](port-calls|frame-config|frame-title)|widget[\\/]control-dialog)[.]ts$/

/** Single-file modules that a page without a bundler can import. */
const MODULES = { themes: 'src/exports/themes.ts', sandbox: 'src/testing/mock/sandbox.ts' }

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

/** Builds the classic script that loads the tag, for browsers that are too old for the tag. */
async function buildLoader(outDir) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { SLUICE_INTEGRITY: JSON.stringify(readIntegrity(outDir)['sluice.js']) },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2015',
      lib: {
        entry: join(root, 'src/embed/loader.ts'),
        formats: ['iife'],
        name: 'SluiceLoader',
        fileName: () => 'loader.js',
      },
      rolldownOptions: { output: { minify: true } },
    },
  })
}

/** Fails and names the largest modules if the first page exceeds its limit. */
function checkFirstPage(folder, chunks) {
  const files = measureFirstPage(folder)
  const modules = chunks
    .filter(({ fileName }) => files.some(({ name }) => name === fileName))
    .flatMap(({ modules }) => Object.entries(modules))
    .map(([id, { renderedLength }]) => ({ name: relative(root, id), bytes: renderedLength }))
  const excess = describeExcess({ files, modules })
  if (excess) fail(excess)
}

/**
 * Writes the snippet that a page includes. `SLUICE_EMBED_URL` is the address that serves the
 * folder.
 */
function writeSnippet(folder) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(
    join(folder, 'snippet.html'),
    createSnippetPage(folder, { version, url: process.env.SLUICE_EMBED_URL }),
  )
}

/**
 * Writes the page of a frame. `SLUICE_FRAME_PARENTS` is a list of the origins that may embed it,
 * separated by spaces. Without the list, no page may embed it.
 */
function writeFramePage(folder) {
  const parents = (process.env.SLUICE_FRAME_PARENTS ?? '').split(/\s+/).filter(Boolean)
  const wrong = parents.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)
  if (wrong)
    fail(`SLUICE_FRAME_PARENTS: "${wrong}" is not an origin. Use a form such as https://partner.example.`)
  writeFileSync(join(folder, 'frame.html'), createFramePage(folder, parents))
}

/** Modules that the first page re-exports and only later pages use. */
const LATER = /use(InfiniteQuery|Queries)|(infiniteQuery|queries)Observer/

/**
 * Returns a test of whether the first page imports a module, directly or indirectly, or the module
 * is a helper of the bundler.
 */
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

/**
 * Fails if a stylesheet has no copy for shadow roots. The bundler accepts a pattern that matches no
 * file.
 */
function hasAllStyles() {
  return {
    name: 'sluice-has-all-styles',
    buildEnd(error) {
      const bundled = new Set(this.getModuleIds())
      const missing = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
        (file) =>
          file.endsWith('.css') &&
          // A shadow root needs no protection from the host's rules.
          file !== 'theme/light-dom.css' &&
          !bundled.has(`${join(root, 'src', file)}?inline`),
      )
      if (missing.length && !error)
        this.error(`Neither style-sheets.ts nor page-styles.ts has ${missing.join(', ')}.`)
    },
  }
}

/**
 * Marks the JSX runtime as a module with side effects, because package.json declares that sources
 * have none.
 */
function runsJsxRuntime() {
  return {
    name: 'sluice-runs-jsx-runtime',
    transform: (_code, id) => (id === JSX_RUNTIME ? { moduleSideEffects: true } : undefined),
  }
}

/** Removes the stylesheet file, because the styles are part of a chunk and go to shadow roots. */
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
 * Fails if a chunk imports the entry, which would run it twice on a page that loads
 * `sluice.js?v=2`, or if the entry imports a chunk, because a classic script cannot.
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

/**
 * Copies the bundler's helpers (0.3 kB) into each chunk. Otherwise the first page would discover
 * their chunk late.
 */
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
