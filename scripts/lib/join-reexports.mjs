import { readNames } from './shrink-chunks.mjs'

/** A chunk that hands on what another exports, and does nothing else. */
const REEXPORT = /^\s*export\s*(\{[^}]*\})\s*from\s*"\.\/([^"]+)";?\s*(?:\/\/# sourceMappingURL=.*\s*)?$/
const EXPORTS = /export\s*(\{[^}]*\});?(?=\s*(?:\/\/# sourceMappingURL=.*\s*)?$)/

/**
 * Lets `import()` name the chunk that has the code. The bundler writes a chunk that only re-exports for each module that is
 * loaded on demand and lies in a group: a host's build would make a file and a request of every one.
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

/** Exports under further names what a chunk exports already. False where a name is taken. */
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
