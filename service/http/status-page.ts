import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const STYLE = readFileSync(new URL('./status-page.css', import.meta.url), 'utf8')
const SCRIPT = readFileSync(new URL('./status-page.js', import.meta.url), 'utf8')

const COLUMNS = ['Path', '#Requests', '#5xx', '#4xx', '#Limited', '#Median', '#p99', 'From 1 to 2,500 ms']
const HEADS = COLUMNS.map((title) =>
  title.startsWith('#')
    ? `<th scope="col" class="number">${title.slice(1)}</th>`
    : `<th scope="col">${title}</th>`,
).join('')

/** The status page: it polls `status.json` every five seconds. */
export const STATUS_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Sluice service</title>
<style>${STYLE}</style>
<header>
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="9" fill="#0a6a63" />
    <path d="M9 7v18M23 7v18" stroke="#9be8dc" stroke-width="2.6" stroke-linecap="round" />
    <path d="M9 12c3.5 0 3.5 3 7 3s3.5-3 7-3M9 18.5c3.5 0 3.5 3 7 3s3.5-3 7-3" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" />
  </svg>
  <h1>Sluice <span>service</span></h1>
  <span id="status" class="state" role="status"></span>
  <p id="about"></p>
</header>
<noscript><p>The same in figures: <a href="status.json">status.json</a></p></noscript>
<p id="when" role="alert"></p>
<main>
  <h2>Chains</h2>
  <div id="chains" class="cards"></div>
  <h2>Requests</h2>
  <section class="panel">
    <p>To the interfaces, in <span id="span">the last minutes</span></p>
    <div id="total"></div>
    <table><thead><tr>${HEADS}</tr></thead><tbody id="requests"></tbody></table>
  </section>
</main>
<footer><p>Figures: <a href="status.json">status.json</a> · Interfaces: <a href="openapi.json">openapi.json</a></p></footer>
<script>${SCRIPT}</script>
</html>
`

/** Allows only this style, this script, and requests to the same origin. */
export const STATUS_PAGE_POLICY = [
  "default-src 'none'",
  `style-src ${toHash(STYLE)}`,
  `script-src ${toHash(SCRIPT)}`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

function toHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
