/**
 * The widget uses no mutations of TanStack Query: its client gets a cache that is always empty. The build fails where a
 * mutation is used after all.
 */
export function withoutMutations() {
  const empty = '\0sluice-empty-mutation-cache'
  return {
    name: 'sluice-without-mutations',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source === './mutationCache.js' && importer?.includes('query-core')) return empty
    },
    load(id) {
      if (id !== empty) return
      return `export class MutationCache {
  clear() {}
  getAll() { return [] }
  findAll() { return [] }
  resumePausedMutations() { return Promise.resolve() }
}`
    },
    renderChunk(_code, { modules }) {
      const [used] = Object.keys(modules).filter((id) => /query-core.*[\\/]mutation\w*\.js$/.test(id))
      if (used) this.error(`${used} is used, but the script's build leaves mutations out.`)
    },
  }
}
