import { marked } from 'marked'
import { NAVIGATION } from './navigation.ts'
import type { DocsPage } from './pages.ts'

const SUMMARY = 'An embeddable token swap widget that verifies each swap before signing, and its service.'

/** Returns `llms.txt`, which lists each page of the site with its first paragraph. */
export function createLlmsText(pages: readonly DocsPage[]): string {
  const sections = NAVIGATION.map(({ section, pages: paths }) => {
    const listed = pages.filter(({ path }) => path !== 'index' && paths.includes(path))
    const lines = listed.map(
      ({ path, title, markdown }) => `- [${title}](${path}.html): ${summarize(markdown)}`,
    )
    return `## ${section}\n\n${lines.join('\n')}`
  })
  const text = [`# Sluice`, `> ${SUMMARY}`, '[The whole text](llms-full.txt)', ...sections].join('\n\n')
  return `${text}\n`
}

/** Returns `llms-full.txt`, the text of all pages. */
export function createLlmsFullText(pages: readonly DocsPage[]): string {
  return pages.map(({ path, markdown }) => `<!-- ${path}.html -->\n\n${markdown.trim()}\n`).join('\n')
}

/** Returns the first paragraph in one line. Skips containers such as `::: code-group`. */
function summarize(markdown: string): string {
  const paragraph = marked
    .lexer(markdown)
    .find(({ type, raw }) => type === 'paragraph' && !raw.startsWith(':::'))
  return (paragraph?.raw ?? '')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}
