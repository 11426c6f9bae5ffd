import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minify } from '@swc/core'
import { root } from '../lib/setup.mjs'

/**
 * Minifies each chunk again, which saves 2 % of the compressed first page after the bundler's own
 * pass. Uses no unsafe option.
 */
export function minifiesAgain(isScript) {
  return {
    name: 'sluice-minifies-again',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const { code } = await minify(chunk.code, {
          module: !isScript(chunk),
          // These options are off, because the longer code compresses better with brotli.
          compress: { ecma: 2022, passes: 3, sequences: false, keep_fargs: false, negate_iife: false },
          mangle: {},
          format: { comments: 'some' },
        })
        chunk.code = code
      }
    },
  }
}

/**
 * Exports the first page's names without renaming, because two hundred pairs of short names
 * compress badly. Names that `import()` reads do not change.
 */
export function exportsPlainNames() {
  return {
    name: 'sluice-exports-plain-names',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
      const first = chunks.find(({ name }) => name === 'first-page')
      const [list] = /export\{[^}]*\};?\s*$/.exec(first.code) ?? this.error('The first page exports nothing.')
      const file = first.fileName.replace(/[.$]/g, '\\$&')
      const statics = new RegExp(`import\\{([^}]*)\\}from["'\`]./${file}["'\`]`, 'g')
      const imported = chunks
        .flatMap(({ code }) => [...code.matchAll(statics)])
        .flatMap(([, names]) => readNames(names))
      const needed = new Set(imported.map(([name]) => name))
      const exported = readNames(list)
      const kept = exported.filter(([, name]) => !needed.has(name))
      const taken = new Set(kept.map(([, name]) => name))
      const plain = new Map(
        exported
          .filter(([, name]) => needed.has(name))
          .map(([local, name]) => [name, { local, name: taken.has(local) ? `${local}$` : local }]),
      )
      const renamed = [...plain.values()].map(({ local, name }) => write(local, name))
      const rest = kept.map(([local, name]) => write(local, name))
      const plainList = `export{${[...new Set(renamed)].sort().concat(rest)}};`
      first.code = first.code.slice(0, -list.length) + plainList
      for (const chunk of chunks) {
        chunk.code = chunk.code.replace(statics, (statement, names) => {
          const read = readNames(names).map(([name, local]) => write(plain.get(name).name, local))
          return statement.replace(names, () => read.join(','))
        })
      }
    },
  }
}

/** Returns the pairs of names between the braces of an `import` or `export`. */
export function readNames(list) {
  return [...list.replace(/^\w*\{/, '').matchAll(/([\w$]+)(?: as ([\w$]+))?/g)].map(([, from, to = from]) => [
    from,
    to,
  ])
}

const write = (from, to) => (from === to ? from : `${from} as ${to}`)

/**
 * Returns a generator of short class names: two digits for the stylesheet, then the position of the
 * class. The names are reproducible. Styles outside shadow roots need a `prefix` that differs from
 * a host's classes and from another version of the widget.
 */
export function createClassNames(prefix) {
  const folder = join(root, 'src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .sort()
  const start = prefix ? `${prefix}${hashFiles(files.map((file) => join(folder, file)))}-` : '_'
  const known = new Map(files.map((file, at) => [join(folder, file), { at, classes: [] }]))
  return function nameClass(name, file) {
    const { at, classes } = known.get(file.replace(/\?.*/, ''))
    if (!classes.includes(name)) classes.push(name)
    return `${start}${at.toString(36).padStart(2, '0')}${classes.indexOf(name).toString(36)}`
  }
}

function hashFiles(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 6)
}
