import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { minify } from '@swc/core'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { ENTRIES, fail, root } from '../lib/setup.mjs'
import { BUILD_TARGET } from './browser-support.mjs'
import { buildManifest } from './build-manifest.mjs'
import { groupChunks } from './group-chunks.mjs'
import { joinsReexports } from './join-reexports.mjs'
import { raisesSpecificity } from './raise-specificity.mjs'
import { createClassNames } from './shrink-chunks.mjs'
import { splitsLanguages } from './split-languages.mjs'

const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const declared = [...Object.keys(dependencies), ...Object.keys(peerDependencies)]
const isDeclared = (id) =>
  id.startsWith('node:') || declared.some((name) => id === name || id.startsWith(`${name}/`))

const TEXTS = join(root, 'src/i18n/languages')
const LANGUAGES = readdirSync(TEXTS).flatMap((file) => /^(\w{2})\.json$/.exec(file)?.[1] ?? [])

/** Joins both parts of a language file in one entry for hosts that import a language. */
function joinsLanguages() {
  const named = /language:(\w{2})$/
  return {
    name: 'sluice-joins-languages',
    enforce: 'pre',
    resolveId: (id) => {
      const [, tag] = named.exec(id) ?? []
      return tag && `\0language:${tag}`
    },
    load(id) {
      const [, tag] = named.exec(id) ?? []
      if (!tag) return undefined
      const part = (name) => JSON.stringify(join(TEXTS, `${tag}.json?part=${name}`))
      return `import { messages as firstPage } from ${part('firstPage')}
import { messages as laterPages } from ${part('laterPages')}
export const messages = { ...firstPage, ...laterPages }`
    },
  }
}

const VERIFY_RECEIPT = 'execution/proof/verify-receipt'

/**
 * Builds `verifyReceipt` of the client apart from the other entries. What it shared with the
 * component would split the component's start in a host's build, which costs 550 bytes.
 */
function separatesVerifyReceipt() {
  return {
    name: 'sluice-separates-verify-receipt',
    enforce: 'pre',
    resolveId: (id) =>
      id.endsWith(`/${VERIFY_RECEIPT}.ts`) ? { id: './chunks/verify-receipt.js', external: true } : undefined,
  }
}

/** Errors are of the class that the client exports. */
function importsErrorsOfClient() {
  return {
    name: 'sluice-imports-errors-of-client',
    enforce: 'pre',
    resolveId: (id) =>
      id.endsWith('/errors/sluice-error.ts') ? { id: '../client.js', external: true } : undefined,
  }
}

function buildVerifyReceipt(dist) {
  return build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [importsErrorsOfClient(), compresses()],
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: BUILD_TARGET,
      sourcemap: true,
      lib: {
        entry: join(root, `src/${VERIFY_RECEIPT}.ts`),
        formats: ['es'],
        fileName: () => 'chunks/verify-receipt.js',
      },
      rolldownOptions: { external: isDeclared, output: { codeSplitting: false } },
    },
  })
}

/** Minifies again, which saves 2 % after the bundler's own pass. Uses no unsafe option. */
function compresses() {
  return {
    name: 'sluice-compresses',
    enforce: 'post',
    renderChunk: (code) =>
      minify(code, {
        module: true,
        compress: { ecma: 2022, passes: 3 },
        mangle: false,
        format: { comments: 'all', beautify: true },
        sourceMap: true,
      }),
  }
}

/**
 * Writes one ES module per file of src/exports. Dependencies of package.json stay external, so that
 * a host has one copy.
 */
export async function buildPackage(dist) {
  rmSync(join(dist, 'chunks'), { recursive: true, force: true })
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    css: { modules: { generateScopedName: createClassNames('sluice-') } },
    plugins: [
      react(),
      raisesSpecificity(),
      splitsLanguages(),
      joinsLanguages(),
      separatesVerifyReceipt(),
      compresses(),
      joinsReexports(),
    ],
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: BUILD_TARGET,
      sourcemap: true,
      cssCodeSplit: false,
      lib: {
        entry: {
          ...Object.fromEntries(ENTRIES.map((name) => [name, join(root, `src/exports/${name}.ts`)])),
          ...Object.fromEntries(LANGUAGES.map((tag) => [`languages/${tag}`, join(root, `language:${tag}`)])),
          'doctor-command': join(root, 'src/doctor/main.ts'),
        },
        formats: ['es'],
        cssFileName: 'style',
      },
      rolldownOptions: {
        external: isDeclared,
        // An inlined constant is smaller than the export and import of its name.
        optimization: { inlineConst: { mode: 'all', pass: 2 } },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name].js',
          codeSplitting: { groups: groupChunks() },
          // Frameworks with server components need this directive at the entry.
          postBanner: (chunk) => (chunk.isEntry && chunk.name === 'index' ? "'use client'" : ''),
        },
      },
    },
  })
  await buildVerifyReceipt(dist)
  buildManifest(dist)
  writeJsonSchemas(dist)
}

function writeJsonSchemas(dist) {
  const args = ['--import', 'tsx', 'src/config/json-schema/write-json-schemas.ts', dist]
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) fail('Cannot build the JSON schemas: see the errors above.')
}
