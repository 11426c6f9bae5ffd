import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type ChainEvent, RELOAD_CAUSES } from '../chain/chain-events.ts'
import { MAX_REORG_BLOCKS } from '../chain/history.ts'
import { STORE_PARTS } from '../chain/pool-store.ts'
import { createLiteralChain } from '../testing/literal-chain.ts'
import { createMetrics } from './metrics.ts'

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

/** Prometheus' own program, where the environment names it: without it only names are compared. */
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

/** Labels that Prometheus adds, and what it records of each scrape. */
const TARGET_LABELS = ['job', 'instance']

describe('alert rules and dashboard', () => {
  it.each(rules.map((rule) => [rule.alert, rule.expr, rule.annotations.summary]))(
    'the alert %s names what the service exposes',
    async (_, expr, summary) => {
      const named = [...summary.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label)
      expect(findUnknown(expr, named, await readExposed())).toEqual([])
      const [, by] = /\bby \(([^)]*)\)/.exec(expr) ?? []
      if (by) expect(by.split(', ')).toEqual(expect.arrayContaining(named))
    },
  )

  it('every alert has a section of the runbook that says what it means and what to do, and no section is left', () => {
    const runbook = readFileSync(new URL('../../docs/content/guides/runbook.md', import.meta.url), 'utf8')
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

  it.runIf(promtool)('are what Prometheus itself reads without a complaint', () => {
    const path = fileURLToPath(new URL('alerts.yaml', import.meta.url))
    const told = execFileSync(promtool ?? '', ['check', 'rules', path], { encoding: 'utf8' })
    expect(told).toContain(`SUCCESS: ${rules.length} rules found`)
  })

  it('the dashboard names what the service exposes', async () => {
    const exposed = await readExposed()
    expect(targets.length).toBeGreaterThan(20)
    for (const { expr, legendFormat } of targets) {
      const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
      expect(findUnknown(expr, named, exposed), expr).toEqual([])
    }
    for (const { name, query } of dashboard.templating.list) {
      if (typeof query === 'string') continue
      const [, metric = '', label = ''] = /^label_values\((\w+), (\w+)\)$/.exec(query.query) ?? []
      expect([name, findUnknown(metric, [label], exposed)]).toEqual([label, []])
    }
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  })

  it('would notice another metric, label or value', async () => {
    const exposed = await readExposed()
    expect(findUnknown('sluice_chain_stail == 1', [], exposed)).toEqual(['sluice_chain_stail'])
    expect(findUnknown('sum by (pool) (sluice_chain_stale{chains="x"})', [], exposed)).toEqual([
      'chains',
      'pool',
    ])
    const failed = 'rate(sluice_rpc_duration_seconds_count{outcome="failed"}[5m])'
    expect(findUnknown(failed, [], exposed)).toEqual(['outcome="failed"'])
  })

  const counting = rules.filter(({ expr }) => expr.includes('increase('))

  it.each(counting.map(({ alert, expr }) => [alert, expr]))(
    'the alert %s is reached by what the service counts when it happens often',
    async (_, expr) => {
      expect(isReached(expr, await readWorst())).toBe(true)
      expect(isReached(expr, await createMetrics({ chains: [createLiteralChain()] }).text())).toBe(false)
    },
  )

  it('would notice an alert about a reorganization deeper than any that is followed', async () => {
    const deeperThan = (blocks: number) =>
      `increase(sluice_chain_reorg_depth_blocks_count[1h])
      - ignoring (le) increase(sluice_chain_reorg_depth_blocks_bucket{le="${blocks}"}[1h]) > 0.5`
    expect(isReached(deeperThan(10), await readWorst())).toBe(true)
    expect(isReached(deeperThan(MAX_REORG_BLOCKS), await readWorst())).toBe(false)
  })

  it('every series whose first event an alert must see is there from the start', async () => {
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

/** Everything that can go wrong with a chain, each at its worst. */
const WORST: readonly ChainEvent[] = [
  { type: 'reorganized', ancestor: 5n, depth: MAX_REORG_BLOCKS },
  ...RELOAD_CAUSES.map((cause) => ({ type: 'reloading', cause, reason: 'because' }) as const),
  { type: 'diverged', blockNumber: 7n, pools: ['0x1'] },
  { type: 'rediscovered', blockNumber: 7n, pools: ['0x1'] },
  { type: 'discarded', source: 'uniswap-v2', reason: 'it is damaged' },
  ...STORE_PARTS.map((part) => ({ type: 'store-failed', part, error: new Error('full') }) as const),
  { type: 'maintenance-failed', error: new Error('refused') },
  { type: 'failed', error: new Error('down'), retryInMs: 500 },
]

/** What Prometheus reads after each of these happened many times. */
async function readWorst(): Promise<string> {
  const metrics = createMetrics({ chains: [createLiteralChain({ name: 'ethereum' })] })
  for (let i = 0; i < 50; i += 1) {
    for (const event of WORST) metrics.chainEvent('ethereum', event)
    for (const part of ['keys', 'usage', 'limits'] as const) metrics.accessFault(part)
    metrics.pricing.ended()
  }
  return metrics.text()
}

/** Whether a rule of increases holds where all that was counted was counted in its range: sums and differences above a number. */
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

/** Metrics by name, with the values of each label: one of everything is recorded. */
async function readExposed(): Promise<Map<string, Map<string, Set<string>>>> {
  const chain = 'ethereum'
  const use = { callsPerDay: 9, callsToday: 3, overBudget: 1, isSpent: false }
  const followed = { ...createLiteralChain({ name: chain }), knownPools: () => 3, nodeUse: () => [use] }
  const metrics = createMetrics({ chains: [followed] })
  metrics.chainEvent(chain, { type: 'reorganized', ancestor: 5n, depth: 3 })
  metrics.chainEvent(chain, { type: 'announcements', connected: true })
  for (const outcome of ['answered', 'refused', 'unreachable'] as const) {
    metrics.nodeAsked(chain, { method: 'eth_getLogs', outcome, durationMs: 1 })
  }
  for (const route of ['router /v1/price', 'router /v1/quote']) {
    metrics.requestDone({ route, method: 'POST', status: 429, tier: 'basic', durationMs: 3 })
  }
  metrics.limitDecided('local')
  const searched = { chain, orderType: 'SELL', durationMs: 1, legs: 1 } as const
  metrics.solved({ ...searched, optimalityGapBps: 1 })
  metrics.solved({ ...searched, optimalityGapBps: undefined })
  metrics.pricing.solved('main')
  metrics.watchPricing(() => ({ workers: 1, busy: 0, waiting: 0 }))
  metrics.watchQueues(() => [{ chain, work: 'price', waiting: 0 }])
  const exposed = new Map<string, Map<string, Set<string>>>([['up', new Map()]])
  const text = await metrics.text()
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const values = exposed.get(name) ?? new Map<string, Set<string>>()
    exposed.set(name, values)
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      values.set(label, (values.get(label) ?? new Set()).add(value))
    }
  }
  return exposed
}

/** What an expression, or `named` beside it, takes for a metric, a label or a label's value, and is none. */
function findUnknown(
  expr: string,
  named: readonly string[],
  exposed: Map<string, Map<string, Set<string>>>,
): string[] {
  const unknown: string[] = []
  const used: Map<string, Set<string>>[] = []
  const by: string[] = [...named]
  const rest = expr
    // The metric is found below: what it selects is compared here.
    .replaceAll(/(\w+)\{([^}]*)\}/g, (_, metric: string, selectors: string) => {
      const labels = exposed.get(metric)
      for (const [, label = '', operator, value = ''] of selectors.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)) {
        const isTarget = TARGET_LABELS.includes(label)
        if (labels && !isTarget && !labels.has(label)) unknown.push(label)
        if (operator === '=' && labels?.has(label) && !labels.get(label)?.has(value)) {
          unknown.push(`${label}="${value}"`)
        }
      }
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
    TARGET_LABELS.includes(label) || used.some((labels) => labels.has(label)) || used.length === 0
  return [...unknown, ...by.filter((label) => !isLabel(label))].sort()
}
