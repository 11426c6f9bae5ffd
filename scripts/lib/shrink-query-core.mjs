const MUTATION_CACHE = `export class MutationCache {
  clear() {}
  getAll() { return [] }
  findAll() { return [] }
  resumePausedMutations() { return Promise.resolve() }
}`

/** The widget's queries neither suspend nor throw while they render: `sharedOptions` say so of each. */
const SUSPENSE = `export const ensureSuspenseTimers = () => {}
export const shouldSuspend = () => false
export const fetchOptimistic = () => {}`
const ERROR_BOUNDARIES = `export const ensurePreventErrorBoundaryRetry = () => {}
export const useClearResetErrorBoundary = () => {}
export const getHasError = () => false`

/** Nobody sets other timers than those of the browser. */
const TIMERS = `export const timeoutManager = {
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (id) => clearTimeout(id),
  setInterval: (callback, ms) => setInterval(callback, ms),
  clearInterval: (id) => clearInterval(id),
}
export const systemSetTimeoutZero = (callback) => setTimeout(callback, 0)`

/** What stands for a module where the path of the importer matches. */
const REPLACED = {
  './mutationCache.js': { in: /query-core/, code: MUTATION_CACHE },
  './timeoutManager.js': { in: /query-core/, code: TIMERS },
  './suspense.js': { in: /[\\/]useBaseQuery[.]js$/, code: SUSPENSE },
  './errorBoundaryUtils.js': { in: /[\\/]useBaseQuery[.]js$/, code: ERROR_BOUNDARIES },
  './QueryErrorResetBoundary.js': {
    in: /[\\/]useBaseQuery[.]js$/,
    code: 'export const useQueryErrorResetBoundary = () => {}',
  },
  './IsRestoringProvider.js': {
    in: /[\\/]useBaseQuery[.]js$/,
    code: 'export const useIsRestoring = () => false',
  },
}

/** Conditions that never hold in the widget, whose queries have no persister and no previous pages, by the files that ask. */
const NEVER = {
  'query.js': 'if (this.options.persister)',
  'queryClient.js': ' && defaultedOptions.persister)',
  'infiniteQueryBehavior.js': 'if (context.options.persister)',
}
const BACKWARD = 'direction === "backward"'

/** What only an application can use that the widget is not: its build fails where one of them is used after all. */
const UNUSED = /query-core.*[\\/]mutation\w*\.js$|react-query.*[\\/](useSuspense\w+|HydrationBoundary)\.js$/

/**
 * Leaves out what the widget uses nowhere of TanStack Query: mutations, whose cache is always empty, suspense, error
 * boundaries, restored clients, persisters, previous pages and timers of somebody else.
 */
export function withoutUnusedQueries() {
  const prefix = '\0sluice-instead-of:'
  return {
    name: 'sluice-without-unused-queries',
    enforce: 'pre',
    resolveId(source, importer) {
      if (Object.hasOwn(REPLACED, source) && REPLACED[source].in.test(importer ?? '')) return prefix + source
    },
    load(id) {
      if (id.startsWith(prefix)) return REPLACED[id.slice(prefix.length)].code
    },
    transform(code, id) {
      const [, file = ''] = /query-core.*[\\/](\w+\.js)$/.exec(id) ?? []
      if (!Object.hasOwn(NEVER, file)) return
      const condition = NEVER[file]
      if (!code.includes(condition))
        this.error(`${id} does not ask "${condition}" any more: look at what it asks now.`)
      return code
        .replace(condition, condition.replace(/[\w.]+\.persister/, 'false'))
        .replace(BACKWARD, 'false')
    },
    renderChunk(_code, { modules }) {
      const used = Object.entries(modules).find(([id, { code }]) => code && UNUSED.test(id))
      if (used) this.error(`${used[0]} is used, but the script's build leaves out what it needs.`)
    },
  }
}
