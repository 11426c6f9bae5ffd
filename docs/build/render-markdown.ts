import { Marked } from 'marked'
import { escapeHtml, highlight } from './highlight.ts'

export interface Section {
  /** The id of its heading; empty for what stands before the first one. */
  id: string
  title: string
  /** The text without markup, for the search. */
  text: string
}

export interface RenderedPage {
  title: string
  html: string
  sections: Section[]
}

/** Renders a page: headings get ids, code blocks a label, tables a frame that scrolls on narrow screens. */
export function renderMarkdown(markdown: string): RenderedPage {
  const sections: Section[] = [{ id: '', title: '', text: '' }]
  const add = (text: string) => {
    const current = sections.at(-1)
    if (current) current.text += `${toText(text)} `
  }
  let title = ''
  let blocks = 0
  /** Regions that scroll are named apart. */
  const label = (kind: string) => {
    blocks += 1
    return `${kind} ${blocks}`
  }
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens)
        const text = toText(html)
        if (depth === 1) {
          title = text
          return `<h1>${html}</h1>\n`
        }
        const id = toId(text)
        sections.push({ id, title: text, text: '' })
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${html}</a></h${depth}>\n`
      },
      code({ text, lang = 'text' }) {
        add(text)
        return `<pre tabindex="0" role="region" aria-label="${label(`Code (${escapeHtml(lang)})`)}"><code>${highlight(text, lang)}</code></pre>\n`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        return `<a href="${escapeHtml(toPagePath(href))}">${text}</a>`
      },
      paragraph({ tokens }) {
        const html = this.parser.parseInline(tokens)
        add(html)
        return `<p>${html}</p>\n`
      },
      listitem({ tokens }) {
        const html = this.parser.parse(tokens)
        add(html)
        return `<li>${html}</li>\n`
      },
      table({ header, rows }) {
        const cells = (row: typeof header, tag: 'th' | 'td') =>
          row.map(({ tokens }) => {
            const html = this.parser.parseInline(tokens)
            add(html)
            return `<${tag}>${html}</${tag}>`
          })
        const head = cells(header, 'th').join('')
        const body = rows.map((row) => `<tr>${cells(row, 'td').join('')}</tr>`).join('\n')
        return `<div class="table" tabindex="0" role="region" aria-label="${label('Table')}"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>\n`
      },
    },
  })
  const html = marked.parse(markdown, { async: false })
  return { title, html, sections }
}

/** The id of a heading: `CONFIG_INVALID` stays as it is, so that an error's code is its anchor. */
export function toId(title: string): string {
  return /^[A-Z_]+$/.test(title)
    ? title
    : title
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '')
}

/** A link to another page names its Markdown file, so that it also works where the repository is browsed. */
function toPagePath(href: string): string {
  return /^[a-z]+:/.test(href) ? href : href.replace(/[.]md(?=#|$)/, '.html')
}

function toText(html: string): string {
  return html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
}
