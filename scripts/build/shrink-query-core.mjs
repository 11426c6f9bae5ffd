const MUTATION_CACHE = `export class MutationCache {
  clear() {}
  getAll() { return [] }
  findAll() { return [] }
  resumePausedMutations() { return Promise.resolve() }
}`

/**
 * The widget's queries neither suspend nor throw during render, because `sharedOptions` set this
 * for each.
 */
const SUSPENSE = `export const ensureSuspenseTimers = () => {}
export const shouldSuspend = () => false
export const fetchOptimistic = () => {}`
const ERROR_BOUNDARIES = `export const ensurePreventErrorBoundaryRetry = () => {}
export const useClearResetErrorBoundary = () => {}
export const getHasError = () => false`

/** The widget uses only the browser's timers. */
const TIMERS = `export const timeoutManager = {
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (id) => clearTimeout(id),
  setInterval: (callback, ms) => setInterval(callback, ms),
  clearInterval: (id) => clearInterval(id),
}
export const systemSetTimeoutZero = (callback) => setTimeout(callback, 0)`

/** Modules of the hooks that import parts which the widget does not use. */
const HOOKS = /[\\/]use(BaseQuery|Queries)[.]js$/

/** Replacements of modules, for importers whose path matches. */
const REPLACED = {
  './mutationCache.js': { in: /query-core/, code: MUTATION_CACHE },
  './timeoutManager.js': { in: /query-core/, code: TIMERS },
  './suspense.js': { in: HOOKS, code: SUSPENSE },
  './errorBoundaryUtils.js': { in: HOOKS, code: ERROR_BOUNDARIES },
  './QueryErrorResetBoundary.js': { in: HOOKS, code: 'export const useQueryErrorResetBoundary = () => {}' },
  './IsRestoringProvider.js': { in: HOOKS, code: 'export const useIsRestoring = () => false' },
}

/**
 * Constant expressions by file. The widget's queries neither suspend nor throw, and have no
 * persister, no previous pages, no initial data and no cache callbacks. TypeScript checks the type
 * of `enabled`.
 */
const CONSTANTS = {
  'query.js': {
    'this.options.persister)': 'false)',
    'typeof options.initialData === "function" ? options.initialData() : options.initialData': 'void 0',
    'this.#cache.config.onSuccess?.(data, this)': '',
    'this.#cache.config.onSettled?.(data, this.state.error, this)': '',
    'this.#cache.config.onError?.(error, this)': '',
    'this.#cache.config.onSettled?.(this.state.data, error, this)': '',
  },
  'utils.js': {
    'typeof options.structuralSharing === "function"': 'false',
    '!options.queryFn && fetchOptions?.initialPromise': 'false',
  },
  'queryClient.js': { 'defaultedOptions.persister)': 'false)', '!!defaultedOptions.suspense': 'false' },
  'queryObserver.js': {
    'this.options.enabled !== void 0 && typeof': 'false && typeof',
    'this.options.throwOnError': 'false',
    'options._optimisticResults === "isRestoring"': 'false',
    '(!options.suspense || query.state.status !== "error")': 'true',
  },
  'infiniteQueryBehavior.js': {
    'context.options.persister)': 'false)',
    'direction === "backward"': 'false',
    'previous ? "backward" : "forward"': '"forward"',
    'previous ? addToStart : addToEnd': 'addToEnd',
  },
  'infiniteQueryObserver.js': { 'hasPreviousPage(options, state.data)': 'false' },
}

/**
 * Methods that neither the widget nor the rest of TanStack Query calls. The build fails if one is
 * called.
 */
const UNUSED_METHODS = {
  'queryClient.js': [
    'isFetching',
    'isMutating',
    'getQueriesData',
    'setQueriesData',
    'query',
    'infiniteQuery',
    'prefetchInfiniteQuery',
    'getMutationCache',
    'getDefaultOptions',
    'setDefaultOptions',
    'setQueryDefaults',
    'setMutationDefaults',
    'getMutationDefaults',
    'defaultMutationOptions',
  ],
  'queryObserver.js': ['fetchOptimistic'],
}
/** Options in the widget's code that contradict `CONSTANTS`. */
const UNUSED_OPTION = /\b(initialData|suspense|persister|queryCache):/
const CALLERS = /[\\/](src|@tanstack)[\\/]/
const UNUSED_CALL = new RegExp(`\\.(${Object.values(UNUSED_METHODS).flat().join('|')})\\(`)

/** Modules that the widget does not use. The build fails if one is imported. */
const UNUSED = /query-core.*[\\/]mutation\w*\.js$|react-query.*[\\/](useSuspense\w+|HydrationBoundary)\.js$/

/**
 * Removes the parts of TanStack Query that the widget does not use: mutations, suspense, error
 * boundaries, restored clients, persisters, previous pages, custom timers and the methods in
 * `UNUSED_METHODS`.
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
      if (!Object.hasOwn(CONSTANTS, file)) return
      let kept = removeMethods(code, { names: UNUSED_METHODS[file] ?? [], program: this.parse(code) })
      for (const [expression, value] of Object.entries(CONSTANTS[file])) {
        if (!kept.includes(expression))
          this.error(`${id} has no "${expression}" any more: read what it has now.`)
        kept = kept.replace(expression, value)
      }
      return kept
    },
    renderChunk(_code, { modules }) {
      for (const [id, { code }] of Object.entries(modules)) {
        if (!code) continue
        if (UNUSED.test(id)) this.error(`${id} is used, but the script's build leaves out what it needs.`)
        const [option] = (/[\\/]src[\\/]/.test(id) && UNUSED_OPTION.exec(code)) || []
        if (option) this.error(`${id} sets ${option} which the script's build ignores.`)
        const [call] = (CALLERS.test(id) && UNUSED_CALL.exec(code)) || []
        if (call) this.error(`${id} calls ${call}, which the script's build removes.`)
      }
    },
  }
}

/** Removes the methods with these names from the classes of a module. Throws if a method is missing. */
function removeMethods(code, { names, program }) {
  const methods = program.body
    .flatMap(({ declarations = [] }) => declarations)
    .flatMap(({ init }) => (init?.type === 'ClassExpression' ? init.body.body : []))
    .filter(({ type, key }) => type === 'MethodDefinition' && key.type === 'Identifier')
  const unused = methods.filter(({ key }) => names.includes(key.name))
  const missing = names.find((name) => unused.every(({ key }) => key.name !== name))
  if (missing)
    throw new Error(`TanStack Query has no method ${missing} any more: remove it from UNUSED_METHODS.`)
  return unused.reduceRight((kept, { start, end }) => kept.slice(0, start) + kept.slice(end), code)
}
