import { readNames } from './shrink-chunks.mjs'

/** A chunk whose only content is a re-export of another chunk. */
const REEXPORT = /^\s*export\s*(\{[^}]*\})\s*from\s*"\.\/([^"]+)";?\s*(?:\/\/# sourceMappingURL=.*\s*)?$/
const EXPORTS = /export\s*(\{[^}]*\});?(?=\s*(?:\/\/# sourceMappingURL=.*\s*)?$)/

/**
 * Makes `import()` name the chunk that contains the code. The bundler writes a re-exporting chunk
 * for each dynamically imported module in a group, and a host's build would turn each into a file
 * and a request.
 */
export function joinsReexports() {
  return {
    name: 'sluice-joins-reexports',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
      const chunkOf = new Map(chunks.map((chunk) => [chunk.fileName.split('/').at(-1), chunk]))
      const joined = new Map()
      for (const chunk of chunks) {
        const [, names, file] = REEXPORT.exec(chunk.code) ?? []
        if (chunk.isEntry || !names || !addExports(chunkOf.get(file), readNames(names))) continue
        joined.set(chunk.fileName.split('/').at(-1), file)
        delete bundle[chunk.fileName]
        delete bundle[`${chunk.fileName}.map`]
      }
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk')
          chunk.code = chunk.code.replace(
            /(import\("\.\/(?:chunks\/)?)([^"/]+)(?="\))/g,
            (statement, start, file) => (joined.has(file) ? start + joined.get(file) : statement),
          )
    },
  }
}

/** Adds export names for existing exports of a chunk. Returns false if a name is taken. */
function addExports(chunk, names) {
  const [, list] = EXPORTS.exec(chunk.code) ?? []
  if (!list) return false
  const localOf = new Map(readNames(list).map(([local, name]) => [name, local]))
  if (
    names.some(
      ([from, to]) => !localOf.has(from) || (localOf.has(to) && localOf.get(to) !== localOf.get(from)),
    )
  )
    return false
  for (const [from, to] of names) localOf.set(to, localOf.get(from))
  const written = [...localOf].map(([name, local]) => (name === local ? name : `${local} as ${name}`))
  chunk.code = chunk.code.replace(EXPORTS, () => `export { ${written.join(', ')} };`)
  return true
}
