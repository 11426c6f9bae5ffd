import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NAVIGATION } from '../navigation.ts'
import { layout } from './layout.ts'
import { createReference } from './reference.ts'
import { renderMarkdown } from './render-markdown.ts'

export interface SitePage {
  /** Without an extension, e.g. `guides/theming`. */
  path: string
  /** As written or generated. */
  markdown: string
  title: string
  /** The whole page. */
  html: string
}

export interface Site {
  pages: SitePage[]
  /** The entries of the search: one per section. */
  searchIndex: { url: string; page: string; title: string; text: string }[]
}

const content = join(import.meta.dirname, '../content')

/** All pages of the site, rendered. */
export function createPages(): Site {
  const reference = createReference()
  const sections = NAVIGATION.map(({ section, pages }) => ({
    section,
    pages: pages.map((path) => {
      const written = readFileSync(join(content, `${path}.md`), 'utf8')
      const markdown = reference[path] ? `${written}\n${reference[path]}` : written
      return { path, markdown, ...renderMarkdown(markdown) }
    }),
  }))
  const pages = sections.flatMap(({ pages }) => pages)
  return {
    pages: pages.map((page) => ({
      path: page.path,
      markdown: page.markdown,
      title: page.title,
      html: layout(page, sections),
    })),
    searchIndex: pages.flatMap((page) =>
      page.sections.map(({ id, title, text }) => ({
        url: `${page.path}.html${id && `#${id}`}`,
        page: page.title,
        title: title || page.title,
        text,
      })),
    ),
  }
}
