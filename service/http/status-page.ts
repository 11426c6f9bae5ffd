import { createHash } from 'node:crypto'

const STYLE = `
:root { color-scheme: light dark; --line: #d7dbe0; --soft: #5c6670; --good: #14733c; --bad: #b3261e; --bar: #3b6fd4 }
@media (prefers-color-scheme: dark) {
  :root { --line: #363c44; --soft: #a3adb8; --good: #63d297; --bad: #ff8a80; --bar: #7ea6f4 }
}
body { font: 15px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 0 auto; padding: 1.5rem; background: Canvas; color: CanvasText }
h1 { font-size: 1.4rem; margin: 0 }
h2 { font-size: 1.05rem; margin: 2rem 0 .5rem }
p { margin: .25rem 0; color: var(--soft) }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th, td { text-align: start; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; white-space: nowrap }
th { font-weight: 600; color: var(--soft) }
td.number, th.number { text-align: end; font-variant-numeric: tabular-nums }
.up { color: var(--good) } .degraded, .down, .stale { color: var(--bad) }
.bars { display: flex; align-items: flex-end; gap: 2px; height: 2rem }
.bars i { display: block; width: .55rem; min-height: 1px; background: var(--bar) }
`

const SCRIPT = `
const $ = (id) => document.getElementById(id)
const make = (tag, text, className) => {
  const element = document.createElement(tag)
  if (text !== undefined) element.textContent = text
  if (className) element.className = className
  return element
}
const row = (cells) => {
  const tr = make('tr')
  tr.append(...cells)
  return tr
}
const number = (value) => make('td', value, 'number')
const duration = (seconds) => {
  const units = [['d', 86400], ['h', 3600], ['min', 60], ['s', 1]]
  const [name, size] = units.find(([, size]) => seconds >= size) ?? ['s', 1]
  return Math.floor(seconds / size) + ' ' + name
}
const quantile = (route, buckets, share) => {
  let passed = 0
  const place = route.durations.findIndex((count) => (passed += count) >= route.requests * share)
  return place < buckets.length ? '≤ ' + buckets[place] + ' ms' : '> ' + buckets.at(-1) + ' ms'
}
const percent = (part, whole) => (whole === 0 ? '–' : (100 * part / whole).toFixed(1) + ' %')
const bars = (route, buckets) => {
  const box = make('div', undefined, 'bars')
  const most = Math.max(...route.durations, 1)
  route.durations.forEach((count, i) => {
    const bar = make('i')
    bar.style.height = Math.round(100 * count / most) + '%'
    bar.title = (i < buckets.length ? '≤ ' + buckets[i] : '> ' + buckets.at(-1)) + ' ms: ' + count
    box.append(bar)
  })
  box.setAttribute('role', 'img')
  box.setAttribute('aria-label', 'Half ' + quantile(route, buckets, .5) + ', 99 of 100 ' + quantile(route, buckets, .99))
  const cell = make('td')
  cell.append(box)
  return cell
}
function show(report) {
  $('status').textContent = report.status
  $('status').className = report.status
  $('about').textContent = 'Up for ' + duration(report.uptimeSeconds) + ', ' + Math.round(report.memoryBytes / 1e6) + ' MB'
  $('chains').replaceChildren(...report.chains.map((chain) => row([
    make('td', chain.chainID + ' (' + chain.networkID + ')'),
    make('td', chain.isStale ? 'stale' : 'live', chain.isStale ? 'stale' : 'up'),
    number(chain.blockNumber ?? '–'),
    number(chain.headAgeSeconds === null ? '–' : chain.headAgeSeconds.toFixed(1) + ' s'),
    number(chain.pools),
    number(chain.tokens),
    make('td', chain.modules.map(({ name, pools }) => name + ' ' + pools).join(', ')),
  ])))
  const { routes, bucketsMs } = report.requests
  $('requests').replaceChildren(...routes.map((route) => row([
    make('td', route.route),
    number(route.requests),
    number(percent(route.serverErrors, route.requests)),
    number(percent(route.clientErrors, route.requests)),
    number(route.limited),
    number(quantile(route, bucketsMs, .5)),
    number(quantile(route, bucketsMs, .99)),
    bars(route, bucketsMs),
  ])))
  $('when').textContent = 'As of ' + new Date().toLocaleTimeString()
}
async function refresh() {
  try {
    const response = await fetch('status.json', { signal: AbortSignal.timeout(4000) })
    if (!response.ok) throw new Error('HTTP ' + response.status)
    show(await response.json())
  } catch (error) {
    $('status').textContent = 'out of reach'
    $('status').className = 'down'
    $('when').textContent = 'The service does not answer (' + error.message + '). Shown is what was last heard.'
  }
  setTimeout(refresh, document.hidden ? 30000 : 5000)
}
refresh()
`

const PAGE_COLUMNS = {
  chains: ['Chain', 'State', '#Block', '#Head age', '#Pools', '#Tokens', 'Modules and their pools'],
  requests: ['Path', '#Requests', '#5xx', '#4xx', '#Limited', '#Half', '#99 of 100', 'Time to answer'],
}

/** The status page: it reads `status.json` beside itself every five seconds, and nothing else. */
export const STATUS_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Sluice: status</title>
<style>${STYLE}</style>
<h1>Sluice is <span id="status" role="status">…</span></h1>
<p id="about"></p>
<p id="when"></p>
<noscript><p>The same in figures: <a href="status.json">status.json</a></p></noscript>
<h2>Chains</h2>
${table('chains')}
<h2>Requests of the last minutes</h2>
${table('requests')}
<p>Figures: <a href="status.json">status.json</a>. Interfaces: <a href="openapi.json">openapi.json</a>.</p>
<script>${SCRIPT}</script>
</html>
`

/** This style and this script, requests to where the page came from, and nothing else. */
export const STATUS_PAGE_POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

function table(id: keyof typeof PAGE_COLUMNS): string {
  const heads = PAGE_COLUMNS[id].map((title) =>
    title.startsWith('#')
      ? `<th scope="col" class="number">${title.slice(1)}</th>`
      : `<th scope="col">${title}</th>`,
  )
  return `<div class="wide"><table><thead><tr>${heads.join('')}</tr></thead><tbody id="${id}"></tbody></table></div>`
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
