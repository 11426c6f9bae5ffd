import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { ChainEvent } from '../chain/chain-events.ts'
import { STORE_PARTS } from '../chain/discovery/pool-store.ts'
import type { RpcMeasure } from '../chain/rpc/ordered-requests.ts'
import { MAX_REORG_BLOCKS } from '../chain/snapshot/history.ts'
import { RELOAD_CAUSES } from '../chain/sync/sync-events.ts'
import { TIER_NAMES } from '../config/tiers.ts'
import { describeRest } from '../http/openapi.ts'
import type { ServiceError } from '../lib/service-error.ts'
import { PRESETS } from '../presets/presets.ts'
import type { SolveMeasure } from '../router/search/types.ts'
import { createLiteralChain } from '../testing/literal-chain.ts'
import { createTestApp } from '../testing/test-app.ts'
import { createMetrics, type Metrics, type QueueLength } from './metrics.ts'

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}

interface Target {
  expr: string
  legendFormat: string
}

/** Path of Prometheus's `promtool`, set by the environment. Without it only names are compared. */
const promtool = process.env.SLUICE_PROMTOOL

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const rules = (parse(read('alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
)
const dashboard = JSON.parse(read('dashboard.json')) as {
  templating: { list: { name: string; query: string | { query: string } }[] }
  panels: { id: number; title: string; targets?: Target[] }[]
}
const targets = dashboard.panels.flatMap((panel) => panel.targets ?? [])

/** Variables of the dashboard. Each stands for values of the label with its name. */
const variables = dashboard.templating.list.map(({ name }) => name)

const runbook = read('../../docs/content/guides/runbook.md')

/**
 * Labels that Prometheus adds: the job of the runbook's configuration, and an instance with any
 * address.
 */
const TARGET_LABELS: Labels = new Map([
  ['job', new Set([/^ +- job_name: (\w+)$/m.exec(runbook)?.[1] ?? ''])],
  ['instance', new Set()],
])

describe('alert rules and dashboard', () => {
  let exposed: Map<string, Labels>
  beforeAll(async () => {
    exposed = await readExposed()
  })

  it.each(rules.map((rule) => [rule.alert, rule.expr, rule.annotations.summary]))(
    'use only exposed metrics and labels in the alert %s',
    (_, expr, summary) => {
      const named = [...summary.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label)
      expect(findUnknown(expr, { named, exposed })).toEqual([])
      const [, by] = /\bby \(([^)]*)\)/.exec(expr) ?? []
      if (by) expect(by.split(', ')).toEqual(expect.arrayContaining(named))
    },
  )

  it('have one runbook section per alert with its meaning, diagnosis and remedy', () => {
    const sections = runbook.split(/^### /m).slice(1)
    expect(sections.map((section) => section.split('\n')[0])).toEqual(rules.map(({ alert }) => alert))
    for (const section of sections) {
      for (const part of ['**Meaning.**', '**Look at**', '**Do**']) expect(section).toContain(part)
    }
    for (const { alert, annotations, labels } of rules) {
      expect(annotations.runbook).toBe(`docs/content/guides/runbook.md#${alert.toLowerCase()}`)
      expect(['critical', 'warning', 'info']).toContain(labels.severity)
    }
  })

  it.runIf(promtool)("pass the check of Prometheus's own tool", () => {
    const path = fileURLToPath(new URL('alerts.yaml', import.meta.url))
    const output = execFileSync(promtool ?? '', ['check', 'rules', path], { encoding: 'utf8' })
    expect(output).toContain(`SUCCESS: ${rules.length} rules found`)
  })

  it('use only exposed metrics and labels in the dashboard', () => {
    expect(targets.length).toBeGreaterThan(20)
    for (const { expr, legendFormat } of targets) {
      const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
      expect(findUnknown(expr, { named, exposed, variables }), expr).toEqual([])
    }
    for (const { name, query } of dashboard.templating.list) {
      if (typeof query === 'string') continue
      const [, metric = '', label = ''] = /^label_values\((\w+), (\w+)\)$/.exec(query.query) ?? []
      expect([name, findUnknown(metric, { named: [label], exposed })]).toEqual([label, []])
    }
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  })

  it('detects an unknown metric and label', () => {
    expect(findUnknown('sluice_chain_stail == 1', { exposed })).toEqual(['sluice_chain_stail'])
    expect(findUnknown('sum by (pool) (sluice_chain_stale{chains="x"})', { exposed })).toEqual([
      'chains',
      'pool',
    ])
  })

  it.each([
    ['a value', 'outcome="failed"', ['outcome="failed"']],
    ['a negated value', 'outcome!="failed"', ['outcome="failed"']],
    ['an alternative', 'outcome=~"refused|unreachabel"', ['outcome=~"unreachabel"']],
    ['an alternative of a group', 'outcome=~"(answered|refuzed)"', ['outcome=~"refuzed"']],
    ['a negated alternative', 'outcome!~"refuzed|answered"', ['outcome=~"refuzed"']],
    ['a pattern that matches no whole value', 'outcome=~"refuse|unreach.*"', ['outcome=~"refuse"']],
    ['a pattern in another case', 'outcome=~"Un.+"', ['outcome=~"Un.+"']],
    ['an invalid expression', 'outcome=~"re(fused"', ['outcome=~"re(fused"']],
    ['a variable of another label', 'outcome=~"$chain"', ['outcome=~"$chain"']],
    ['a variable outside the dashboard', 'chain=~"$chains"', ['chain=~"$chains"']],
    ['a job', 'job="slooice"', ['job="slooice"']],
    ['unsupported quotes', "outcome='failed'", ["outcome='failed'"]],
    [
      'nothing in a correct expression',
      'outcome=~"refused|un.*",chain=~"$chain",instance="a:1",job="sluice"',
      [],
    ],
  ])('detects %s: {%s}', (_, selectors, unknown) => {
    const expr = `rate(sluice_rpc_duration_seconds_count{${selectors}}[5m])`
    expect(findUnknown(expr, { exposed, variables })).toEqual(unknown)
  })

  it.each([
    ['sluice_http_request_duration_seconds_count', 'route', 'router /v1/prices'],
    ['sluice_http_request_duration_seconds_count', 'status', '501'],
    ['sluice_rate_limited_total', 'tier', 'free'],
    ['sluice_access_faults_total', 'part', 'key'],
    ['sluice_chain_store_faults_total', 'part', 'writes'],
    ['sluice_chain_reloads_total', 'cause', 'deep-reorgs'],
    ['sluice_router_queue_length', 'work', 'prices'],
  ])('know the emitted values: %s has no %s "%s"', (metric, label, value) => {
    const unknown = findUnknown(`${metric}{${label}="${value}"}`, { exposed })
    expect(unknown).toEqual([`${label}="${value}"`])
  })

  const counting = rules.filter(({ expr }) => expr.includes('increase('))

  it.each(counting.map(({ alert, expr }) => [alert, expr]))(
    'fire the alert %s when its events happen often, and not at the start',
    async (_, expr) => {
      expect(isReached(expr, await readWorst())).toBe(true)
      expect(isReached(expr, await createMetrics({ chains: [createLiteralChain()] }).text())).toBe(false)
    },
  )

  it('detects an alert on reorganizations deeper than the followed depth', async () => {
    const deeperThan = (blocks: number) =>
      `increase(sluice_chain_reorg_depth_blocks_count[1h])
      - ignoring (le) increase(sluice_chain_reorg_depth_blocks_bucket{le="${blocks}"}[1h]) > 0.5`
    expect(isReached(deeperThan(10), await readWorst())).toBe(true)
    expect(isReached(deeperThan(MAX_REORG_BLOCKS), await readWorst())).toBe(false)
  })

  it('start every counter of an alert at zero', async () => {
    const chain = createLiteralChain({ config: { wsUrl: 'ws://localhost' } })
    const text = await createMetrics({ chains: [chain] }).text()
    const counted = rules.flatMap(({ expr }) =>
      [...expr.matchAll(/increase\((\w+)/g)].map(([, name]) => name),
    )
    for (const name of [...counted, 'sluice_chain_announcements_connected']) {
      expect(text).toMatch(new RegExp(`^${name}(\\{.*\\})? 0$`, 'm'))
    }
  })
})

/** Every fault of a chain at its maximum. */
const WORST: readonly ChainEvent[] = [
  { type: 'reorganized', ancestor: 5n, depth: MAX_REORG_BLOCKS },
  ...RELOAD_CAUSES.map((cause) => ({ type: 'reloading', cause, reason: 'because' }) as const),
  { type: 'diverged', blockNumber: 7n, pools: ['0x1'] },
  { type: 'rediscovered', blockNumber: 7n, pools: ['0x1'] },
  { type: 'discarded', source: 'uniswap-v2', reason: 'the data is damaged' },
  ...STORE_PARTS.map((part) => ({ type: 'store-failed', part, error: new Error('full') }) as const),
  { type: 'maintenance-failed', error: new Error('refused') },
  { type: 'failed', error: new Error('down'), retryInMs: 500 },
]

/** Returns the metrics after each fault happened many times. */
async function readWorst(): Promise<string> {
  const metrics = createMetrics({ chains: [createLiteralChain({ name: 'ethereum' })] })
  for (let i = 0; i < 50; i += 1) {
    for (const event of WORST) metrics.chainEvent('ethereum', event)
    for (const part of ['keys', 'usage', 'limits'] as const) metrics.accessFault(part)
    metrics.pricing.ended()
  }
  return metrics.text()
}

/**
 * Checks whether a rule of increases holds if all counts fall into its range: sums and differences
 * above a number.
 */
function isReached(expr: string, text: string): boolean {
  return expr.split(/\s+or\s+/).some((part) => {
    const [counted = '', limit = '', ...others] = part
      .replaceAll(/increase\((\w+)(\{[^}]*\})?\[\w+\]\)/g, (_, name: string, selectors = '') =>
        String(sumSamples(text, name, selectors)),
      )
      .replaceAll(/ignoring \(\w+\)/g, '')
      .split('>')
    expect([others, counted]).toEqual([[], expect.stringMatching(/^[\d\s-]+$/)])
    const [first = 0, ...taken] = counted.split('-').map(Number)
    return taken.reduce((left, one) => left - one, first) > Number(limit)
  })
}

function sumSamples(text: string, metric: string, selectors: string): number {
  const wanted = [...selectors.matchAll(/\w+="[^"]*"/g)].map(([pair]) => pair)
  return [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)]
    .filter(([, name, labels = '']) => name === metric && wanted.every((pair) => labels.includes(pair)))
    .reduce((sum, [, , , value]) => sum + Number(value), 0)
}

type Labels = Map<string, Set<string>>

/** Lists every member of a union. A missing or misspelt member does not compile. */
const list = <T extends string>(members: Record<T, true>) => Object.keys(members) as T[]

const OUTCOMES = list<RpcMeasure['outcome']>({ answered: true, refused: true, unreachable: true })
const WORKS = list<QueueLength['work']>({ price: true, quote: true })
const ORDER_TYPES = list<SolveMeasure['orderType']>({ SELL: true, BUY: true })
const LIMITERS = list<Parameters<Metrics['limitDecided']>[0]>({ shared: true, local: true })
const SOLVERS = list<Parameters<Metrics['pricing']['solved']>[0]>({ main: true, worker: true })
const REFUSALS = list<`${ServiceError['status']}`>({
  400: true,
  401: true,
  403: true,
  404: true,
  405: true,
  413: true,
  415: true,
  422: true,
  429: true,
  500: true,
  503: true,
})

/**
 * Returns metrics by name with all label values that the service can emit, after one of every event
 * was recorded.
 */
async function readExposed(): Promise<Map<string, Labels>> {
  const use = { callsPerDay: 9, callsToday: 3, overBudget: 1, isSpent: false, isSpentForCallers: false }
  const chains = Object.keys(PRESETS).map((name) => ({
    ...createLiteralChain({ name }),
    knownPools: () => 3,
    nodeUse: () => [use],
  }))
  const metrics = createMetrics({ chains })
  for (const chain of Object.keys(PRESETS)) {
    metrics.chainEvent(chain, { type: 'reorganized', ancestor: 5n, depth: 3 })
    metrics.chainEvent(chain, { type: 'announcements', connected: true })
    for (const outcome of OUTCOMES) {
      metrics.nodeAsked(chain, { method: 'eth_getLogs', outcome, durationMs: 1 })
    }
    for (const orderType of ORDER_TYPES) {
      for (const optimalityGapBps of [1, undefined]) {
        metrics.solved({ chain, orderType, durationMs: 1, legs: 1, optimalityGapBps })
      }
    }
  }
  await requestEverything(metrics)
  for (const by of LIMITERS) metrics.limitDecided(by)
  for (const by of SOLVERS) metrics.pricing.solved(by)
  metrics.watchPricing(() => ({ workers: 1, busy: 0, waiting: 0 }))
  metrics.watchQueues(() =>
    Object.keys(PRESETS).flatMap((chain) => WORKS.map((work) => ({ chain, work, waiting: 0 }))),
  )
  const text = await metrics.text()
  return new Map([['up', new Map()], ...readLabels(text)])
}

/**
 * Requests each path of the service, and then records each response of each tier for each of the
 * named routes.
 */
async function requestEverything(metrics: Metrics): Promise<void> {
  // Its router does not have the queues of all chains, which are recorded separately.
  const { app } = createTestApp({ metrics: { ...metrics, watchQueues: () => undefined } })
  const paths = ['/', '/status.json', '/healthz', '/openapi.json', '/tokens/graphql', '/nowhere']
  for (const path of [...paths, ...Object.keys(describeRest().paths)]) {
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT']) {
      await app.fetch(new Request(`http://service.test${path}`, { method }))
    }
  }
  const duration = readLabels(await metrics.text()).get('sluice_http_request_duration_seconds_count')
  for (const route of duration?.get('route') ?? []) {
    for (const tier of [...TIER_NAMES, 'anonymous']) {
      for (const status of [200, 204, ...REFUSALS.map(Number)]) {
        metrics.requestDone({ route, method: 'POST', status, tier, durationMs: 3 })
      }
    }
  }
}

function readLabels(text: string): Map<string, Labels> {
  const metrics = new Map<string, Labels>()
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const values = metrics.get(name) ?? new Map<string, Set<string>>()
    metrics.set(name, values)
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      values.set(label, (values.get(label) ?? new Set()).add(value))
    }
  }
  return metrics
}

interface Known {
  exposed: Map<string, Labels>
  /** Labels used outside of the expression. */
  named?: readonly string[]
  /** Variables of the dashboard. Alerts have none. */
  variables?: readonly string[]
}

/**
 * Returns the metrics, labels and label values of an expression and of `named` that do not exist.
 */
function findUnknown(expr: string, { exposed, named = [], variables = [] }: Known): string[] {
  const unknown: string[] = []
  const used: Labels[] = []
  const by: string[] = [...named]
  const rest = expr
    // Compares the selectors here. The metric is checked below.
    .replaceAll(/(\w+)\{([^}]*)\}/g, (_, metric: string, selectors: string) => {
      const labels = exposed.get(metric)
      const others = selectors.replaceAll(MATCHER, (_, label: string, operator: string, value: string) => {
        const values = TARGET_LABELS.get(label) ?? labels?.get(label)
        if (values) unknown.push(...findUnknownValues({ label, operator, value, values, variables }))
        else if (labels) unknown.push(label)
        return ''
      })
      unknown.push(...others.split(',').filter((other) => other.trim()))
      return metric
    })
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b(?:by|ignoring|on|without)\s*\(([^)]*)\)/g, (_, labels: string) => {
      by.push(...labels.split(',').map((label) => label.trim()))
      return ''
    })
  for (const [, word = '', call] of rest.matchAll(/\b([a-zA-Z_]\w*)(\s*\()?/g)) {
    if (call || /^(?:and|or|unless|bool|offset)$/.test(word)) continue
    const labels = exposed.get(word)
    if (labels) used.push(labels)
    else unknown.push(word)
  }
  const isLabel = (label: string) =>
    TARGET_LABELS.has(label) || used.some((labels) => labels.has(label)) || used.length === 0
  return [...unknown, ...by.filter((label) => !isLabel(label))].sort()
}

const MATCHER = /(\w+)(=~|!~|!=|=)"([^"]*)"/g

interface Matcher {
  label: string
  operator: string
  value: string
  /** All values of the label. Empty: any value. */
  values: ReadonlySet<string>
  variables: readonly string[]
}

/**
 * Returns the values in a matcher that no series has. For a regular expression, each alternative
 * must match a whole value.
 */
function findUnknownValues({ label, operator, value, values, variables }: Matcher): string[] {
  const isExpression = operator.endsWith('~')
  const isKnown = (part: string) => {
    if (part.startsWith('$')) return part === `$${label}` && variables.includes(label)
    if (values.size === 0 || values.has(part)) return true
    return isExpression && [...values].some((one) => toPattern(part)?.test(one))
  }
  const parts = isExpression ? splitAlternatives(value) : [value]
  return parts.filter((part) => !isKnown(part)).map((part) => `${label}${isExpression ? '=~' : '='}"${part}"`)
}

/**
 * Splits an expression, or the group that contains it. An expression with inner groups counts as
 * one alternative.
 */
function splitAlternatives(expression: string): string[] {
  const [, inner = expression] = /^\(([^()]*)\)$/.exec(expression) ?? []
  return /[()[\]\\]/.test(inner) ? [inner] : inner.split('|')
}

function toPattern(expression: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${expression})$`)
  } catch {
    return undefined
  }
}
