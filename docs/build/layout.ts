import { escapeHtml } from './highlight.ts'

export interface LayoutPage {
  path: string
  title: string
  html: string
}

/** Allows scripts, styles and requests of this folder only. */
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'"

/** Returns a whole page. All links are relative, so that any folder can serve the site. */
export function layout(
  page: LayoutPage,
  navigation: readonly { section: string; pages: readonly LayoutPage[] }[],
): string {
  const base = '../'.repeat(page.path.split('/').length - 1) || './'
  const all = navigation.flatMap(({ pages }) => pages)
  const index = all.findIndex(({ path }) => path === page.path)
  const step = (target: LayoutPage | undefined, label: string) =>
    target
      ? `<a href="${base}${target.path}.html"><small>${label}</small> ${escapeHtml(target.title)}</a>`
      : '<span></span>'
  const menu = navigation
    .map(({ section, pages }) => {
      const items = pages.map(({ path, title }) => {
        const current = path === page.path ? ' aria-current="page"' : ''
        return `<li><a href="${base}${path}.html"${current}>${escapeHtml(title)}</a></li>`
      })
      return `<h2>${section}</h2><ul>${items.join('')}</ul>`
    })
    .join('')
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeHtml(page.title)} · Sluice</title>
    <link rel="icon" href="${base}favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${base}assets/site.css" />
    <script type="module" src="${base}assets/site.js"></script>
  </head>
  <body data-base="${base}">
    <a class="skip" href="#content">Skip to the content</a>
    <header>
      <a class="name" href="${base}index.html">Sluice</a>
      <search>
        <label for="search">Search</label>
        <input id="search" type="search" autocomplete="off" spellcheck="false" aria-controls="results" />
        <p id="count" role="status"></p>
        <ul id="results" hidden></ul>
      </search>
    </header>
    <div class="columns">
      <nav aria-label="Pages"><details open><summary>Pages</summary>${menu}</details></nav>
      <main id="content" tabindex="-1">
${page.html}
        <nav class="steps" aria-label="Previous and next page">${step(all[index - 1], 'Previous')}${step(all[index + 1], 'Next')}</nav>
      </main>
    </div>
  </body>
</html>
`
}
